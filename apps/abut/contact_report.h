// Everything about how two shapes stand to each other, for people and for machines: `abut contact`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "abut/geometry/shape.h"
#include "abut/math/pose.h"
#include "abut/proximity/certificate.h"
#include "abut/proximity/manifold.h"
#include "abut/proximity/shape_pairs.h"

namespace abut::app {

struct ContactReport {
  std::string file_a, file_b;
  proximity::NearestPair nearest;
  math::Vec3 kissing_translation_W;                       // of A, to just touch B
  double breaking = 0.0;                                  // m: the manifold's
  proximity::ContactManifold manifold;                    // of the nearest pair of pieces
  std::vector<geometry::Feature> manifold_a, manifold_b;  // the shapes' features at its points
  proximity::Certificate certificate;                     // of the nearest pair of pieces
  double margin = 0.0;
  std::vector<proximity::ShapePair> pairs;  // with phi <= margin
};

ContactReport make_contact_report(const geometry::Shape& a, const geometry::Shape& b, const math::Pose& X_WA,
                                  const math::Pose& X_WB, double margin);

std::string make_text(const ContactReport& report);
nlohmann::ordered_json make_json(const ContactReport& report);

// The manifold in its plane, seen from A, with a scale and the gaps at its corners.
std::string draw_manifold(const ContactReport& report);

}  // namespace abut::app

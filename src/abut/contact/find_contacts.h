// Where two bodies touch or nearly do, at given poses: all corners of the manifolds of their pieces.
//
// A convex pair has one manifold. Other bodies have one for each pair of pieces within the reach; corners that two
// pieces share (the same features of the shapes at the same place) are reported once, and features that are only cuts
// are lifted to the face they lie in (proximity/lift_feature.h).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "abut/base/ids.h"
#include "abut/contact/seen_features.h"
#include "abut/geometry/feature.h"
#include "abut/geometry/shape.h"
#include "abut/math/pose.h"
#include "abut/proximity/manifold.h"
#include "abut/proximity/shape_pairs.h"

namespace abut::contact {

struct FoundContact {
  PieceId piece_a, piece_b;
  proximity::PieceFeature feature_a, feature_b;
  math::Vec3 p_WCa = math::Vec3::Zero(), p_WCb = math::Vec3::Zero();
  math::Vec3 nhat_BA_W = math::Vec3::UnitZ();
  double gap = 0.0;                       // m
  double radius_a = 0.0, radius_b = 0.0;  // m: how far the points are from the features' cores
};

// Those of one manifold follow each other.
struct FoundGroup {
  std::uint32_t first = 0, count = 0;
};

struct FoundContacts {
  std::vector<FoundContact> contacts;
  std::vector<FoundGroup> groups;

  void clear() { contacts.clear(), groups.clear(); }
  void append(const FoundContacts& others);
};

// What a pair of bodies remembers, and the room to look in, which any number of pairs may share.
struct PairMemory {
  proximity::PairCache convex;
  std::unique_ptr<proximity::ShapePairCache> shapes;  // of others: made when it is needed
};
struct FinderRoom {
  proximity::ManifoldBuffer manifold;
  std::vector<proximity::ShapePair> pairs;
  SeenFeatures seen;
};

// How far apart they are: from below, and the direction.
struct Nearness {
  double phi = std::numeric_limits<double>::infinity();  // m; at least this, where more than `reach`
  double phi_bound = 0.0;
  bool is_meeting = false;  // they overlap or cross
  // Of two convex shapes: towards A, between their closest features.
  math::Vec3 nhat_BA_W = math::Vec3::Zero();
  proximity::PieceFeature feature_a, feature_b;
};

// Appends what is within `reach` of the pair; corners within `breaking` of a contact plane count as on it.
Nearness find_contacts(const geometry::Shape& a, const geometry::Shape& b, const math::Pose& X_WA,
                       const math::Pose& X_WB, double reach, double breaking, PairMemory& memory, FinderRoom& room,
                       FoundContacts& found);

}  // namespace abut::contact

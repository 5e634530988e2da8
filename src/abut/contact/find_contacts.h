// Where two bodies touch or nearly do, at given poses: all corners of the manifolds of their pieces.
//
// A convex pair has one manifold. Other bodies have one for each pair of pieces within the reach, if that is where the
// bodies touch and not only the pieces: if its direction is that of a local minimum of the distance on both bodies
// (local_minimum.h), where its pieces are nearest or, since over a face in parallel that may be anywhere, at a corner.
// The other corners come along, as those of a convex pair do. The nearest pieces always pass; should rounding have it
// otherwise for all, all count. Corners that two pieces share (the same features of the shapes at the same place) are
// reported once.
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
  // Its normal is that of a face, or of two round surfaces. That of edges and corners is the direction between them,
  // which says how bodies touch only where they do.
  bool is_of_surface = true;
};

inline bool has_same_features(const FoundContact& x, const FoundContact& y) {
  return x.piece_a == y.piece_a && x.piece_b == y.piece_b && x.feature_a == y.feature_a && x.feature_b == y.feature_b;
}

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

enum class WhichContacts : std::uint8_t {
  kLocalMinima,
  kAll,  // of all pairs of pieces within the reach: what keeps bodies apart whatever they do, but in more ways than
         // they touch
};

// How far apart they are: from below, and the direction.
struct Nearness {
  double phi = std::numeric_limits<double>::infinity();  // m; at least this, where more than `reach`
  double phi_bound = 0.0;
  bool is_meeting = false;    // they overlap or cross
  std::size_t num_pairs = 1;  // of pieces that were looked at
  // Of two convex shapes: towards A, between their closest features.
  math::Vec3 nhat_BA_W = math::Vec3::Zero();
  proximity::PieceFeature feature_a, feature_b;
};

// Appends what is within `reach` of the pair; corners within `breaking` of a contact plane count as on it, vertices
// between them (proximity/manifold.h) up to a gap of `touching`.
Nearness find_contacts(const geometry::Shape& a, const geometry::Shape& b, const math::Pose& X_WA,
                       const math::Pose& X_WB, double reach, double breaking, PairMemory& memory, FinderRoom& room,
                       FoundContacts& found, WhichContacts which = WhichContacts::kLocalMinima,
                       double touching = std::numeric_limits<double>::infinity());

}  // namespace abut::contact

#include "abut/contact/find_contacts.h"

#include <algorithm>

#include "abut/contact/local_minimum.h"

namespace abut::contact {
namespace {

using geometry::Shape;
using math::Pose;
using math::Vec3;
using proximity::FeaturePair;
using proximity::PieceRef;

bool is_meeting(const FeaturePair& pair) {
  return pair.outcome == proximity::PairOutcome::kOverlapping || pair.outcome == proximity::PairOutcome::kCrossing;
}

// True if another manifold of the two shapes has the same features of theirs.
bool is_repeated(SeenFeatures& seen, const Shape& a, const Shape& b, const FoundContact& contact) {
  const auto source_a = get_source(a.pieces, contact.feature_a), source_b = get_source(b.pieces, contact.feature_b);
  return !source_a.is_cut() && !source_b.is_cut() && !seen.insert(source_a, source_b);
}

// Two bodies whose pieces are looked at.
struct Finder {
  const Shape &a, &b;
  const Pose &X_WA, &X_WB;
  double breaking, touching;
  FinderRoom& room;
  FoundContacts& found;
};

// Of points on two pieces, in the direction nhat_BA_W. What the radii add is taken off again.
bool is_minimum_on_both(const Finder& finder, const proximity::ShapePair& near, const Vec3& p_WCa, const Vec3& p_WCb,
                        const Vec3& nhat_BA_W) {
  const double radius_a = finder.a.pieces.pieces[near.piece_a.index()].radius,
               radius_b = finder.b.pieces.pieces[near.piece_b.index()].radius;
  const MinimumTolerance tolerance =
      compute_minimum_tolerance(near.pair.phi + radius_a + radius_b, near.pair.phi_bound);
  const auto is_minimum_on = [&](const Shape& shape, const Pose& X, const Vec3& p_W, const Vec3& out_W) {
    if (shape.is_convex) return true;
    const math::Mat3 R_BW = math::compute_rotation(X.q).transpose();
    return is_local_minimum(shape, R_BW * (p_W - X.p), R_BW * out_W, tolerance);
  };
  return is_minimum_on(finder.a, finder.X_WA, p_WCa + radius_a * nhat_BA_W, -nhat_BA_W) &&
         is_minimum_on(finder.b, finder.X_WB, p_WCb - radius_b * nhat_BA_W, nhat_BA_W);
}

bool is_of_face(proximity::PlaneOrigin origin) {
  using proximity::PlaneOrigin;
  return origin == PlaneOrigin::kFaceA || origin == PlaneOrigin::kFaceB || origin == PlaneOrigin::kEqualFaces;
}

bool is_minimum_at_corner(const Finder& finder, const proximity::ShapePair& near,
                          const proximity::ContactManifold& manifold) {
  return std::ranges::any_of(manifold.points, [&](const proximity::ManifoldPoint& point) {
    return is_minimum_on_both(finder, near, point.p_WCa, point.p_WCb, manifold.plane.nhat_BA_W);
  });
}

bool is_of_surface(const proximity::ContactPlane& plane, double radius_a, double radius_b) {
  return is_of_face(plane.origin) || (radius_a > 0 && radius_b > 0);
}

void append_manifold(const Finder& finder, const proximity::ShapePair& near, WhichContacts which) {
  const auto& [a, b, X_WA, X_WB, breaking, touching, room, found] = finder;
  const FeaturePair& pair = near.pair;
  const bool is_single = a.is_convex && b.is_convex;
  const bool is_minimum = is_single || which == WhichContacts::kAll ||
                          is_minimum_on_both(finder, near, pair.p_WCa, pair.p_WCb, pair.nhat_BA_W);
  const PieceRef piece_a{a.pieces, near.piece_a}, piece_b{b.pieces, near.piece_b};
  // Parallel to a face, pieces may be nearest anywhere over it; over a corner of what they share at the least.
  if (!is_minimum && !is_of_face(compute_contact_plane(piece_a, piece_b, X_WA, X_WB, pair).origin)) return;
  const proximity::ContactManifold& manifold =
      compute_manifold(piece_a, piece_b, X_WA, X_WB, pair, breaking, room.manifold, touching);
  if (!is_minimum && !is_minimum_at_corner(finder, near, manifold)) return;
  const auto first = static_cast<std::uint32_t>(found.contacts.size());
  const double radius_a = piece_a.piece().radius, radius_b = piece_b.piece().radius;
  const bool is_surface = is_of_surface(manifold.plane, radius_a, radius_b);
  for (const proximity::ManifoldPoint& point : manifold.points) {
    const FoundContact contact{near.piece_a,
                               near.piece_b,
                               point.feature_a,
                               point.feature_b,
                               point.p_WCa,
                               point.p_WCb,
                               manifold.plane.nhat_BA_W,
                               point.gap,
                               radius_a,
                               radius_b,
                               is_surface};
    if (!is_single && is_repeated(room.seen, a, b, contact)) continue;
    found.contacts.push_back(contact);
  }
  const auto count = static_cast<std::uint32_t>(found.contacts.size()) - first;
  if (count > 0) found.groups.push_back({first, count});
}

Nearness find_convex(const Finder& finder, double reach, PairMemory& memory) {
  const PieceId only(0);
  const FeaturePair pair = update_feature_pair(PieceRef{finder.a.pieces, only}, PieceRef{finder.b.pieces, only},
                                               finder.X_WA, finder.X_WB, memory.convex);
  if (pair.phi <= reach) append_manifold(finder, {only, only, {}, {}, pair}, WhichContacts::kAll);
  return {pair.phi, pair.phi_bound, is_meeting(pair), 1, pair.nhat_BA_W, pair.feature_a, pair.feature_b};
}

}  // namespace

void FoundContacts::append(const FoundContacts& others) {
  const auto first = static_cast<std::uint32_t>(contacts.size());
  contacts.insert(contacts.end(), others.contacts.begin(), others.contacts.end());
  for (const FoundGroup& group : others.groups) groups.push_back({first + group.first, group.count});
}

Nearness find_contacts(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB, double reach,
                       double breaking, PairMemory& memory, FinderRoom& room, FoundContacts& found, WhichContacts which,
                       double touching) {
  const Finder finder{a, b, X_WA, X_WB, breaking, touching, room, found};
  if (a.is_convex && b.is_convex) return find_convex(finder, reach, memory);
  if (memory.shapes == nullptr) memory.shapes = std::make_unique<proximity::ShapePairCache>();
  update_piece_pairs_within(a, b, X_WA, X_WB, reach, *memory.shapes, room.pairs);
  Nearness nearness;
  nearness.phi = reach;
  nearness.num_pairs = room.pairs.size();
  room.seen.clear();
  const std::size_t num_before = found.contacts.size();
  for (const proximity::ShapePair& near : room.pairs) {
    nearness.is_meeting |= is_meeting(near.pair);
    nearness.phi = std::min(nearness.phi, near.pair.phi);
    nearness.phi_bound = std::max(nearness.phi_bound, near.pair.phi_bound);
    append_manifold(finder, near, which);
  }
  if (found.contacts.size() == num_before)
    for (const proximity::ShapePair& near : room.pairs) append_manifold(finder, near, WhichContacts::kAll);
  return nearness;
}

}  // namespace abut::contact

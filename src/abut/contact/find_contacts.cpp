#include "abut/contact/find_contacts.h"

#include <algorithm>

namespace abut::contact {
namespace {

using geometry::Shape;
using math::Pose;
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

void append_manifold(const Shape& a, const Shape& b, PieceId piece_a, PieceId piece_b, const Pose& X_WA,
                     const Pose& X_WB, const FeaturePair& pair, double breaking, FinderRoom& room,
                     FoundContacts& found) {
  const proximity::ContactManifold& manifold = compute_manifold(
      PieceRef{a.pieces, piece_a}, PieceRef{b.pieces, piece_b}, X_WA, X_WB, pair, breaking, room.manifold);
  const auto first = static_cast<std::uint32_t>(found.contacts.size());
  const bool is_single = a.is_convex && b.is_convex;
  for (const proximity::ManifoldPoint& point : manifold.points) {
    const FoundContact contact{piece_a,
                               piece_b,
                               point.feature_a,
                               point.feature_b,
                               point.p_WCa,
                               point.p_WCb,
                               manifold.plane.nhat_BA_W,
                               point.gap,
                               a.pieces.pieces[piece_a.index()].radius,
                               b.pieces.pieces[piece_b.index()].radius};
    if (!is_single && is_repeated(room.seen, a, b, contact)) continue;
    found.contacts.push_back(contact);
  }
  const auto count = static_cast<std::uint32_t>(found.contacts.size()) - first;
  if (count > 0) found.groups.push_back({first, count});
}

Nearness find_convex(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB, double reach, double breaking,
                     PairMemory& memory, FinderRoom& room, FoundContacts& found) {
  const PieceId only(0);
  const FeaturePair pair =
      update_feature_pair(PieceRef{a.pieces, only}, PieceRef{b.pieces, only}, X_WA, X_WB, memory.convex);
  if (pair.phi <= reach) append_manifold(a, b, only, only, X_WA, X_WB, pair, breaking, room, found);
  return {pair.phi, pair.phi_bound, is_meeting(pair), pair.nhat_BA_W, pair.feature_a, pair.feature_b};
}

}  // namespace

void FoundContacts::append(const FoundContacts& others) {
  const auto first = static_cast<std::uint32_t>(contacts.size());
  contacts.insert(contacts.end(), others.contacts.begin(), others.contacts.end());
  for (const FoundGroup& group : others.groups) groups.push_back({first + group.first, group.count});
}

Nearness find_contacts(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB, double reach,
                       double breaking, PairMemory& memory, FinderRoom& room, FoundContacts& found) {
  if (a.is_convex && b.is_convex) return find_convex(a, b, X_WA, X_WB, reach, breaking, memory, room, found);
  if (memory.shapes == nullptr) memory.shapes = std::make_unique<proximity::ShapePairCache>();
  update_pairs_within(a, b, X_WA, X_WB, reach, *memory.shapes, room.pairs);
  Nearness nearness;
  nearness.phi = reach;
  room.seen.clear();
  for (const proximity::ShapePair& near : room.pairs) {
    nearness.is_meeting |= is_meeting(near.pair);
    nearness.phi = std::min(nearness.phi, near.pair.phi);
    nearness.phi_bound = std::max(nearness.phi_bound, near.pair.phi_bound);
    append_manifold(a, b, near.piece_a, near.piece_b, X_WA, X_WB, near.pair, breaking, room, found);
  }
  return nearness;
}

}  // namespace abut::contact

#include "abut/contact/recall_contacts.h"

#include <algorithm>

namespace abut::contact {

using math::Mat3;
using math::Pose;
using math::Vec3;

bool has_features(const TrackedContact& tracked, const FoundContact& found) {
  return tracked.feature_a == found.feature_a && tracked.feature_b == found.feature_b &&
         tracked.piece_a == found.piece_a && tracked.piece_b == found.piece_b;
}

Pose compute_relative_pose(const Pose& X_WA, const Pose& X_WB) {
  const Mat3 R_AW = math::compute_rotation(X_WA.q).transpose();
  return {R_AW * (X_WB.p - X_WA.p), X_WA.q.conjugate() * X_WB.q};
}

// Rotations of unit quaternions q and r differ by an angle theta with |q - r| = 2 sin(theta / 4), or its negative, and
// move a point at distance d by 2 d sin(theta / 2) <= 2 d |q - r|.
double compute_shift(const Pose& X_AB, const Pose& then_X_AB, double reach_b) {
  const double turn =
      std::min((X_AB.q.coeffs() - then_X_AB.q.coeffs()).norm(), (X_AB.q.coeffs() + then_X_AB.q.coeffs()).norm());
  return ((X_AB.p - then_X_AB.p).norm() + 2 * reach_b * turn) * (1 + 0x1p-40);
}

void recall_contacts(const geometry::Shape& a, const geometry::Shape& b, const Pose& X_WA, const Pose& X_WB,
                     std::span<const TrackedContact> contacts, FoundContacts& found) {
  const Mat3 R_WA = math::compute_rotation(X_WA.q), R_WB = math::compute_rotation(X_WB.q);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const TrackedContact& known = contacts[i];
    FoundContact contact{known.piece_a, known.piece_b, known.feature_a, known.feature_b};
    contact.p_WCa = R_WA * known.p_AC + X_WA.p, contact.p_WCb = R_WB * known.p_BC + X_WB.p;
    contact.nhat_BA_W = R_WA * known.nhat_BA_A;
    contact.gap = contact.nhat_BA_W.dot(contact.p_WCa - contact.p_WCb);
    contact.radius_a = a.pieces.pieces[known.piece_a.index()].radius;
    contact.radius_b = b.pieces.pieces[known.piece_b.index()].radius;
    if (i == 0 || known.group != contacts[i - 1].group)
      found.groups.push_back({static_cast<std::uint32_t>(found.contacts.size()), 0});
    ++found.groups.back().count;
    found.contacts.push_back(contact);
  }
}

}  // namespace abut::contact

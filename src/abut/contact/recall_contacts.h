// Contacts of bodies that stand still against each other, without looking for them again: those of the last step
// carried along with the bodies (paper 000, section 3.2). A vertex over a face keeps its gap exactly whatever slides or
// lifts, since the normal is the face's; other contacts to second order. So this is for motions far below any length
// that matters; what moves farther is found anew. What stands then costs no query.
#pragma once

#include <span>

#include "abut/contact/contact_set.h"
#include "abut/contact/find_contacts.h"
#include "abut/geometry/shape.h"
#include "abut/math/pose.h"

namespace abut::contact {

bool has_features(const TrackedContact& tracked, const FoundContact& found);

// X_AB, as a ContactSet keeps it.
math::Pose compute_relative_pose(const math::Pose& X_WA, const math::Pose& X_WB);

// m: no point of B, at most reach_b from its origin, is farther than this from where A saw it then, but for the
// rounding of the two relative poses. Precondition: unit quaternions, up to rounding.
double compute_shift(const math::Pose& X_AB, const math::Pose& then_X_AB, double reach_b);

// Appends the contacts of a set, each with the gap it now has. Group k of the set is the k-th group that is appended.
void recall_contacts(const geometry::Shape& a, const geometry::Shape& b, const math::Pose& X_WA, const math::Pose& X_WB,
                     std::span<const TrackedContact> contacts, FoundContacts& found);

}  // namespace abut::contact

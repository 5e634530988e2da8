// Fewer contacts that do the same. Bodies of many pieces touch in hundreds of points of which nearly all say the same:
// a plane of a thousand triangles is one plane, a pin in its hole is a few lines.
//
// Contacts whose normals are within kSameNormal of each other form a patch. Of a patch stay the nearest contact and the
// farthest in each of eight directions across its normal: every corner of a polygon of up to eight, and of a finer one
// a polygon inside it that certification makes up for. Of many patches stay those whose nearest contacts are nearest,
// kMostPatches at most. Contacts of one patch are one group, in the order in which they were found.
//
// That is enough to keep bodies apart, not to hold them by friction. What friction holds depends on where in a patch
// the load is: its moment is mu sum p_i |x_i - x|, x the centre of pressure. Of a row of points whose ends alone stay
// it is up to twice as large, of a grid of which the corners stay nearly so; no choice of fewer points, each as good as
// another to the law, has the rim of all of them and their moment too. So where there is friction all contacts that
// touch stay, and the law shares the load among them evenly (response/even_normals.h), at a cost that grows with their
// number alone. It is also what keeps the set from jumping: which contacts touch depends on none of the others. Groups
// of one normal are then joined, however few they are: a load is shared by those that are solved together.
//
// What is farther away carries nothing yet, and is reduced all the same: what rolls has dozens of edges before it, each
// of which, taken as a plane without end, would stop it a little.
#pragma once

#include <cstddef>

#include "abut/contact/find_contacts.h"

namespace abut::contact {

inline constexpr double kSameNormal = 0.996;  // cosine of 5 degrees
inline constexpr std::size_t kMostPatches = 16;
inline constexpr std::size_t kFewContacts = 16;  // so many are left as they are

// Of the contacts from `first_contact` and groups from `first_group` on, which are those of one pair of bodies. All
// that have at most the gap `touching`, m, stay; minus infinity where there is no friction.
void reduce_contacts(FoundContacts& found, std::size_t first_contact, std::size_t first_group, double touching);

}  // namespace abut::contact

// Fewer contacts that do the same. Bodies of many pieces touch in hundreds of points of which nearly all say the same:
// a plane of a thousand triangles is one plane, a pin in its hole is a few lines.
//
// Contacts whose normals are within kSameNormal of each other form a patch. Of a patch stay the nearest contact and the
// farthest in each of eight directions across its normal: every corner of a polygon of up to eight, and of a finer one
// a polygon inside it that certification makes up for. Of many patches stay those whose nearest contacts are nearest,
// kMostPatches at most. Contacts of one patch are one group.
#pragma once

#include <cstddef>

#include "abut/contact/find_contacts.h"

namespace abut::contact {

inline constexpr double kSameNormal = 0.996;  // cosine of 5 degrees
inline constexpr std::size_t kMostPatches = 16;
inline constexpr std::size_t kFewContacts = 16;  // so many are left as they are

// Of the contacts from `first_contact` and groups from `first_group` on, which are those of one pair of bodies.
void reduce_contacts(FoundContacts& found, std::size_t first_contact, std::size_t first_group);

}  // namespace abut::contact

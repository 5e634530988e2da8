// Contacts as they are drawn: those of one pair of bodies along one normal are one patch, a point, a segment or a
// polygon.
//
// Contacts whose normals differ by less than a degree go together: a manifold has one normal, and what rounding and a
// slight turn during a step make of it is the same manifold to the eye. The corners are those of the convex hull of the
// points, seen along the normal; points within kPatchFlatness of the patch's size of a line are on it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/dynamics/step_record.h"

namespace abut::view {

struct Patches {
  std::vector<std::uint32_t> first{0};  // in `contacts`; one more than there are patches
  std::vector<std::uint32_t> contacts;  // corners, counter-clockwise seen against the normal of a patch
};

inline constexpr double kPatchCosine = 0.99985;  // of 1 degree
inline constexpr double kPatchFlatness = 1e-6;

// In the order of their first contacts. Every corner is a contact; a contact inside a polygon is none. Cost: contacts
// of a pair times its patches.
Patches make_patches(std::span<const dynamics::ContactRecord> contacts);

}  // namespace abut::view

// Four groups of as many points each, swept at once: one in each lane of a register (four_numbers.h).
//
// Groups of one normal, with friction, no two of which share a body that moves. In place of the matrices of
// cone_group.h they have arms, common axes and masses, an eighth of the numbers where there are eight points: sweeps
// over many groups wait for memory, and an impulse then costs the same however many points a group has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/four_numbers.h"
#include "abut/response/cone_rows.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

using math::any;
using math::Four;
using math::FourFlags;
using math::FourSymmetric;
using math::FourVec3;
using math::kNumLanes;

inline constexpr std::uint32_t kMostOfFour = 8;  // points of a group

struct FourPoint {
  FourVec3 arm_a, arm_b;
  FourVec3 offset;                                  // what the contact asks for
  Four mu, inv_n, stop_11, stop_12, stop_22, slow;  // as in ConePoint
  Four inv_across;                                  // the inverse of the last
};

struct FourBodies {
  std::array<std::uint32_t, kNumLanes> index{};
  FourVec3 inv_mass;
  FourSymmetric inv_inertia;
};

struct ConeFour {
  std::uint32_t count = 0;             // points of each
  std::size_t point = 0, normals = 0;  // first of its points, and of the matrices of its normals
  FourBodies a, b;
  std::array<FourVec3, 3> axes;  // the normal, and two directions across it
};

struct FourTables {
  std::vector<ConeFour> fours;
  std::vector<FourPoint> points;
  std::vector<Four> delassus, inverse;  // of the normals, as in ConeTables

  void clear() { fours.clear(), points.clear(), delassus.clear(), inverse.clear(); }
  // Room for four groups of so many points. Returns which it is.
  std::uint32_t append(std::uint32_t count);
};

// A body of a problem, and its place there.
struct PlacedBody {
  std::uint32_t index;
  const ConeBody& body;
};

// One of the four: its contacts, their rows and points.
void load_lane(std::uint32_t lane, const PlacedBody& a, const PlacedBody& b, std::span<const ProblemContact> contacts,
               std::span<const ConeRow> rows, std::span<const ConePoint> points, FourTables& tables,
               std::uint32_t four);

}  // namespace abut::response

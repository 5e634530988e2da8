// Many points of one normal between two bodies, with friction, as sweeps of the cone law work on them
// (cone_visit_many.h).
//
// Their normals act on the bodies by three numbers, the resultant R = sum p_n a_i of the points' places a_i in the
// plane (even_normals.h), and their normal velocities are a_i . s with three more, which impulses change by T dR. So
// there is no matrix of the points, and a sweep costs the same for each of them, however many there are.
//
// Those that are allowed the least approach carry, as long as they can: of what touches all of them, as others that the
// bodies may still come nearer to are only to keep them from that. Places are in units of those that carry.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/types.h"
#include "abut/response/cone_rows.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

struct ManyPoint {
  ConeRow along_1, along_2;  // across the normal
};

struct ConeMany {
  std::size_t first = 0;           // of its points
  std::array<math::Vec3, 3> axes;  // the normal, and two directions across it
  std::array<ConeRow, 3> plane;    // how the bodies move by R, and s by them
  math::Mat3 T, inverse;           // the latter of what those that carry can change
  double least_speed = 0.0;        // m/s, of those
};

struct ManyTables {
  std::vector<ConeMany> groups;
  std::vector<ManyPoint> points;
  std::vector<math::Vec3> places;    // of all of them
  std::vector<math::Vec3> carriers;  // of those that carry, zeros for others

  void clear() { groups.clear(), points.clear(), places.clear(), carriers.clear(); }
  // Room for a group of so many points. Returns which it is.
  std::uint32_t append(std::uint32_t count);
};

// Its contacts, all of one normal and with friction. Writes what sweeps need to know of each point.
void load_many(const ConeBody& a, const ConeBody& b, std::span<const ProblemContact> contacts,
               std::span<ConePoint> points, ManyTables& tables, std::uint32_t many);

}  // namespace abut::response

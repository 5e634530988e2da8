// A few points between two bodies, as the rows of numbers that sweeps of the cone law work on (cone_visit.h).
//
// Row 3 k + i is axis i of point k: its normal, then two directions across it, the same for all points whose normals
// are; without friction row k is the normal of point k. With z = (v_a - v_b, w_a, -w_b), J z are the velocities along
// the rows, less what contacts ask for (offset) those that sweeps look at, and W = J M^-1 J^T says how impulses along
// them change these. A sweep reads z once, changes impulses, lets the rows' velocities follow by columns of W, and
// gives back J^T dp, the sum of what it changed, for the bodies. So a point costs a few additions to as many rows, and
// no body is touched in between. As every sweep starts from the bodies' own velocities, an error in W is made good by
// the next: single precision is enough for it.
//
// Rows are padded with zeros to a multiple of four, as many as fit into a register. Of groups that are swept by fours
// (cone_four.h) only impulses and units are here, in lanes: each followed by those of the other three; and so of groups
// of many points (cone_many.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/types.h"
#include "abut/response/cone_four.h"
#include "abut/response/cone_many.h"
#include "abut/response/cone_rows.h"
#include "abut/response/contact_problem.h"
#include "abut/response/small_normals.h"

namespace abut::response {

// A group's place in the tables.
struct ConeGroup {
  std::uint32_t a = 0, b = 0;           // bodies
  std::uint32_t first = 0, count = 0;   // points
  std::uint32_t num_axes = 3;           // of a point: 1 without friction
  bool has_one_normal = false;          // all its points do
  bool may_be_coupled = false;          // a point alone, with much friction
  std::uint32_t num_lanes = 1;          // four: it and three beside it are swept at once,
  std::uint32_t four = 0, lane = 0;     // as which of them, in which place
  bool is_many = false;                 // many points of one plane,
  std::uint32_t many = 0;               // as which of those groups
  std::size_t row = 0;                  // first of the impulses and units
  std::size_t jacobian = 0;             // in J
  std::size_t matrix = 0, normals = 0;  // of W, and of the matrices of its normals

  std::size_t num_rows() const {
    const std::size_t rows = std::size_t{num_axes} * count;
    return num_lanes > 1 ? rows : (rows + 3) / 4 * 4;
  }
  std::size_t find_row(std::size_t r) const { return row + r * num_lanes + lane; }
};

inline constexpr std::size_t kNumBodyRows = 9;  // of z
inline constexpr std::size_t kMostRows = 3 * kMostTogether;
static_assert(kMostRows % 4 == 0);

// Of all groups, one after another.
struct ConeTables {
  std::vector<ConePoint> points;
  std::vector<double> J;                  // of each group: nine times its rows
  std::vector<double> p;                  // impulses along the rows, and room behind them
  std::vector<double> weight;             // of each row: the inverse mass along the normal
  std::vector<double> offset;             // of each row: what its contact asks for
  std::vector<float> W;                   // rows by rows
  std::vector<double> delassus, inverse;  // of the normals: W, and the inverse of it regularised
  FourTables fours;
  ManyTables many;

  // Places for groups of these counts. Those of one four follow each other.
  void resize(std::span<ConeGroup> groups, std::size_t num_points);
};

// Four rows at a time.
using FourRows = Eigen::Array4d;
inline Eigen::Map<const FourRows> at_rows(const double* x) {
  return Eigen::Map<const FourRows>(x);
}
inline Eigen::Map<FourRows> at_rows(double* x) {
  return Eigen::Map<FourRows>(x);
}
inline FourRows at_rows(const float* x) {
  return Eigen::Map<const Eigen::Array4f>(x).cast<double>();
}

// Impulses along a group's rows, on its bodies: J^T p.
inline void push_by_rows(const double* J, const double* p, std::size_t num_rows, ConeBody& a, ConeBody& b) {
  std::array<double, kNumBodyRows> f;
  for (std::size_t c = 0; c < kNumBodyRows; ++c) {
    FourRows sum = at_rows(J + c * num_rows) * at_rows(p);
    for (std::size_t r = 4; r < num_rows; r += 4) sum += at_rows(J + c * num_rows + r) * at_rows(p + r);
    f[c] = sum.sum();
  }
  if (a.is_dynamic) a.push({f[0], f[1], f[2]}, {f[3], f[4], f[5]});
  if (b.is_dynamic) b.push({-f[0], -f[1], -f[2]}, {-f[6], -f[7], -f[8]});
}

// Rows and matrices of a group, and its impulses from the guess.
void load_group(const ConeGroup& group, const ConeBody& a, const ConeBody& b, std::span<const ProblemContact> contacts,
                std::span<const math::Vec3> guess, ConeTables& tables);

// All impulses of a group that is neither of four nor of many, on the bodies.
void push_bodies(const ConeGroup& group, const ConeTables& tables, ConeBody& a, ConeBody& b);

// The impulse of one of its points, on A.
math::Vec3 get_impulse(const ConeGroup& group, std::size_t k, const ConeTables& tables);
void set_impulse(const ConeGroup& group, std::size_t k, const math::Vec3& p, ConeTables& tables);

}  // namespace abut::response

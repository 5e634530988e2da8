// The point of a polyhedral cone that is nearest to a given one (D. R. Wilhelmsen, A nearest point algorithm for convex
// polyhedral cones and applications to positive linear approximation, 1976; 003 section 3 projects motions with it).
//
//   minimise  |f - x|   over   x = sum of u_i e_i,   u >= 0.
//
// x is nearest where r = f - x makes no acute angle with any generator, r . e_i <= 0, and is at right angles to those
// that carry it, u_i (r . e_i) = 0. Kept is a face: independent generators S with u_S > 0, x the point of their span
// nearest to f, and so of the cone that they generate.
//
//   start    with S as given, as far as it is independent and carries x with u > 0; others are taken out
//   enter    the generator e_j that makes r . e_j largest. It is independent of S, as r is at right angles to S and not
//            to e_j. u goes along the line towards the coefficients of the nearest point of the span of S and j; where
//            some u_k reaches 0 before, k leaves S and the line is taken anew. Where all are positive, x is nearer to f
//            than before: so no S comes twice, and the algorithm ends.
//
// Departure: a generator counts as violated where r . e_j > slack_j |r|^2, and beyond rounding: a caller who reads x as
// a motion knows which speeds do not matter. One that rounding alone keeps from S, or gives a negative coefficient, is
// passed over until x has moved.
//
// Cost of a step: the generators once (13 numbers each), and |S| times the dimension (updated_qr.h), |S| being at most
// the dimension: the number of generators counts once, not squared. No allocation once grown to the problem.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/response/cone_generators.h"
#include "abut/response/updated_qr.h"

namespace abut::response {

enum class ProjectionOutcome : std::uint8_t {
  kNearest,
  kInside,     // the target is in the cone, or nearer to it than can be told: r is rounding
  kMostSteps,  // the bound was reached; x is in the cone, not nearest
};

// Room to work in.
class ConeProjection {
 public:
  // Answers stay here until the next call. Precondition: the target has six numbers a block and one more; starts are
  // ids of generators, each once.
  ProjectionOutcome solve(const ConeGenerators& generators, std::span<const double> target,
                          std::span<const std::uint32_t> start, int max_steps);

  std::span<const std::uint32_t> face() const { return face_; }  // S
  std::span<const double> coefficients() const { return {u_.data(), face_.size()}; }
  std::span<const double> residual() const { return r_; }
  double distance_sq() const { return distance_sq_; }
  int num_steps() const { return num_steps_; }  // generators that joined or left S

 private:
  enum class Mark : std::uint8_t { kFree, kInFace, kPassedOver };

  bool append(const ConeGenerators& generators, std::uint32_t id, double bound);
  void remove(std::size_t k);
  void choose_start(const ConeGenerators& generators, std::span<const std::uint32_t> start);
  void update_residual();
  double find_first_stop() const;
  void enter(const ConeGenerators& generators, std::uint32_t id);
  void pass_over(std::uint32_t id);
  void pass_over_none();

  UpdatedQr qr_;
  std::vector<std::uint32_t> face_, passed_over_;
  std::vector<double> u_, next_;     // coefficients of S, and those that the line leads to
  std::vector<double> r_, column_;   // in the space
  std::vector<std::uint8_t> marks_;  // of all ids: Mark
  double distance_sq_ = 0.0;
  int num_steps_ = 0;
};

}  // namespace abut::response

// The contact problem as the cone law sweeps over it: bodies, and groups of points (cone_group.h) whose normals are
// solved together. In a sweep, for each group:
//
//   normals    r = u_n - least_speed of all its points; p_n -= (W + eps)^-1 r, W their Delassus matrix; where that
//              would pull somewhere, projected Gauss-Seidel on the small matrix instead. W may be singular (four
//              points of a face have rank three): eps = kRegularisation of its trace only slows what it cannot see.
//   together   what the points of the group can still hold, mu p_n - |p_t|, is their slack. The slip of its middle (of
//              the points weighted by it) is stopped by one impulse, at most the sum of slacks, shared in proportion:
//              no point leaves its disk, and where points with slack do not slip nothing changes. One after another
//              they would turn the body, and what slides along a line would be held by friction that points aside.
//   friction   of each point: what stops it if that lies in its disk of radius mu p_n, else the point of the disk
//              nearest to p_t - u_t / w, w the larger inverse mass. This is at rest only where friction opposes motion.
//
// Groups of more than eight points of one normal, with friction, share a load evenly, however many they are
// (cone_visit_many.h). Other groups of more than kMostTogether points (small_normals.h) are taken in parts.
//
// Groups of a large system are swept by colours (colour_groups.h), those of one shared by threads, and of equal size by
// fours (cone_visit_four.h); of a small one in their order, which brings a load down a stack in one sweep. Which it is
// depends on the problem alone.
//
// Impulses and velocities go along: after any call the bodies' velocities are those that the impulses make, up to
// rounding. A direction in which locks let nothing move takes friction only where it slides; normals along which
// nothing moves take no impulse.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "abut/base/function_ref.h"
#include "abut/base/thread_team.h"
#include "abut/response/colour_groups.h"
#include "abut/response/cone_group.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

class ConeSystem {
 public:
  // The bodies, and the guess projected into its cone. Of the points only what residuals need.
  void load(const ContactProblem& problem, const ThreadTeam* team = nullptr);
  // What sweeps need, from the guess times the factor in [0, 1] at which it does best (of those that stop a motion, the
  // impulses of the last step are too large where less is to be stopped now); from nothing where its largest load is
  // more than most_load. Once, after load.
  void prepare(double most_load = std::numeric_limits<double>::infinity());

  // Returns the largest residual met on the way, m/s.
  double sweep(bool is_forward);

  // Impulses, in place, and behind them a copy of the velocities that they make, as flat numbers to mix: a multiple of
  // four of both. Once they are changed, velocities are to be written back. Impulses may lie outside their cones until
  // the next sweep.
  std::span<double> read_state();
  void write_state();
  // Of the impulses of a state: each contact's inverse mass, so that squares add up to energies.
  std::span<const double> weights() const { return tables_.weight; }
  // Ranges of a loop, shared by threads where the system is large.
  void share(std::size_t count, std::size_t grain, FunctionRef<void(std::size_t, std::size_t)> work) const;

  // Impulses alone, to come back to.
  void save(std::vector<double>& p) const { p = tables_.p; }
  void restore(const std::vector<double>& p);
  // Velocities anew from the impulses, without what rounding has left in them.
  void update_velocities() { load_velocities(*problem_); }

  // Of every contact, in world axes; velocities follow what is written. After prepare.
  void read_points(std::vector<math::Vec3>& p) const;
  void write_points(std::span<const math::Vec3> p);
  void read_velocities(std::vector<math::Twist>& V) const;

  // m/s: the largest impulse along any row times its contact's inverse mass. After prepare.
  double compute_largest_load() const;

  std::size_t num_points() const { return guess_.size(); }
  std::span<const double> inverse_masses() const { return inv_n_; }  // of every point, along its normal; after prepare
  // As compute_residuals does.
  ContactResiduals measure(const ContactProblem& problem);
  // The root of the mean square of every point's largest residual, m/s, as measured last.
  double compute_mean_square_root() const;
  // Whether they are within the tolerance. Only where they are is all of them measured.
  bool measure_within(const ContactProblem& problem, double tolerance, ContactResiduals& residuals);
  void store(ContactImpulses& answer) const;

 private:
  void load_groups(const ContactProblem& problem);
  void sort_by_colours();
  void list_visits();
  void load_guess(const ContactProblem& problem);
  double compute_inverse_mass_of(std::size_t i) const;
  double compute_guess_factor() const;
  void scale_guess(double most_load);
  void share_groups(FunctionRef<void(const ConeGroup&)> work) const;
  void share_visits(bool is_forward, FunctionRef<void(std::size_t, std::size_t)> work) const;
  void load_velocities(const ContactProblem& problem);
  void push_guess(const ContactProblem& problem, const ConeGroup& group);
  void push_impulses(std::span<const ConeGroup> visit);
  ContactResiduals measure_point(std::size_t i) const;
  double sweep_visit(std::span<const ConeGroup> visit);
  std::span<const ConeGroup> get_visit(std::size_t i) const {
    return std::span(groups_).subspan(visits_[i], groups_[visits_[i]].num_lanes);
  }

  const ContactProblem* problem_ = nullptr;  // since load
  std::vector<ConeBody> bodies_;
  std::vector<ConeGroup> groups_, sorted_;
  ConeTables tables_;
  std::vector<double> inv_n_;      // inverse mass of every point along its normal, since prepare
  std::vector<math::Vec3> guess_;  // projected; the impulses until prepare
  std::vector<math::Vec3> impulses_;
  std::vector<std::uint32_t> visits_;      // the first group of each: of one, or of four at once
  std::vector<std::uint32_t> visit_ends_;  // of each colour
  std::vector<double> residuals_;          // of every visit, in a sweep
  std::vector<ContactResiduals> measured_;
  std::vector<ColourEdge> edges_;
  GroupColours colours_;  // of a large system
  const ThreadTeam* team_ = nullptr;
  bool is_prepared_ = false;
};

}  // namespace abut::response

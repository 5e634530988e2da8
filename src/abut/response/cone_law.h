// The true Coulomb cone: the law of contact_problem.h, neither a pyramid nor a convex relaxation of it.
//
// Gauss-Seidel over groups: the normals of a manifold are solved together, since points one after another tilt what
// stands symmetrically; then the friction of each of its points, exactly on its disk. In a sweep:
//
//   normals    r = u_n - least_speed of all points of the group; p_n -= (W + eps)^-1 r, W their Delassus matrix; where
//              that would pull somewhere, projected Gauss-Seidel on the small matrix instead. W may be singular (four
//              points of a face have rank three): eps = kRegularisation of its trace only slows what it cannot see.
//   together   what the points of the group can still hold, mu p_n - |p_t|, is their slack. The slip of its middle (of
//              the points weighted by it) is stopped by one impulse, at most the sum of slacks, shared in proportion:
//              no point leaves its disk, and where points with slack do not slip nothing changes. One after another
//              they would turn the body, and what slides along a line would be held by friction that points aside.
//   friction   of each point on its disk, by point_cone.h; where a group is one point and has not converged after a few
//              sweeps, normal and friction at once.
//
// Sweeps run forward and backward in turns until the residuals (compute_residuals) are within the tolerance, or the
// bound is reached. What has not converged after a few is helped by iterate_mixer.h, two sweeps being one step: tall
// stacks and heavy bodies on light ones have few slow directions. Warm-started by the problem's guess, projected into
// its cone.
//
// A direction in which locks let nothing move takes friction only where it slides; normals along which nothing moves
// take no impulse, and the outcome is not kSolved if they ask for one.
//
// Cost: bench/response_bench. The workspace is reused: no allocation once it has grown to the problem.
#pragma once

#include <cmath>
#include <vector>

#include "abut/response/contact_problem.h"
#include "abut/response/iterate_mixer.h"

namespace abut::response {

struct ConeOptions {
  double tolerance = 1e-8;  // relative to the problem's speed scale
  int max_sweeps = 1000;
};

// Room to work in.
class ConeLaw {
 public:
  // The answer lies in the workspace until the next call.
  const ContactImpulses& solve(const ContactProblem& problem, const ConeOptions& options);

 private:
  struct Body {
    math::Vec3 v, w, inv_mass;
    math::Mat3 inv_inertia;
    bool is_dynamic = false;
  };
  struct Point {
    std::uint32_t a = 0, b = 0;
    double mu = 0.0, least_speed = 0.0;
    double p_n = 0.0, p_1 = 0.0, p_2 = 0.0;        // the impulse along n, t1, t2
    double inv_n = 0.0, inv_1 = 0.0, inv_2 = 0.0;  // inverse masses along them
    math::Vec3 n, t1, t2, arm_a, arm_b;

    double friction() const { return std::sqrt(p_1 * p_1 + p_2 * p_2); }
    math::Vec3 impulse() const { return p_n * n + p_1 * t1 + p_2 * t2; }
  };
  struct Group {
    std::uint32_t first = 0, count = 0;
    std::size_t matrix = 0;  // where its count x count matrices start: in delassus_ and in inverse_
  };

  void load(const ContactProblem& problem);
  void load_point(const ContactProblem& problem, std::size_t i);
  double couple(const Point& point, const math::Vec3& d, const math::Vec3& e) const;
  void load_axes(Point& point) const;
  void load_group(const ContactGroup& group);
  void load_velocities(const ContactProblem& problem);
  static void project(Point& point);
  void store(const ContactProblem& problem);
  void apply(const Point& point, const math::Vec3& impulse);
  math::Vec3 compute_velocity(const Point& point) const;
  double sweep();
  double sweep_group(const Group& group);
  double solve_normals(const Group& group);
  void project_normals(const Group& group);
  void solve_common_friction(const Group& group);
  double solve_friction(Point& point);
  double solve_point(Point& point);
  double change_impulse(Point& point, const math::Vec3& p);
  void read_impulses(std::vector<double>& x) const;
  void mix_impulses(const ContactProblem& problem);
  void write_impulses(const ContactProblem& problem, const std::vector<double>& x);
  void remember_best(double residual);
  void end_on_best(const ContactProblem& problem);
  ContactResiduals measure(const ContactProblem& problem) const;

  std::vector<Body> bodies_;
  std::vector<Point> points_;
  std::vector<Group> groups_;
  std::vector<double> delassus_, inverse_;
  std::vector<double> rates_, before_, change_;  // of one group
  std::vector<double> last_, next_;              // impulses before and after two sweeps
  std::vector<double> best_;                     // those that met the least residual
  double best_residual_ = 0.0;
  IterateMixer mixer_;
  ContactImpulses answer_;
};

}  // namespace abut::response

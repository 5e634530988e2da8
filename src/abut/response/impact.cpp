#include "abut/response/impact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::response {
namespace {

using math::Mat3;
using math::Vec2;
using math::Vec3;

constexpr double kStepBound = 1e-13, kStopBound = 1e-11;  // of the speed of arrival
constexpr int kMostPieces = 5000, kMostBisections = 60, kMostDirectionSteps = 200;
constexpr double kLimitBound = 1e-9;  // of e
constexpr double kLineBound = 1e-13;  // how far a slip may turn from its line and still be one

// How far the path has come. Energy is that gained by the bodies.
struct PathState {
  Vec3 p = Vec3::Zero(), u = Vec3::Zero();
  double work = 0.0, energy = 0.0;  // W, and with friction's share
};

enum class Phase : std::uint8_t { kCompression, kRestitution };

class ImpactPath {
 public:
  ImpactPath(const ImpactProblem& problem, ImpactLaw law) : problem_(problem), law_(law) {
    state_.u = problem.u0;
    scale_ = problem.u0.norm();
    Mat2 K_tt = problem.K.topLeftCorner<2, 2>();
    K_tt.diagonal().array() += 1e-14 * problem.K.trace();  // a locked direction stays where it is
    K_tt_ = K_tt;
  }

  Impact run();

 private:
  using Mat2 = Eigen::Matrix2d;

  Vec2 slip() const { return state_.u.head<2>(); }
  void take_piece();
  void run_line(const Vec3& force, double stop);
  void take_swirl();
  PathState step_swirl(const PathState& from, double h, double& error) const;
  PathState make_rate(const PathState& at) const;
  Vec3 choose_force_from_rest() const;
  bool slides_along_a_line(Vec3& force) const;
  double compute_goal(const PathState& at) const;
  double find_line_end(const Vec3& force, double most) const;
  void end_phase();

  const ImpactProblem& problem_;
  ImpactLaw law_;
  Mat2 K_tt_;
  PathState state_;
  Phase phase_ = Phase::kCompression;
  double scale_ = 1.0, step_ = 0.0;
  double p_compressed_ = 0.0, work_compressed_ = 0.0;
  bool is_done_ = false, has_met_limit_ = false;
};

PathState advance_line(const PathState& from, const Mat3& K, const Vec3& force, double dp) {
  const Vec3 rate = K * force;
  PathState to = from;
  to.p += dp * force, to.u += dp * rate;
  to.work += dp * (from.u.z() + 0.5 * dp * rate.z());
  to.energy += dp * force.dot(from.u + 0.5 * dp * rate);
  return to;
}

// Rises through zero where the phase ends.
double ImpactPath::compute_goal(const PathState& at) const {
  if (phase_ == Phase::kCompression) return at.u.z();
  const double limit = at.energy;  // of energy, back at its start
  switch (law_) {
    case ImpactLaw::kNewton:
      return std::max(at.u.z() + problem_.e * problem_.u0.z(), limit);
    case ImpactLaw::kPoisson:
      return std::max(at.p.z() - (1 + problem_.e) * p_compressed_, limit);
    case ImpactLaw::kStronge:
      break;
  }
  return at.work - (1 - problem_.e * problem_.e) * work_compressed_;
}

// Where along a line the phase ends, at most `most`: the goal is monotone there, linear or quadratic.
double ImpactPath::find_line_end(const Vec3& force, double most) const {
  const auto goal = [&](double dp) { return compute_goal(advance_line(state_, problem_.K, force, dp)); };
  if (goal(0.0) >= 0) return 0.0;
  const double rate = std::abs((problem_.K * force).z());
  double high = std::isfinite(most) ? most : (rate > 0 ? 2 * scale_ / rate : 1.0);
  if (!std::isfinite(most))
    for (int i = 0; i < kMostBisections && goal(high) < 0; ++i) high *= 2;
  if (goal(high) < 0) return high;
  double low = 0.0;
  for (int i = 0; i < kMostBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (goal(middle) < 0 ? low : high) = middle;
  }
  return high;
}

void ImpactPath::end_phase() {
  if (phase_ == Phase::kCompression) {
    phase_ = Phase::kRestitution;
    p_compressed_ = state_.p.z(), work_compressed_ = state_.work;
    is_done_ = problem_.e <= 0;
    return;
  }
  is_done_ = true;
  has_met_limit_ = law_ != ImpactLaw::kStronge && state_.energy >= 0;
}

// A straight piece of the path, at most to where its slip stops, or where friction presses together again what had
// begun to part: there compression goes on.
void ImpactPath::run_line(const Vec3& force, double stop) {
  const double rate = (problem_.K * force).z();
  const double most = phase_ == Phase::kRestitution && rate < 0 ? std::min(stop, -state_.u.z() / rate) : stop;
  const double end = find_line_end(force, most);
  state_ = advance_line(state_, problem_.K, force, end);
  if (compute_goal(state_) >= 0) return end_phase();
  if (end == stop) state_.u.head<2>().setZero();
  if (most < stop) phase_ = Phase::kCompression, state_.u.z() = -std::numeric_limits<double>::min();
}

// Sticks where it can; else slips off along s with (mu K_tt + c) s = K_tz: |s| falls as c grows.
Vec3 ImpactPath::choose_force_from_rest() const {
  const Vec2 K_tz = problem_.K.block<2, 1>(0, 2), held = -K_tt_.inverse() * K_tz;
  if (held.norm() <= problem_.mu) return {held.x(), held.y(), 1.0};
  const auto direction = [&](double c) -> Vec2 {
    return (problem_.mu * K_tt_ + c * Mat2::Identity()).inverse() * K_tz;
  };
  double low = 0.0, high = K_tz.norm();
  for (int i = 0; i < kMostDirectionSteps && high - low > 1e-16 * high; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (direction(middle).norm() > 1 ? low : high) = middle;
  }
  const Vec2 s = direction(high).normalized();
  return {-problem_.mu * s.x(), -problem_.mu * s.y(), 1.0};
}

bool ImpactPath::slides_along_a_line(Vec3& force) const {
  const Vec2 s = slip().normalized();
  force = {-problem_.mu * s.x(), -problem_.mu * s.y(), 1.0};
  const Vec2 rate = (problem_.K * force).head<2>();
  return std::abs(s.x() * rate.y() - s.y() * rate.x()) <= kLineBound * problem_.K.trace() * (1 + problem_.mu);
}

// Of a slip that turns, by tau.
PathState ImpactPath::make_rate(const PathState& at) const {
  const double speed = at.u.head<2>().norm();
  PathState rate;
  rate.p << -problem_.mu * at.u.head<2>(), speed;
  rate.u = problem_.K * rate.p;
  rate.work = speed * at.u.z();
  rate.energy = at.u.dot(rate.p);
  return rate;
}

PathState add_scaled(const PathState& a, double h, const PathState& b) {
  return {a.p + h * b.p, a.u + h * b.u, a.work + h * b.work, a.energy + h * b.energy};
}

// One step of Dormand and Prince, 5(4); error as a speed.
PathState ImpactPath::step_swirl(const PathState& from, double h, double& error) const {
  constexpr double a[6][6] = {{1.0 / 5},
                              {3.0 / 40, 9.0 / 40},
                              {44.0 / 45, -56.0 / 15, 32.0 / 9},
                              {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                              {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                              {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  constexpr double e[7] = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
  PathState rates[7], at = from;
  rates[0] = make_rate(from);
  for (int i = 0; i < 6; ++i) {
    at = from;
    for (int j = 0; j <= i; ++j) at = add_scaled(at, h * a[i][j], rates[j]);
    rates[i + 1] = make_rate(at);
  }
  Vec3 wrong = Vec3::Zero();
  for (int i = 0; i < 7; ++i) wrong += h * e[i] * rates[i].u;
  error = wrong.norm();
  return at;
}

void ImpactPath::take_swirl() {
  if (step_ == 0.0) step_ = 0.1 / (problem_.K.trace() * (1 + problem_.mu));
  double error = 0.0;
  PathState to = step_swirl(state_, step_, error);
  const double bound = kStepBound * scale_;
  const double ratio = std::sqrt(std::sqrt(bound / std::max(error, 1e-4 * bound)));  // within 10
  if (error > bound) return void(step_ *= std::clamp(0.9 * ratio, 0.2, 0.9));
  if (compute_goal(to) >= 0) {
    double low = 0.0, high = step_;
    for (int i = 0; i < kMostBisections; ++i) {
      const double middle = 0.5 * (low + high);
      const PathState between = step_swirl(state_, middle, error);
      (compute_goal(between) < 0 ? low : high) = middle;
    }
    state_ = step_swirl(state_, high, error);
    return end_phase();
  }
  state_ = to;
  step_ *= std::clamp(0.9 * ratio, 0.2, 4.0);
}

void ImpactPath::take_piece() {
  constexpr double kForever = std::numeric_limits<double>::infinity();
  // Friction may press the bodies together again after they had begun to part: compression goes on.
  if (phase_ == Phase::kRestitution && state_.u.z() < -kStopBound * scale_) phase_ = Phase::kCompression;
  if (problem_.mu <= 0) return run_line(Vec3::UnitZ(), kForever);
  const double speed = slip().norm();
  if (speed <= kStopBound * scale_) return run_line(choose_force_from_rest(), kForever);
  Vec3 force;
  if (!slides_along_a_line(force)) return take_swirl();
  const double slowing = -(problem_.K * force).head<2>().dot(slip()) / speed;
  run_line(force, slowing > 0 ? speed / slowing : kForever);
}

Impact ImpactPath::run() {
  Impact impact;
  while (!is_done_ && impact.num_pieces < kMostPieces) take_piece(), ++impact.num_pieces;
  if (!is_done_) impact.outcome = ImpactOutcome::kNotFinished;
  impact.p = state_.p;
  impact.u = problem_.u0 + problem_.K * impact.p;
  impact.energy_lost = -0.5 * impact.p.dot(problem_.u0 + impact.u);
  impact.e = problem_.e;
  if (!has_met_limit_) return impact;
  // Where nothing is lost, e = 1 meets the limit by rounding alone.
  const double e = law_ == ImpactLaw::kNewton ? -impact.u.z() / problem_.u0.z() : impact.p.z() / p_compressed_ - 1;
  impact.is_limited = e < problem_.e - kLimitBound;
  if (impact.is_limited) impact.e = e;
  return impact;
}

}  // namespace

Impact compute_impact(const ImpactProblem& problem, ImpactLaw law) {
  Impact none;
  none.u = problem.u0, none.e = problem.e;
  if (!(problem.u0.z() < 0)) {
    none.outcome = ImpactOutcome::kLeaving;
    return none;
  }
  if (!(problem.K(2, 2) > 0)) {
    none.outcome = ImpactOutcome::kImmovable;
    return none;
  }
  return ImpactPath(problem, law).run();
}

}  // namespace abut::response

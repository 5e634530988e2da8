#include "abut/response/cone_projection.h"

#include <algorithm>
#include <cmath>

namespace abut::response {
namespace {

// Of a generator's length, outside the span of the others. Less is what rounding leaves of a dependent one, and holds r
// back by no more than that share of its length.
constexpr double kIndependentBound = 1e-13;
// A start may as well be well-conditioned: what is missing from it enters.
constexpr double kIndependentStart = 1e-6;
// Of the target's length: rounding of r, relative to it, is then 1e-7.
constexpr double kInsideBound = 1e-9;

double sum_squares(std::span<const double> x) {
  double sum = 0.0;
  for (const double each : x) sum += each * each;
  return sum;
}

}  // namespace

bool ConeProjection::append(const ConeGenerators& generators, std::uint32_t id, double bound) {
  std::fill(column_.begin(), column_.end(), 0.0);
  generators.add_to(column_, id, 1.0);
  if (!qr_.append(column_, bound)) return false;
  face_.push_back(id);
  marks_[id] = static_cast<std::uint8_t>(Mark::kInFace);
  ++num_steps_;
  return true;
}

void ConeProjection::remove(std::size_t k) {
  qr_.remove(k);
  marks_[face_[k]] = static_cast<std::uint8_t>(Mark::kFree);
  face_.erase(face_.begin() + static_cast<std::ptrdiff_t>(k));
  u_.erase(u_.begin() + static_cast<std::ptrdiff_t>(k));
  ++num_steps_;
}

void ConeProjection::pass_over(std::uint32_t id) {
  marks_[id] = static_cast<std::uint8_t>(Mark::kPassedOver);
  passed_over_.push_back(id);
}

void ConeProjection::pass_over_none() {
  for (const std::uint32_t id : passed_over_) marks_[id] = static_cast<std::uint8_t>(Mark::kFree);
  passed_over_.clear();
}

// Each turn but the last takes one out at least.
void ConeProjection::choose_start(const ConeGenerators& generators, std::span<const std::uint32_t> start) {
  for (const std::uint32_t id : start)
    if (append(generators, id, kIndependentStart)) u_.push_back(0.0);
  num_steps_ = 0;
  for (;;) {
    qr_.compute_coefficients(u_);
    const std::size_t before = face_.size();
    for (std::size_t k = before; k-- > 0;)
      if (!(u_[k] > 0)) remove(k);
    if (face_.size() == before) return;
  }
}

void ConeProjection::update_residual() {
  qr_.compute_residual(r_);
  distance_sq_ = sum_squares(r_);
}

// The share of the way from u_ to next_ at which the first coefficient is used up; more than 1 if none is.
double ConeProjection::find_first_stop() const {
  double share = 2.0;
  for (std::size_t k = 0; k < face_.size(); ++k)
    if (!(next_[k] > 0)) share = std::min(share, u_[k] / (u_[k] - next_[k]));
  return share;
}

void ConeProjection::enter(const ConeGenerators& generators, std::uint32_t id) {
  if (!append(generators, id, kIndependentBound)) return pass_over(id);
  u_.push_back(0.0);
  for (bool is_first = true;; is_first = false) {
    next_.resize(face_.size());
    qr_.compute_coefficients(next_);
    if (is_first && !(next_.back() > 0)) return remove(face_.size() - 1), pass_over(id);
    const double share = find_first_stop();
    if (share > 1.0) break;
    for (std::size_t k = face_.size(); k-- > 0;) {
      const bool is_used_up = !(next_[k] > 0) && u_[k] / (u_[k] - next_[k]) <= share;
      u_[k] += share * (next_[k] - u_[k]);
      if (is_used_up || !(u_[k] > 0)) remove(k);
    }
  }
  std::copy(next_.begin(), next_.end(), u_.begin());
  pass_over_none();
}

ProjectionOutcome ConeProjection::solve(const ConeGenerators& generators, std::span<const double> target,
                                        std::span<const std::uint32_t> start, int max_steps) {
  qr_.start(target, generators.num_ids());
  face_.clear(), passed_over_.clear(), u_.clear();
  marks_.assign(generators.num_ids(), static_cast<std::uint8_t>(Mark::kFree));
  r_.resize(target.size()), column_.resize(target.size());
  num_steps_ = 0;
  choose_start(generators, start);
  const double size = std::sqrt(sum_squares(target)), inside = kInsideBound * size;
  for (;;) {
    update_residual();
    if (distance_sq_ <= inside * inside) return ProjectionOutcome::kInside;
    const std::uint32_t id = generators.find_most_violated(r_, size, distance_sq_, marks_);
    if (id == ConeGenerators::kNone) return ProjectionOutcome::kNearest;
    if (num_steps_ >= max_steps) return ProjectionOutcome::kMostSteps;
    enter(generators, id);
  }
}

}  // namespace abut::response

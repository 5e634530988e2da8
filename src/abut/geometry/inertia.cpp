#include "abut/geometry/inertia.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "abut/geometry/principal_axes.h"

namespace abut::geometry {
namespace {

using math::Mat3;
using math::Vec3;

std::optional<InertiaFault> find_form_fault(const Mat3& I) {
  for (int row = 0; row < 3; ++row) {
    for (int col = 0; col < 3; ++col) {
      if (std::isfinite(I(row, col))) continue;
      return InertiaFault{InertiaFaultKind::kNotFinite,
                          fmt::format("the inertia has the entry {} in row {}, column {}", I(row, col), row, col),
                          "give nine finite numbers"};
    }
  }
  const double slack = kWrittenDigits * I.cwiseAbs().maxCoeff();
  for (int row = 0; row < 3; ++row) {
    for (int col = row + 1; col < 3; ++col) {
      if (std::abs(I(row, col) - I(col, row)) <= slack) continue;
      return InertiaFault{
          InertiaFaultKind::kNotSymmetric,
          fmt::format("the inertia is not symmetric: {} in row {}, column {}, but {} across the diagonal", I(row, col),
                      row, col, I(col, row)),
          "give the same number twice"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<InertiaFault> check_inertia(const Mat3& I) {
  if (auto fault = find_form_fault(I)) return {*fault};
  std::vector<InertiaFault> faults;
  const Vec3 moments = compute_principal_axes(I).moments;
  const double slack = kWrittenDigits * moments.cwiseAbs().maxCoeff();
  if (moments[0] < -slack) {
    faults.push_back({InertiaFaultKind::kNegativeMoment,
                      fmt::format("the inertia has the negative principal moment {} kg m^2", moments[0]),
                      "check the signs; products of inertia enter the tensor with a minus"});
  }
  if (moments[2] > moments[0] + moments[1] + slack) {
    faults.push_back({InertiaFaultKind::kTriangleInequality,
                      fmt::format("no body has the principal moments {}, {} and {} kg m^2: the largest exceeds the sum "
                                  "of the others",
                                  moments[0], moments[1], moments[2]),
                      "check the numbers and their units, or leave the inertia out to have it computed"});
  }
  return faults;
}

std::optional<InertiaFault> find_free_axis_fault(const Mat3& I_BBcm_W, const LockedAxes& locked) {
  const auto num_free = std::ranges::count(locked, false);
  if (num_free == 0) return std::nullopt;
  const Vec3 moments = compute_principal_axes(I_BBcm_W).moments;
  const double zero = kZeroMomentBound * moments[2];
  if (num_free == 1) {
    const auto free = std::ranges::find(locked, false) - locked.begin();
    if (I_BBcm_W(free, free) > zero) return std::nullopt;
    return InertiaFault{InertiaFaultKind::kNoMomentAboutFreeAxis,
                        fmt::format("the body has no inertia about the {} axis, about which it may turn", "xyz"[free]),
                        "lock its rotation about that axis, or give an inertia"};
  }
  if (moments[0] > zero) return std::nullopt;
  const char* shape = moments[1] > zero ? "like a rod, about its own axis" : "like a point, about any axis";
  return InertiaFault{InertiaFaultKind::kNoMomentAboutFreeAxis, fmt::format("the body has no inertia {}", shape),
                      "give an inertia, or lock its rotations"};
}

}  // namespace abut::geometry

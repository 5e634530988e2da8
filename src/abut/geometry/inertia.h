// Whether a body can have a given inertia tensor, and whether it can turn with it.
//
// The second moments of a mass distribution are positive semidefinite, so its principal moments I1 <= I2 <= I3 are not
// negative and I3 <= I1 + I2, with equality for a lamina (which is valid). A rod has I1 = 0, a point all zero: valid as
// distributions, but torque about such an axis has no finite answer.
//
// Tensors are compared relative to their largest moment, with kWrittenDigits of slack, because people write inertia
// with six digits and a lamina lies on the border: each moment is off by at most 5e-6 of itself, I3 - I1 - I2 by at
// most 5e-6 (I1 + I2 + I3) <= 1e-5 I3. A body slightly beyond the border moves no less well for it.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "abut/math/types.h"

namespace abut::geometry {

inline constexpr double kWrittenDigits = 1e-5;
// A computed moment that small against the largest is zero: the tensor of a rod comes with that much rounding.
inline constexpr double kZeroMomentBound = 256 * std::numeric_limits<double>::epsilon();

enum class InertiaFaultKind : std::uint8_t {
  kNotFinite,
  kNotSymmetric,
  kNegativeMoment,
  kTriangleInequality,  // one principal moment exceeds the sum of the others
  kNoMomentAboutFreeAxis,
};

// Worded for an InputError.
struct InertiaFault {
  InertiaFaultKind kind = InertiaFaultKind::kNotFinite;
  std::string fault;
  std::string remedy;
};

// Everything that makes the tensor one that no body can have; empty if a body can. Of a tensor that is not finite or
// not symmetric nothing else is said.
std::vector<InertiaFault> check_inertia(const math::Mat3& I);

// Rotations locked about the world's x, y, z axes.
using LockedAxes = std::array<bool, 3>;

// Whether a body with this inertia (in world axes, as it starts) can be torqued about the axes that are not locked:
//   all locked    it never turns, anything will do, a point too
//   one free      the moment about that axis must be positive; it stays what it is when the body turns about it
//   two or three  every principal moment must be positive: a rod can be turned until it lies in the free plane
// Precondition: check_inertia finds nothing.
std::optional<InertiaFault> find_free_axis_fault(const math::Mat3& I_BBcm_W, const LockedAxes& locked);

}  // namespace abut::geometry

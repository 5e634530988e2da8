// Principal moments and axes of an inertia tensor, by cyclic Jacobi rotations: square roots only, no trigonometry, so
// that the same tensor gives the same bits everywhere.
#pragma once

#include "abut/math/types.h"

namespace abut::geometry {

struct PrincipalAxes {
  math::Vec3 moments;  // ascending
  // Unit; the columns of R_BP are the axes of the moments in B, right-handed. Of each of the first two axes the largest
  // component is positive (the first such, if several are as large).
  math::Quat q_BP = math::Quat::Identity();
};

// I = R_BP diag(moments) R_BP^T within a few eps |I|. The tensor is taken as symmetric: (I + I^T) / 2. Equal moments
// leave their axes open; the ones nearest to where the rotations started, the axes of B, come out, so a tensor that is
// already diagonal is only sorted. Precondition: finite.
PrincipalAxes compute_principal_axes(const math::Mat3& I_B);

}  // namespace abut::geometry

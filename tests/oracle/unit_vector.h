// How far a rounded unit vector is from the true direction, to a hundred digits.
#pragma once

#include <boost/multiprecision/gmp.hpp>

#include "oracle/rational.h"

namespace abut::oracle {

using Real = boost::multiprecision::mpf_float_100;

// |n - direction / |direction||
template <class Vector>
double compute_unit_error(const Vector& n, const RVec3& direction) {
  const Real length = sqrt(Real(dot(direction, direction)));
  Real error_sq = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Real difference = Real(n[static_cast<long>(i)]) - Real(direction[i]) / length;
    error_sq += difference * difference;
  }
  return static_cast<double>(sqrt(error_sq));
}

}  // namespace abut::oracle

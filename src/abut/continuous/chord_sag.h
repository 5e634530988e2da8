// How far (1-u) h0 + u h1 - u (1-u) C, u in [0, 1], falls below min(h0, h1): what a separation along a turning
// direction may lose between the ends of an interval (certify.h).
//
// With r = |h1 - h0|: nothing if C <= r, for then it is least at an end; else (C - r)^2 / (4 C), where 2 C u = C - r,
// counted from the lower end.
#pragma once

namespace abut::continuous {

// Rounded upward: C - r is off by at most u C, which makes u C / 2, and the rest by 8 u of itself; u = 2^-53.
// Precondition: C >= 0, r >= 0 or rounded from a difference of doubles.
inline double compute_chord_sag(double C, double r) {
  constexpr double kUnit = 0x1p-53;
  if (C <= r * (1 - 4 * kUnit)) return 0.0;
  return (C - r) * (C - r) / (4 * C) * (1 + 16 * kUnit) + 2 * kUnit * C;
}

}  // namespace abut::continuous

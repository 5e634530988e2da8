// Contact with Coulomb friction in a plane, exactly: each contact is open, sticks, or slides one way or the other. All
// 4^n choices are solved and judged in rationals. In a plane the cone of friction has two edges, so this is Coulomb's
// law itself and no approximation.
#pragma once

#include <array>
#include <vector>

#include "oracle/rational_system.h"

namespace abut::oracle {

using RVec2 = std::array<Rational, 2>;

struct PlanarBody {
  Rational inv_mass, inv_inertia;
  RVec2 v;
  Rational w;  // of x towards z
};

struct PlanarContact {
  std::size_t a = 0, b = 0;
  RVec2 n;  // from B towards A
  RVec2 arm_a, arm_b;
  Rational mu, least_speed;
};

struct PlanarAnswer {
  std::vector<RVec2> p;  // on A
  std::vector<RVec2> v;  // of every body
  RVector w;
};

// Every answer that a choice determines.
std::vector<PlanarAnswer> enumerate_modes(const std::vector<PlanarBody>& bodies,
                                          const std::vector<PlanarContact>& contacts);

}  // namespace abut::oracle

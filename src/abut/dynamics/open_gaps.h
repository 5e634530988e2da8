// Gaps opened as far as there is room (reposition.h). Where there is none for what is asked, less is asked there, so
// that nothing is thrown about; and there alone: what ends a step nearer than it should is all the harder to keep apart
// in the next.
#pragma once

#include <span>
#include <vector>

#include "abut/dynamics/reposition.h"

namespace abut::dynamics {

// Room to work in, reused.
class GapOpener {
 public:
  // Changes V, and lowers targets where there is no room for them. Bodies as in Repositioner.
  void open(std::span<const response::ProblemBody> bodies, std::span<GapConstraint> gaps, double h,
            std::span<math::Twist> V);

 private:
  bool ask_for_less(std::span<const response::ProblemBody> bodies, std::span<GapConstraint> gaps, double h,
                    std::span<const math::Twist> V);

  Repositioner repositioner_;
  std::vector<math::Twist> unmoved_;
  std::vector<char> crowded_;  // bodies that have no room for what gaps ask
};

}  // namespace abut::dynamics

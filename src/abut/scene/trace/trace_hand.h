// What a person changes while a run goes on, and how it acts: recorded before the step in which it first does, so that
// a run that was steered can be repeated to the bit like any other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "abut/base/ids.h"
#include "abut/dynamics/simulation.h"
#include "abut/math/types.h"

namespace abut::scene {

// A body held by a point and drawn to another (dynamics/pull.h).
struct HandPull {
  BodyId body;
  math::Vec3 p_BP = math::Vec3::Zero(), p_WT = math::Vec3::Zero();
  bool operator==(const HandPull&) const = default;
};

struct Hand {
  double friction = 1.0;  // factor of every coefficient
  math::Vec3 gravity = math::Vec3::Zero();
  std::string law;
  std::optional<HandPull> pull;
  bool operator==(const Hand&) const = default;
};

// What a block of kind kHand holds.
std::string encode_hand(const Hand& hand);
// Nothing if the bytes are none of a trace of so many bodies: numbers that are not finite or a law that there is not
// among it.
std::optional<Hand> decode_hand(std::string_view bytes, std::size_t num_bodies);

// Lays a hand on a simulation. Precondition: pulls are of dynamic bodies, laws are such that there are.
class HandOnRun {
 public:
  explicit HandOnRun(const dynamics::Simulation& simulation);
  const Hand& hand() const { return hand_; }  // at first one that changes nothing

  // From the next step on.
  void set(const Hand& hand, dynamics::Simulation& simulation);
  // Before every step: the pull, since the body has moved.
  void act(dynamics::Simulation& simulation) const;

 private:
  dynamics::Settings settings_;  // at first
  Hand hand_;
};

}  // namespace abut::scene

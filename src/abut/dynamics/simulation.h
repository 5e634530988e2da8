// A simulation: bodies, and how to step them. Every step that is accepted is proven free of contact nearer than the
// guaranteed distance, throughout (step.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "abut/dynamics/body.h"
#include "abut/dynamics/settings.h"
#include "abut/dynamics/state.h"
#include "abut/dynamics/step_record.h"

namespace abut::dynamics {

class Simulation {
 public:
  // Throws InputError where bodies overlap at the start (pair, place, depth, remedy), or where there is no such contact
  // law. `names` are those of the bodies, for messages.
  Simulation(std::vector<BodyModel> models, std::vector<BodyState> bodies, Settings settings,
             std::vector<std::string> names);
  ~Simulation();
  Simulation(Simulation&&) noexcept;

  // One step on. The record is valid until the next call. After an outcome that is not kAccepted the state is that
  // before the step, and so it stays.
  const StepRecord& step();

  const std::vector<BodyModel>& models() const;
  const Settings& settings() const;
  const State& state() const;
  void restore(State state);

  // Between steps what acts on bodies may change; all of them wake. Throws InputError where there is no such contact
  // law.
  void set_settings(Settings settings);
  // Force at the centre of mass, N, and torque, N m, from now on, besides gravity and what the model says, in place of
  // those set before. They count for nothing in the potential energy of a record. Precondition: a dynamic body.
  void set_load(BodyId body, const math::Vec3& force, const math::Vec3& torque);

  // Pairs of bodies, the lesser first, that are not looked at: of one group.
  std::vector<std::pair<BodyId, BodyId>> find_exempt_pairs() const;

 private:
  struct Stage;
  std::unique_ptr<Stage> stage_;
};

}  // namespace abut::dynamics

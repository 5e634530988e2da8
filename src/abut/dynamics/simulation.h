// A simulation: bodies, and how to step them. Every step that is accepted is proven free of contact nearer than the
// guaranteed distance, throughout (step.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "abut/base/tolerances.h"
#include "abut/contact/contact_set.h"
#include "abut/dynamics/body.h"
#include "abut/dynamics/step_record.h"
#include "abut/response/laws.h"

namespace abut::dynamics {

// Friction and restitution of two materials.
struct MaterialMeeting {
  double friction = 0.5;
  double restitution = 0.0;
};

struct Settings {
  math::Vec3 gravity = math::Vec3(0.0, 0.0, -9.81);
  double step = 1.0 / 240.0;  // s
  Tolerances tolerances;
  double contact_margin = 0.0, minimum_separation = 0.0;  // m, as in a scene
  response::LawOptions law;
  std::vector<MaterialMeeting> meetings;  // num_materials^2 of them, by row
  std::size_t num_materials = 1;
  int num_threads = 1;
  bool allows_sleep = false;
  bool records_contacts = true, records_certificates = true;
};

// All that the next step depends on. Saved, restored and hashed.
struct State {
  std::int64_t num_steps = 0;
  double t = 0.0;
  std::vector<BodyState> bodies;
  contact::ContactSets contacts;
  std::uint64_t next_contact_id = 1;
};

std::uint64_t compute_hash(const State& state);

class Simulation {
 public:
  // Throws InputError where bodies overlap at the start (pair, place, depth, remedy), or settings are none. `names` are
  // those of the bodies, for messages.
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

  // Pairs of bodies, the lesser first, that are not looked at: of one group.
  std::vector<std::pair<BodyId, BodyId>> find_exempt_pairs() const;

 private:
  struct Stage;
  std::unique_ptr<Stage> stage_;
};

}  // namespace abut::dynamics

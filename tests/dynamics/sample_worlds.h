// Small worlds for the tests of this layer.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "abut/dynamics/candidates.h"
#include "abut/dynamics/classify_contacts.h"
#include "abut/dynamics/islands.h"
#include "abut/dynamics/simulation.h"
#include "abut/dynamics/step_contacts.h"
#include "abut/dynamics/step_stage.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/shape.h"
#include "abut/math/pose.h"
#include "abut/math/random.h"

namespace abut::dynamics {

using ShapePointer = std::shared_ptr<const geometry::Shape>;

inline ShapePointer make_shared_shape(geometry::Shape shape) {
  return std::make_shared<const geometry::Shape>(std::move(shape));
}
inline ShapePointer make_box_shape(const math::Vec3& size) {
  return make_shared_shape(geometry::make_shape(geometry::make_box(size)));
}

inline math::Vec3 compute_box_moments(const math::Vec3& size, double mass) {
  const math::Vec3 sq = size.cwiseAbs2();
  return mass / 12 * math::Vec3(sq.y() + sq.z(), sq.x() + sq.z(), sq.x() + sq.y());
}

struct World {
  std::vector<BodyModel> models;
  std::vector<BodyState> states;
  Settings settings;
  std::vector<std::string> names;

  BodyId add(BodyModel model, const math::Pose& X_WB, const math::Twist& V = {}) {
    if (model.type == BodyType::kKinematic && model.script.poses.empty()) model.script.poses = {{0.0, X_WB}};
    states.push_back(make_body_state(model, X_WB, V));
    models.push_back(std::move(model));
    names.push_back(fmt::format("body {}", names.size()));
    return BodyId(names.size() - 1);
  }
  BodyId add_fixed(ShapePointer shape, const math::Pose& X_WB) {
    BodyModel model;
    model.shape = std::move(shape);
    model.type = BodyType::kStatic;
    return add(model, X_WB);
  }
  Simulation make() const { return {models, states, settings, names}; }
};

inline BodyModel make_model(ShapePointer shape, double mass, const math::Vec3& moments) {
  BodyModel model;
  model.shape = std::move(shape);
  model.mass = mass;
  model.I_BBcm_B = moments.asDiagonal();
  model.inv_I_BBcm_B = moments.cwiseInverse().asDiagonal();
  return model;
}
inline BodyModel make_box_model(const math::Vec3& size, double mass) {
  return make_model(make_box_shape(size), mass, compute_box_moments(size, mass));
}
inline BodyModel make_ball_model(double radius, double mass) {
  return make_model(make_shared_shape(geometry::make_ball(radius)), mass,
                    math::Vec3::Constant(0.4 * mass * radius * radius));
}

inline math::Pose make_place(double x, double y, double z) {
  return math::Pose::from_translation({x, y, z});
}

// m: how far apart bodies rest, of which the smaller has such bounds, or is such a ball.
inline double compute_resting_gap(const math::Vec3& size) {
  return Tolerances().security_share * size.norm();
}
inline double compute_resting_gap(double radius) {
  return compute_resting_gap(math::Vec3::Constant(2 * radius));
}

// A floor whose top is z = 0.
inline void add_floor(World& world) {
  world.add_fixed(make_box_shape({40, 40, 2}), make_place(0, 0, -1));
}

// Six random boxes above a floor, so far above each other, that tumble down with this speed.
inline World make_tumble(std::uint64_t seed, double spacing, double speed) {
  World world;
  add_floor(world);
  math::Random random(seed);
  for (int i = 0; i < 6; ++i) {
    const math::Vec3 size(random.next_between(0.3, 1), random.next_between(0.3, 1), random.next_between(0.3, 1));
    world.add(make_box_model(size, random.next_between(0.1, 10)),
              {math::Vec3(0.4 * (i % 2), 0.3 * (i / 2 % 2), 1 + spacing * i), random.next_rotation()},
              {5 * random.next_direction(), math::Vec3(0, 0, -speed)});
  }
  return world;
}

// m: how far apart unit cubes rest.
inline const double kCubeGap = compute_resting_gap({1, 1, 1});

// Unit cubes, one on the other, `gap` apart.
inline void add_stack(World& world, int num_boxes, double gap = kCubeGap) {
  const BodyModel model = make_box_model({1, 1, 1}, 1);
  for (int i = 0; i < num_boxes; ++i) world.add(model, make_place(0, 0, 0.5 + gap + i * (1 + gap)));
}

// A world in the midst of a step of h seconds: contacts are known, nothing is solved yet.
struct StagedWorld {
  World world;
  State state;
  StepStage stage;
  double h;

  explicit StagedWorld(World given, double step = 1.0 / 240) : world(std::move(given)), h(step) {
    state.bodies = world.states;
    start();
  }
  // Anew, from what `state` has become.
  void start() {
    stage.contacts.clear(), stage.groups.clear(), stage.islands.clear();
    predict(stage, world.models, state, world.settings, h);
    find_candidates(stage, world.models, world.settings);
    find_start_contacts(stage, world.models, state, world.settings, 0);
    classify_contacts(stage, state, world.settings, 0);
    update_islands(stage, 0);
  }
  std::span<const BodyModel> models() const { return world.models; }
};

// A unit cube above the floor, arriving with a velocity.
inline StagedWorld stage_above(double gap, const math::Twist& V = {}, double restitution = 0.0) {
  World world;
  add_floor(world);
  world.add(make_box_model({1, 1, 1}, 1), make_place(0, 0, 0.5 + gap), V);
  world.settings.meetings = {{0.5, restitution}};
  return StagedWorld(std::move(world));
}

}  // namespace abut::dynamics

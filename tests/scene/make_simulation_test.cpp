#include "abut/scene/make_simulation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/scene/read_scene.h"

namespace abut::scene {
namespace {

using math::Vec3;

LoadedScene load(std::string_view text) {
  return load_scene(read_scene(text, "s.json"));
}

constexpr std::string_view kText = R"({"abut_scene": 1, "gravity": [0, -3, 0], "step": 0.01, "duration": 0.5,
  "law": "lcp", "impact_law": "poisson", "impact_order": "sequential", "contact_margin": 0.25, "minimum_separation": 0.125, "sleep": true,
  "tolerances": {"resting_speed": 0.5}, "outputs": {"certificates": false},
  "materials": [{"name": "ice", "friction": 0.01, "restitution": 0.5}, {"name": "rubber", "friction": 1}],
  "pairs": [{"materials": ["rubber", "ice"], "friction": 0.375}],
  "bodies": [
    {"name": "floor", "type": "static", "shape": {"hull": [[0,0,0], [1,0,0], [0,1,0], [0,0,1]]}, "position": [0.1, 0.2, 0.3],
     "rotation": {"axis": [1, 2, 3], "degrees": 40}, "material": "rubber", "group": "late"},
    {"name": "brick", "shape": {"box": [1, 2, 3]}, "density": 2, "position": [5, 0, 0], "velocity": [1, 0, 2],
     "angular_velocity": [0, 0, 7], "force": [1, 2, 3], "torque": [4, 5, 6], "locks": ["y", "rx"], "material": "ice",
     "group": "early"},
    {"name": "door", "type": "kinematic", "shape": {"box": [1, 1, 1]}, "position": [9, 9, 9], "velocity": [0, 0, 1],
     "motion": {"keyframes": [{"time": 0.5, "position": [9, 9, 10]}], "until": 2}, "material": "ice", "group": "late"}]})";

TEST(MakeSimulation, WhatASceneSaysOfABodyIsWhatItsModelHas) {
  const SimulationParts parts = make_simulation_parts(load(kText));
  ASSERT_EQ(parts.models.size(), 3u);
  EXPECT_EQ(parts.names, (std::vector<std::string>{"floor", "brick", "door"}));
  const dynamics::BodyModel& brick = parts.models[1];
  EXPECT_EQ(brick.type, dynamics::BodyType::kDynamic);
  EXPECT_DOUBLE_EQ(brick.mass, 12.0);
  EXPECT_LT((brick.I_BBcm_B * brick.inv_I_BBcm_B - math::Mat3::Identity()).norm(), 1e-14);
  EXPECT_EQ(brick.force, Vec3(1, 2, 3));
  EXPECT_EQ(brick.torque, Vec3(4, 5, 6));
  EXPECT_EQ(brick.locks, (dynamics::BodyLocks{{false, true, false}, {true, false, false}}));
  EXPECT_TRUE(brick.script.poses.empty());
  EXPECT_EQ(parts.bodies[1].p_WBcm, Vec3(5, 0, 0));
  EXPECT_EQ(parts.bodies[1].v_WBcm, Vec3(1, 0, 2));
  EXPECT_EQ(parts.bodies[1].w_WB, Vec3(0, 0, 7));
  EXPECT_NEAR(parts.bodies[1].L_WBcm.z(), 7 * 12.0 * (1 + 4) / 12, 1e-12);
}

TEST(MakeSimulation, AStaticBodyIsWhereTheSceneSaysToTheBit) {
  const LoadedScene loaded = load(kText);
  const SimulationParts parts = make_simulation_parts(loaded);
  const math::Pose X_WB = dynamics::compute_body_pose(parts.models[0], parts.bodies[0]);
  EXPECT_EQ(X_WB.p, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(X_WB.q.coeffs(), loaded.scene.bodies[0].X_WB.q.coeffs());
}

TEST(MakeSimulation, AKinematicBodyBeginsItsScriptWhereItStands) {
  const dynamics::BodyScript script = make_simulation_parts(load(kText)).models[2].script;
  ASSERT_EQ(script.poses.size(), 2u);
  EXPECT_EQ(script.poses[0].t, 0.0);
  EXPECT_EQ(script.poses[0].X_WB.p, Vec3(9, 9, 9));
  EXPECT_EQ(script.poses[1].t, 0.5);
  EXPECT_EQ(script.poses[1].X_WB.p, Vec3(9, 9, 10));
  EXPECT_EQ(script.V_WBcm.v, Vec3(0, 0, 1));
  EXPECT_EQ(script.until, 2.0);
}

TEST(MakeSimulation, GroupsAreNumberedAsTheyAreFirstNamed) {
  const SimulationParts parts = make_simulation_parts(load(kText));
  EXPECT_EQ(parts.models[0].group, 1u);
  EXPECT_EQ(parts.models[1].group, 2u);
  EXPECT_EQ(parts.models[2].group, 1u);
  EXPECT_EQ(make_simulation_parts(load(R"({"abut_scene": 1, "bodies": [{"shape": {"ball": 1}}]})")).models[0].group,
            0u);
}

TEST(MakeSimulation, SettingsAreThoseOfTheScene) {
  const dynamics::Settings settings = make_simulation_parts(load(kText)).settings;
  EXPECT_EQ(settings.gravity, Vec3(0, -3, 0));
  EXPECT_EQ(settings.step, 0.01);
  EXPECT_EQ(settings.tolerances.resting_speed, 0.5);
  EXPECT_EQ(settings.contact_margin, 0.25);
  EXPECT_EQ(settings.minimum_separation, 0.125);
  EXPECT_TRUE(settings.allows_sleep);
  EXPECT_EQ(settings.law.name, "lcp");
  EXPECT_EQ(settings.law.impact, response::ImpactLaw::kPoisson);
  EXPECT_EQ(settings.law.impact_order, response::ImpactOrder::kSequential);
  EXPECT_TRUE(settings.records_contacts);
  EXPECT_FALSE(settings.records_certificates);
  const LoadedScene loaded = load(kText);
  ASSERT_EQ(settings.num_materials, loaded.scene.materials.size());
  ASSERT_EQ(settings.meetings.size(), settings.num_materials * settings.num_materials);
  const MaterialId rubber = loaded.scene.bodies[0].material, ice = loaded.scene.bodies[1].material;
  EXPECT_EQ(settings.meeting(rubber, ice).friction, 0.375);
  EXPECT_EQ(settings.meeting(ice, rubber).friction, 0.375);
  EXPECT_EQ(settings.meeting(ice, rubber).restitution, 0.5);
  EXPECT_EQ(settings.meeting(ice, ice).friction, 0.01);
}

TEST(MakeSimulation, StepsMakeUpTheDurationAndAtLeastOneIsMade) {
  const auto count = [](double duration, double step) {
    Scene scene;
    scene.duration = duration, scene.step = step;
    return count_steps(scene);
  };
  EXPECT_EQ(count(10, 1.0 / 240), 2400);
  EXPECT_EQ(count(0.3, 0.1), 3);  // 0.3 / 0.1 rounds to less than 3, 0.7 / 0.1 too
  EXPECT_EQ(count(0.7, 0.1), 7);
  EXPECT_EQ(count(1.01, 0.1), 11);
  EXPECT_EQ(count(1e-3, 0.1), 1);
}

TEST(MakeSimulation, AFallingBodyFallsAsTheParabolaSays) {
  dynamics::Simulation simulation = make_simulation(load(R"({"abut_scene": 1, "step": 0.01, "bodies": [
      {"shape": {"ball": 0.5}, "position": [0, 0, 100], "velocity": [2, 0, 0]}]})"));
  for (int i = 0; i < 100; ++i) ASSERT_EQ(simulation.step().outcome, dynamics::StepOutcome::kAccepted);
  const Vec3 expected(2, 0, 100 - 0.5 * 9.81);
  EXPECT_LT((simulation.state().bodies[0].p_WBcm - expected).norm(), 100 * 100 * 0x1p-53);  // a rounding a step
}

TEST(MakeSimulation, BodiesThatOverlapAtTheStartAreNamed) {
  try {
    make_simulation(load(R"({"abut_scene": 1, "bodies": [
        {"name": "one", "shape": {"box": [1, 1, 1]}}, {"name": "two", "shape": {"box": [1, 1, 1]}, "position": [0, 0, 0.75]}]})"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("\"one\" and \"two\""), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace abut::scene

#include "abut/scene/body_reader.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/scene/rotation.h"
#include "scene/read_support.h"

namespace abut::scene {
namespace {

using math::Mat3;
using math::Vec3;

// A ball with further members.
std::string with(std::string_view members) {
  return R"({"shape": {"ball": 1}, )" + std::string(members) + "}";
}

BodyAsRead read(std::string_view members) {
  const JsonDocument document = read_json(with(members), "s.json");
  return read_body(document.root(), 3);
}

std::string message(std::string_view members) {
  return find_message(with(members), [](JsonValue v) { read_body(v, 3); });
}

TEST(BodyReader, ABodyWithoutAnythingIsADynamicOneAtRest) {
  const JsonDocument document = read_json(R"({"shape": {"ball": 1}})", "s.json");
  const Body body = read_body(document.root(), 3).body;
  EXPECT_EQ(body.name, "body 3");
  EXPECT_EQ(body.type, BodyType::kDynamic);
  EXPECT_EQ(body.X_WB.p, Vec3::Zero());
  EXPECT_EQ(body.X_WB.q.coeffs(), math::Quat::Identity().coeffs());
  EXPECT_EQ(body.v_WBcm, Vec3::Zero());
  EXPECT_TRUE(std::isinf(body.script.until));
  EXPECT_FALSE(body.split);
}

TEST(BodyReader, PoseVelocitiesAndForcesAreRead) {
  const Body body = read(R"("name": "a", "description": "b", "position": [1,2,3], "rotation": [0.6, 0, 0.8, 0],
      "velocity": [4,5,6], "angular_velocity": [7,8,9], "force": [1,0,0], "torque": [0,1,0], "split": true,
      "group": "g")")
                        .body;
  EXPECT_EQ(body.name, "a");
  EXPECT_EQ(body.description, "b");
  EXPECT_EQ(body.X_WB.p, Vec3(1, 2, 3));
  EXPECT_EQ(body.X_WB.q.w(), 0.6);
  EXPECT_EQ(body.X_WB.q.y(), 0.8);
  EXPECT_EQ(body.v_WBcm, Vec3(4, 5, 6));
  EXPECT_EQ(body.w_WB, Vec3(7, 8, 9));
  EXPECT_EQ(body.force, Vec3(1, 0, 0));
  EXPECT_EQ(body.torque, Vec3(0, 1, 0));
  EXPECT_TRUE(body.split);
  EXPECT_EQ(body.group, "g");
}

TEST(BodyReader, ARotationMayBeAnAxisAndAnAngle) {
  const Body body = read(R"("rotation": {"axis": [0, 0, 2], "degrees": 90})").body;
  EXPECT_EQ(body.X_WB.q.coeffs(), make_rotation(Vec3::UnitZ(), 90).coeffs());
}

TEST(BodyReader, MassIsReadInEachOfItsWays) {
  EXPECT_EQ(read(R"("density": 2)").body.mass.density, 2.0);
  EXPECT_EQ(read(R"("areal_density": 2)").body.mass.areal_density, 2.0);
  EXPECT_EQ(read(R"("line_density": 2)").body.mass.line_density, 2.0);
  EXPECT_EQ(read(R"("lumped_density": 2)").body.mass.lumped_density, 2.0);
  const MassSource m = read(R"("mass": 2, "inertia": [3, 4, 5], "center_of_mass": [1, 0, 0])").body.mass;
  EXPECT_EQ(m.mass, 2.0);
  EXPECT_EQ(*m.I_BBcm_B, Mat3(Vec3(3, 4, 5).asDiagonal()));
  EXPECT_EQ(*m.p_BBcm, Vec3(1, 0, 0));
  Mat3 full;
  full << 3, .5, 0, .5, 4, 0, 0, 0, 5;
  EXPECT_EQ(*read(R"("mass": 2, "inertia": [[3, 0.5, 0], [0.5, 4, 0], [0, 0, 5]])").body.mass.I_BBcm_B, full);
}

TEST(BodyReader, AKinematicBodyHasAScript) {
  const Body body = read(R"("type": "kinematic", "velocity": [1,0,0], "motion": {"until": 3, "keyframes": [
      {"time": 1, "position": [1,1,1]}, {"time": 2, "rotation": [0,1,0,0]}]})")
                        .body;
  EXPECT_EQ(body.type, BodyType::kKinematic);
  EXPECT_EQ(body.script.until, 3.0);
  ASSERT_EQ(body.script.keyframes.size(), 2u);
  EXPECT_EQ(body.script.keyframes[0].t, 1.0);
  EXPECT_EQ(body.script.keyframes[0].X_WB.p, Vec3(1, 1, 1));
  EXPECT_EQ(body.script.keyframes[1].X_WB.q.x(), 1.0);
}

TEST(BodyReader, LocksAreReadPerAxis) {
  const Locks locks = read(R"("locks": ["y", "rx", "rz"])").body.locks;
  EXPECT_EQ(locks.translation, (std::array{false, true, false}));
  EXPECT_EQ(locks.rotation, (std::array{true, false, true}));
}

TEST(BodyReader, EachFaultIsNamed) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("rotation": [1, 0, 0, 0.1])",
       "s.json: line 1, /rotation: the quaternion has length 1.00498756, expected 1 "
       "within 1e-6; divide it by its length"},
      {R"("rotation": [0, 0, 90])",
       "s.json: line 1, /rotation: found an array of 3, expected a quaternion or an axis with an angle; write [w, x, "
       "y, "
       "z] or {\"axis\": [x, y, z], \"degrees\": angle}"},
      {R"("rotation": {"axis": [0, 0, 0], "degrees": 1})",
       "s.json: line 1, /rotation/axis: the axis is zero; give a direction, of any length"},
      {R"("density": 1, "mass": 1)",
       "s.json: line 1, /mass: a body has both \"density\" and \"mass\"; keep one of them"},
      {R"("density": 0)", "s.json: line 1, /density: found 0, expected a positive number (kg/m^3)"},
      {R"("inertia": [1, 1, 1])",
       "s.json: line 1, /inertia: an inertia is given, but no mass; give both: \"mass\": ... (kg)"},
      {R"("mass": 1, "center_of_mass": [1, 1, 1])",
       "s.json: line 1, /center_of_mass: a centre of mass is given, but no inertia about it; give \"inertia\" too"},
      {R"("type": "static", "velocity": [0, 0, 0])",
       "s.json: line 1, /velocity: a static body does not move: it has no \"velocity\"; remove the key, or change the "
       "body's \"type\""},
      {R"("type": "kinematic", "force": [0, 0, 0])",
       "s.json: line 1, /force: a kinematic body follows its script whatever acts on it: it has no \"force\"; remove "
       "the "
       "key, or change the body's \"type\""},
      {R"("motion": {})",
       "s.json: line 1, /motion: a dynamic body moves by forces: it has no \"motion\"; remove the key, "
       "or change the body's \"type\""},
      {R"("type": "kinetic")",
       "s.json: line 1, /type: found \"kinetic\", expected one of \"dynamic\", \"static\", "
       "\"kinematic\"; did you mean \"kinematic\"?"},
      {R"("type": "kinematic", "motion": {"keyframes": [{"time": 2}, {"time": 2}]})",
       "s.json: line 1, /motion/keyframes/1: the keyframe at 2 s follows one at 2 s; put keyframes in the order of "
       "their "
       "times, each time once"},
      {R"("type": "kinematic", "motion": {"keyframes": [{"time": 0}]})",
       "s.json: line 1, /motion/keyframes/0/time: found 0, expected a positive number (s)"},
      {R"("locks": ["x", "x"])", "s.json: line 1, /locks/1: \"x\" is locked twice; name it once"},
      {R"("locks": ["x", "y", "z", "rx", "ry", "rz"])",
       "s.json: line 1, /locks: all six degrees of freedom are locked; write \"type\": \"static\" instead"},
      {R"("locks": ["w"])",
       "s.json: line 1, /locks/0: found \"w\", expected one of \"x\", \"y\", \"z\", \"rx\", \"ry\", \"rz\"; did you "
       "mean "
       "\"x\"?"},
      {R"("locks": ["rz"], "angular_velocity": [0, 0, 2])",
       "s.json: line 1, /angular_velocity: the velocity along a locked axis (z) is 2, expected 0; unlock it, or make "
       "the "
       "body kinematic"},
      {R"("colour": "red")",
       "s.json: line 1, /colour: unknown key \"colour\" in a body; known are \"name\", "
       "\"description\", \"shape\", \"split\", \"type\", \"motion\", \"position\", \"rotation\", "
       "\"velocity\", \"angular_velocity\", \"force\", \"torque\", \"density\", \"areal_density\", "
       "\"line_density\", \"lumped_density\", \"mass\", \"inertia\", \"center_of_mass\", \"locks\", "
       "\"group\", \"material\""},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(message(text), expected);
}

TEST(BodyReader, AnInertiaThatNoBodyCanHaveIsRefusedAtItsPlace) {
  // The third moment of a body is at most the sum of the others.
  const std::string text = message(R"("mass": 1, "inertia": [1, 1, 2.1])");
  EXPECT_EQ(text.find("s.json: line 1, /inertia: "), 0u) << text;
  EXPECT_EQ(message(R"("mass": 1, "inertia": [1, 1, 2])"), "no error");
  EXPECT_EQ(message(R"("mass": 1, "inertia": [1, -1, 1])").find("s.json: line 1, /inertia: "), 0u);
  EXPECT_EQ(message(R"("mass": 1, "inertia": [[1, 1, 0], [0, 1, 0], [0, 0, 1]])").find("s.json: line 1, /inertia: "),
            0u);
}

}  // namespace
}  // namespace abut::scene

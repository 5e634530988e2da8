#include "abut/scene/rigid_ipc_body.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "abut/scene/json_reader.h"
#include "abut/scene/rotation.h"
#include "scene/read_support.h"

namespace abut::scene {
namespace {

using math::Vec3;

constexpr double kStep = 0.25;
constexpr double kRadians = std::numbers::pi / 180.0;

struct Result {
  std::optional<Body> body;
  std::vector<std::string> notes;
};

Result read_text_of(std::string_view text) {
  const JsonDocument document = read_json("[" + std::string(text) + "]", "s.json");
  Result result;
  result.body = find_rigid_ipc_body(document.root().children()[0], kStep, result.notes);
  return result;
}

// A body of a mesh with further members.
Result read_with(std::string_view members) {
  return read_text_of(R"({"mesh": "m.obj", )" + std::string(members) + "}");
}
Body body_with(std::string_view members) {
  return *read_with(members).body;
}

TEST(RigidIpcBody, TheDefaultsAreThoseOfItsFormat) {
  const Body body = *read_text_of(R"({"mesh": "dir/m.obj"})").body;
  EXPECT_EQ(body.name, "m-0");
  EXPECT_EQ(std::get<FileMesh>(body.shape).path, "dir/m.obj");
  EXPECT_EQ(std::get<FileMesh>(body.shape).scaling.factors, Vec3(1, 1, 1));
  EXPECT_EQ(body.mass.lumped_density, 1000.0);
  EXPECT_EQ(body.type, BodyType::kDynamic);
  EXPECT_EQ(body.X_WB.p, Vec3::Zero());
  EXPECT_EQ(body.X_WB.q.coeffs(), math::Quat::Identity().coeffs());
  EXPECT_TRUE(std::isinf(body.script.until));
  EXPECT_EQ(body.group, "");
  EXPECT_FALSE(body.split);
}

TEST(RigidIpcBody, ScaleIsOneNumberOrThreeAndDimensionsWin) {
  const auto scaling = [](std::string_view m) { return std::get<FileMesh>(body_with(m).shape).scaling; };
  EXPECT_EQ(scaling(R"("scale": 2)").factors, Vec3(2, 2, 2));
  EXPECT_EQ(scaling(R"("scale": [1, -2, 3])").factors, Vec3(1, -2, 3));
  EXPECT_FALSE(scaling(R"("scale": 2)").size);
  EXPECT_EQ(scaling(R"("dimensions": [100, 0, 50], "scale": 2)").size, Vec3(100, 0, 50));
  EXPECT_EQ(scaling(R"("dimensions": [100, 0, 50], "scale": 2)").factors, Vec3(1, 1, 1));
}

TEST(RigidIpcBody, PoseIsPositionAndEulerAnglesInDegrees) {
  const Body body = body_with(R"("position": [1, 2, 3], "rotation": [10, 20, 30])");
  EXPECT_EQ(body.X_WB.p, Vec3(1, 2, 3));
  EXPECT_EQ(body.X_WB.q.coeffs(), make_rotation_from_euler(Vec3(10, 20, 30)).coeffs());
}

TEST(RigidIpcBody, VelocitiesForcesAndTorquesAreConverted) {
  const Body body = body_with(R"("linear_velocity": [1, 2, 3], "angular_velocity": [0, 180, 1], "force": [4, 5, 6],
      "torque": [0, 300, 0])");
  EXPECT_EQ(body.v_WBcm, Vec3(1, 2, 3));
  EXPECT_EQ(body.w_WB, Vec3(0, 180 * kRadians, kRadians));
  EXPECT_EQ(body.force, Vec3(4, 5, 6));
  EXPECT_EQ(body.torque, Vec3(0, 300 * kRadians, 0));
}

TEST(RigidIpcBody, DensityGroupAndSplitAreRead) {
  EXPECT_EQ(body_with(R"("density": 8050)").mass.lumped_density, 8050.0);
  EXPECT_EQ(body_with(R"("group_id": 3)").group, "group 3");
  EXPECT_EQ(body_with(R"("group_id": -1)").group, "");
  EXPECT_TRUE(body_with(R"("split_components": true)").split);
  EXPECT_FALSE(read_with(R"("enabled": false)").body);
}

TEST(RigidIpcBody, FixedDegreesOfFreedomAreLocks) {
  const Body body =
      body_with(R"("is_dof_fixed": [false, true, false, true, false, true], "linear_velocity": [1, 0, 2])");
  EXPECT_EQ(body.type, BodyType::kDynamic);
  EXPECT_EQ(body.locks.translation, (std::array{false, true, false}));
  EXPECT_EQ(body.locks.rotation, (std::array{true, false, true}));
  EXPECT_EQ(body.v_WBcm, Vec3(1, 0, 2));
  EXPECT_EQ(body_with(R"("is_dof_fixed": false)").type, BodyType::kDynamic);
}

TEST(RigidIpcBody, ABodyWithEverythingFixedIsStatic) {
  for (const char* all :
       {R"("is_dof_fixed": true)", R"("is_dof_fixed": [true, true, true, true, true, true])", R"("type": "static")"}) {
    const Result result = read_with(std::string(all) + R"(, "linear_velocity": [1, 0, 0], "force": [1, 0, 0])");
    EXPECT_EQ(result.body->type, BodyType::kStatic);
    EXPECT_EQ(result.body->v_WBcm, Vec3::Zero());
    EXPECT_EQ(result.body->force, Vec3::Zero());
    EXPECT_EQ(result.notes, std::vector<std::string>{"line 1, /0: velocities along fixed axes are set to zero"});
  }
}

TEST(RigidIpcBody, AVelocityAlongAFixedAxisIsSetToZero) {
  const Result result = read_with(R"("is_dof_fixed": [true, false, false, false, false, false],
      "linear_velocity": [1, 2, 0])");
  EXPECT_EQ(result.body->v_WBcm, Vec3(0, 2, 0));
  EXPECT_EQ(result.notes.size(), 1u);
}

TEST(RigidIpcBody, AKinematicBodyMovesWithItsVelocitiesUntilItsTime) {
  const Body body = body_with(R"("type": "kinematic", "linear_velocity": [1, 0, 0], "kinematic_max_time": 2,
      "is_dof_fixed": [false, false, false, true, true, true])");
  EXPECT_EQ(body.type, BodyType::kKinematic);
  EXPECT_EQ(body.v_WBcm, Vec3(1, 0, 0));
  EXPECT_EQ(body.script.until, 2.0);
  // A script needs no locks.
  EXPECT_EQ(body.locks.rotation, (std::array{false, false, false}));
  EXPECT_TRUE(std::isinf(body_with(R"("type": "kinematic", "kinematic_max_time": -1)").script.until));
  // A dynamic body has no script.
  EXPECT_TRUE(std::isinf(body_with(R"("kinematic_max_time": 2)").script.until));
}

TEST(RigidIpcBody, KinematicPosesAreKeyframesOneAStep) {
  const Body body = body_with(R"("type": "kinematic", "rotation": [0, 0, 90],
      "kinematic_poses": [{"position": [1, 2, 3]}, {"rotation": [0, 0.5, 0]}])");
  ASSERT_EQ(body.script.keyframes.size(), 2u);
  EXPECT_EQ(body.script.keyframes[0].t, kStep);
  EXPECT_EQ(body.script.keyframes[1].t, 2 * kStep);
  EXPECT_EQ(body.script.keyframes[0].X_WB.p, Vec3(1, 2, 3));
  EXPECT_EQ(body.script.keyframes[0].X_WB.q.coeffs(), make_rotation(Vec3::UnitZ(), 90).coeffs());
  // A rotation vector in radians, on top of the model's own rotation.
  const Eigen::AngleAxisd turn(0.5, Vec3::UnitY());
  const Eigen::AngleAxisd own(std::numbers::pi / 2, Vec3::UnitZ());
  EXPECT_LT((math::compute_rotation(body.script.keyframes[1].X_WB.q) - (turn * own).toRotationMatrix()).norm(), 1e-14);
}

TEST(RigidIpcBody, AnInlineMeshKeepsOnlyLooseEdgesAndPoints) {
  const Body body = *read_text_of(R"({"vertices": [[0,0,0], [1,0,0], [0,1,0], [0,0,1], [5,5,5]], "faces": [[0, 1, 2]],
      "edges": [[0, 1], [2, 1], [0, 3]], "scale": 2})")
                         .body;
  const auto& inlined = std::get<InlineMesh>(body.shape);
  EXPECT_EQ(body.name, "body-0");
  EXPECT_EQ(inlined.mesh.vertices.size(), 5u);
  EXPECT_EQ(inlined.mesh.triangles.size(), 1u);
  ASSERT_EQ(inlined.mesh.segments.size(), 1u);
  EXPECT_EQ(inlined.mesh.segments[0], (geometry::Segment{VertexId(0), VertexId(3)}));
  EXPECT_EQ(inlined.mesh.points, std::vector{VertexId(4)});
  EXPECT_EQ(inlined.scaling.factors, Vec3(2, 2, 2));
}

TEST(RigidIpcBody, EachFaultIsNamed) {
  const auto message = [](std::string_view text) {
    return find_message(text, [](JsonValue v) {
      std::vector<std::string> notes;
      find_rigid_ipc_body(v, kStep, notes);
    });
  };
  EXPECT_EQ(message("{}"), "s.json: line 1: a rigid body lacks the key \"vertices\"; add \"vertices\": ...");
  EXPECT_EQ(
      message(R"({"mesh": "a", "type": "statc"})"),
      "s.json: line 1, /type: found \"statc\", expected one of \"dynamic\", \"static\", \"kinematic\"; did you mean "
      "\"static\"?");
  EXPECT_EQ(message(R"({"mesh": "a", "is_dof_fixed": [true]})"),
            "s.json: line 1, /is_dof_fixed: found an array of 1, expected an array of 6");
  EXPECT_EQ(message(R"({"mesh": "a", "position": [0, 1]})"),
            "s.json: line 1, /position: found an array of 2, expected three numbers (m); write [x, y, z]");
  EXPECT_EQ(message(R"({"vertices": [[0,0,0]], "faces": [[0,0,7]]})"),
            "s.json: line 1, /faces/0/2: found 7, expected a whole number from 0 to 0");
  EXPECT_EQ(read_with(R"("desnity": 3)").notes,
            std::vector<std::string>{"line 1, /0/desnity: the unknown key \"desnity\" is set aside; did you mean "
                                     "\"density\"?"});
}

}  // namespace
}  // namespace abut::scene

// Everything that a query can be given and cannot use: each is refused with a message, before any work.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "abut/continuous/first_contact.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/prism.h"
#include "bad_input.h"

namespace abut::continuous {
namespace {

using geometry::Mesh;
using geometry::Shape;
using math::Pose;
using math::Quat;
using math::Vec3;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

const Shape kGood = geometry::make_shape(geometry::make_box({1, 1, 1}));
const math::Motion kIdle = math::make_step_motion(Pose::from_translation({0, 0, 9}), Pose::from_translation({0, 0, 9}));
const math::Motion kOrigin = math::make_step_motion(Pose::identity(), Pose::identity());

Mesh make_mesh_with(const Vec3& corner) {
  Mesh mesh = geometry::make_box({1, 1, 1});
  mesh.vertices[3] = corner;
  return mesh;
}

// Of A.
std::function<void()> ask(const math::Motion& motion) {
  return [=] { find_first_contact(kGood, motion, kGood, kOrigin); };
}
std::function<void()> ask_step(const Pose& X0, const Pose& X1) {
  return ask(math::make_step_motion(X0, X1));
}
std::function<void()> ask_velocity(const math::Twist& V, double duration = 1.0) {
  return ask(math::ConstantVelocityMotion{.X_WB = Pose::from_translation({0, 0, 9}), .V_WBc = V, .duration = duration});
}
std::function<void()> ask_screw(const Vec3& axis, double angle, double translation = 0.0) {
  return ask(math::ScrewMotion{
      .X_WB = Pose::from_translation({0, 0, 9}), .axis_W = axis, .angle = angle, .translation = translation});
}
std::function<void()> ask_with(const FirstContactOptions& options) {
  return [=] { find_first_contact(kGood, kIdle, kGood, kOrigin, options); };
}

TEST(FirstContactBadInput, OfShapesNamesTheFault) {
  const std::string convex =
      "; each part of a body given as convex parts is one exactly convex solid; repair the part, take its convex hull, "
      "or give the body as one mesh";
  Mesh flat;  // a triangle and its back
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  flat.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(0), VertexId(2), VertexId(1)}};
  const Mesh l = geometry::make_l_shape(1, 1, 0.25, 1);  // a hexagon drawn out: 18 edges
  const auto make_solid = [](const Mesh& mesh) { geometry::make_shape_from_pieces(std::vector<Mesh>{mesh}); };
  const std::string nothing =
      "it has no triangles, segments or points, so there is nothing to touch; give it at least one";
  const std::string metres = "it has to be finite and greater than 0; give it in metres";
  const std::string thickness =
      "a radius is finite and not negative; give the distance in metres by which the pieces are thickened, or 0";
  const std::string limits =
      "coordinates are finite and at most 1e+100 in magnitude; correct the vertex, or choose other units";
  expect_messages({
      {"flat solid", [&] { make_solid(flat); }, "part 0: it is not a closed solid whose faces point outward" + convex},
      {"solid that is not convex", [&] { make_solid(l); },
       "part 0: it is not convex: 1 of its 18 edges are reflex" + convex},
      {"empty mesh", [] { geometry::make_shape(Mesh()); }, nothing},
      {"empty part", [&] { make_solid(Mesh()); }, "part 0: " + nothing},
      {"no parts", [] { geometry::make_shape_from_pieces({}); },
       "there are no convex parts, so there is nothing to touch; give at least one"},
      {"NaN in a mesh",
       [] {
         geometry::make_shape(make_mesh_with({0, kNaN, 0}));
       },
       "vertex 3: it is at (0, nan, 0); " + limits},
      {"far vertex",
       [] {
         geometry::make_shape(make_mesh_with({0, 0, -1e101}));
       },
       "vertex 3: it is at (0, 0, -1e+101); " + limits},
      {"ball of radius 0", [] { geometry::make_ball(0); }, "the radius of the ball is 0; " + metres},
      {"ball of negative radius", [] { geometry::make_ball(-1); }, "the radius of the ball is -1; " + metres},
      {"ball of radius NaN", [] { geometry::make_ball(kNaN); }, "the radius of the ball is nan; " + metres},
      {"capsule of radius 0", [] { geometry::make_capsule(0, 1); }, "the radius of the capsule is 0; " + metres},
      {"capsule of length 0", [] { geometry::make_capsule(1, 0); }, "the length of the capsule's axis is 0; " + metres},
      {"capsule between equal points", [] { geometry::make_capsule(1, Vec3(1, 2, 3), Vec3(1, 2, 3)); },
       "the length of the capsule's axis is 0; " + metres},
      {"negative thickness",
       [] {
         geometry::make_shape(geometry::make_box({1, 1, 1}), {.radius = -0.5});
       },
       "the radius is -0.5; " + thickness},
      {"infinite thickness",
       [] {
         geometry::make_shape(geometry::make_box({1, 1, 1}), {.radius = kInfinity});
       },
       "the radius is inf; " + thickness},
      {"empty A", [] { find_first_contact(Shape(), kIdle, kGood, kOrigin); },
       "A: the shape is empty, so there is nothing to touch; make it with make_shape"},
      {"empty B", [] { find_first_contact(kGood, kIdle, Shape(), kOrigin); },
       "B: the shape is empty, so there is nothing to touch; make it with make_shape"},
      {"no such piece of B",
       [] {
         find_first_contact({kGood.pieces, PieceId(0)}, kIdle, {kGood.pieces, PieceId(1)}, kOrigin);
       },
       "B: there is no piece 1 among 1; name one that there is"},
  });
}

TEST(FirstContactBadInput, OfMotionsNamesTheFault) {
  const Pose at = Pose::from_translation({0, 0, 9});
  const std::string numbers = "; give finite numbers", unit = ", expected 1: it is no rotation; take it to unit length";
  expect_messages({
      {"no rotation at the start", ask_step({Vec3::Zero(), Quat(1, 1, 0, 0)}, at),
       "the motion of A: the quaternion (1, 1, 0, 0) has length 1.4142135623730951" + unit},
      {"no rotation at the end", ask_step(at, {Vec3::Zero(), Quat(0, 0, 0, 0)}),
       "the motion of A: the quaternion (0, 0, 0, 0) has length 0" + unit},
      {"length of the quaternion just off", ask_step(at, {Vec3::Zero(), Quat(1.000002, 0, 0, 0)}),
       "the motion of A: the quaternion (1.000002, 0, 0, 0) has length 1.000002" + unit},
      {"NaN in a position", ask_step(at, Pose::from_translation({0, 0, kNaN})),
       "the motion of A: (0, 0, nan) turned by (1, 0, 0, 0) has a number that is not finite" + numbers},
      {"infinity in a quaternion", ask_step({Vec3::Zero(), Quat(kInfinity, 0, 0, 0)}, at),
       "the motion of A: (0, 0, 0) turned by (inf, 0, 0, 0) has a number that is not finite" + numbers},
      {"motion of B",
       [] {
         find_first_contact(kGood, kIdle, kGood, math::make_step_motion({}, Pose::from_translation({kNaN, 0, 0})));
       },
       "the motion of B: (nan, 0, 0) turned by (1, 0, 0, 0) has a number that is not finite" + numbers},
      {"far away", ask_step(at, Pose::from_translation({2e100, 0, 0})),
       "the motion of A: (2e+100, 0, 0) is farther away than 1e+100 m; choose an origin that is nearer, or other "
       "units"},
      {"another end than recorded", ask(math::StepMotion{at, at, Quat(0, 1, 0, 0)}),
       "the motion of A: q1 is neither the quaternion of the pose at which the motion ends nor its negative; make it "
       "with make_step_motion"},
      {"no rotation, by velocities", ask(math::ConstantVelocityMotion{.X_WB = {Vec3::Zero(), Quat(0.5, 0, 0, 0)}}),
       "the motion of A: the quaternion (0.5, 0, 0, 0) has length 0.5" + unit},
      {"NaN velocity", ask_velocity({Vec3::Zero(), {0, kNaN, 0}}),
       "the motion of A: the velocity is (0, nan, 0), not finite" + numbers},
      {"infinite angular velocity", ask_velocity({{0, 0, kInfinity}, Vec3::Zero()}),
       "the motion of A: the angular velocity is (0, 0, inf), not finite" + numbers},
      {"NaN point", ask(math::ConstantVelocityMotion{.p_BC = {kNaN, 0, 0}}),
       "the motion of A: the body's point is (nan, 0, 0), not finite" + numbers},
      {"interval of length 0", ask_velocity({Vec3::Zero(), {0, 0, 1}}, 0.0),
       "the motion of A: lasts 0 s, in which nothing can move; give a duration in seconds, more than 0"},
      {"negative interval", ask_velocity({Vec3::Zero(), {0, 0, 1}}, -1.0),
       "the motion of A: lasts -1 s, in which nothing can move; give a duration in seconds, more than 0"},
      {"interval of length NaN", ask_velocity({Vec3::Zero(), {0, 0, 1}}, kNaN),
       "the motion of A: lasts nan s, in which nothing can move; give a duration in seconds, more than 0"},
      {"turning too fast", ask_velocity({{0, 0, 4e6}, Vec3::Zero()}),
       "the motion of A: turns by 4e+06 rad, more than 1e+06; ask about a shorter time"},
      {"moving too fast", ask_velocity({Vec3::Zero(), {0, 0, -4e100}}, 2.0),
       "the motion of A: moves by 8e+100 m, more than 1e+100; ask about a shorter time, or choose other units"},
      {"moving infinitely far", ask_velocity({Vec3::Zero(), {0, 0, 1e300}}, 1e300),
       "the motion of A: moves by inf m, more than 1e+100; ask about a shorter time, or choose other units"},
      {"screw without direction", ask_screw(Vec3::Zero(), 1),
       "the motion of A: the axis of the screw is zero and has no direction; give a direction of any length"},
      {"NaN axis", ask_screw({0, 0, kNaN}, 1), "the motion of A: the axis is (0, 0, nan), not finite" + numbers},
      {"NaN angle", ask_screw(Vec3::UnitZ(), kNaN),
       "the motion of A: the angle is nan, not finite; give a finite number"},
      {"infinite translation", ask_screw(Vec3::UnitZ(), 0, kInfinity),
       "the motion of A: the translation is inf, not finite; give a finite number"},
      {"screw through NaN", ask(math::ScrewMotion{.p_WA = {0, kNaN, 0}}),
       "the motion of A: the point of the axis is (0, nan, 0), not finite" + numbers},
      {"screw of too many turns", ask_screw(Vec3::UnitZ(), -4e6),
       "the motion of A: turns by 4e+06 rad, more than 1e+06; ask about a shorter time"},
      {"pieces too",
       [] {
         find_first_contact({kGood.pieces, PieceId(0)}, math::ConstantVelocityMotion{.duration = 0},
                            {kGood.pieces, PieceId(0)}, kIdle);
       },
       "the motion of A: lasts 0 s, in which nothing can move; give a duration in seconds, more than 0"},
  });
}

TEST(FirstContactBadInput, OfOptionsNamesTheFault) {
  const std::string length = "; a length is finite and not negative; give a length in metres",
                    fraction = ", not in [2^-50, 1]; give a fraction of the step";
  expect_messages({
      {"negative separation", ask_with({.d_min = -1}), "d_min: is -1" + length},
      {"NaN separation", ask_with({.d_min = kNaN}), "d_min: is nan" + length},
      {"infinite near bound", ask_with({.near_bound = kInfinity}), "near_bound: is inf" + length},
      {"negative near bound", ask_with({.near_bound = -1e-9}), "near_bound: is -1e-09" + length},
      {"resolution of length 0", ask_with({.resolution = 0}), "resolution: is 0" + fraction},
      {"resolution longer than the step", ask_with({.resolution = 2}), "resolution: is 2" + fraction},
      {"NaN resolution", ask_with({.resolution = kNaN}), "resolution: is nan" + fraction},
      {"one query", ask_with({.max_queries = 1}), "max_queries: is 1; a step has two ends; allow at least 2"},
  });
}

// What is just good enough is taken.
TEST(FirstContactBadInput, IsNotWhatIsOnTheBorder) {
  const Pose at = Pose::from_translation({0, 0, 9});
  EXPECT_NO_THROW(ask_step(at, {at.p, Quat(1 + 9e-7, 0, 0, 0)})());
  EXPECT_NO_THROW(ask_velocity({Vec3::Zero(), {0, 0, 1}}, 1e-300)());
  EXPECT_NO_THROW(ask_screw({0, 0, 1e-300}, 1)());
  EXPECT_NO_THROW(ask_with({.d_min = 0, .resolution = 1, .max_queries = 2, .near_bound = 0})());
}

}  // namespace
}  // namespace abut::continuous

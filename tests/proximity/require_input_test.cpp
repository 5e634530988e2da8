#include "abut/proximity/require_input.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "abut/geometry/makers/prism.h"
#include "abut/proximity/shape_pairs.h"
#include "bad_input.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using geometry::Shape;
using math::Pose;
using math::Quat;
using math::Vec3;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

const Shape kBox = geometry::make_shape(geometry::make_box({1, 1, 1}));

// Both entries for shapes, of B's pose and of A's.
void ask_nearest(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB) {
  ShapePairCache cache;
  update_nearest_pair(a, b, X_WA, X_WB, cache);
}
void ask_within(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB, double margin) {
  ShapePairCache cache;
  std::vector<ShapePair> pairs;
  update_pairs_within(a, b, X_WA, X_WB, margin, cache, pairs);
}

TEST(RequireInput, RefusesPosesThatAreNone) {
  const Pose at, turned{Vec3::Zero(), Quat(0.9, 0, 0, 0)}, lost{{0, kNaN, 0}, Quat::Identity()};
  const Pose blank{Vec3::Zero(), Quat(0, 0, 0, 0)}, far = Pose::from_translation({0, 0, 2e100});
  const std::string unit = ", expected 1: it is no rotation; take it to unit length";
  const std::string finite = "(0, nan, 0) turned by (1, 0, 0, 0) has a number that is not finite; give finite numbers";
  const std::string away =
      "(0, 0, 2e+100) is farther away than 1e+100 m; choose an origin that is nearer, or other units";
  expect_messages({
      {"A turned", [&] { ask_nearest(kBox, kBox, turned, at); },
       "the pose of A: the quaternion (0.9, 0, 0, 0) has length 0.9" + unit},
      {"B blank", [&] { ask_nearest(kBox, kBox, at, blank); },
       "the pose of B: the quaternion (0, 0, 0, 0) has length 0" + unit},
      {"B lost", [&] { ask_nearest(kBox, kBox, at, lost); }, "the pose of B: " + finite},
      {"A far", [&] { ask_nearest(kBox, kBox, far, at); }, "the pose of A: " + away},
      {"A lost, within", [&] { ask_within(kBox, kBox, lost, at, 1); }, "the pose of A: " + finite},
      {"B turned, within", [&] { ask_within(kBox, kBox, at, turned, 1); },
       "the pose of B: the quaternion (0.9, 0, 0, 0) has length 0.9" + unit},
  });
  EXPECT_NO_THROW(require_pose("", {{1e100, -1e100, 0}, Quat(1 + 9e-7, 0, 0, 0)}));
}

TEST(RequireInput, RefusesEmptyShapesAndMarginsThatAreNone) {
  const Pose at;
  const std::string empty = ": the shape is empty, so there is nothing to touch; make it with make_shape";
  expect_messages({
      {"A empty", [&] { ask_nearest(Shape(), kBox, at, at); }, "A" + empty},
      {"B empty", [&] { ask_nearest(kBox, Shape(), at, at); }, "B" + empty},
      {"B empty, within", [&] { ask_within(kBox, Shape(), at, at, 1); }, "B" + empty},
      {"negative margin", [&] { ask_within(kBox, kBox, at, at, -1); },
       "margin: is -1; a distance is not negative; give a length in metres"},
      {"NaN margin", [&] { ask_within(kBox, kBox, at, at, kNaN); },
       "margin: is nan; a distance is not negative; give a length in metres"},
  });
}

TEST(RequireInput, RefusesPiecesThatAreNoneOrUnsound) {
  const auto require_changed = [](const std::function<void(geometry::ConvexPieces&)>& change, PieceId id = PieceId(0)) {
    return [=] {
      geometry::ConvexPieces pieces = kBox.pieces;
      change(pieces);
      require_sound_piece("A", {pieces, id});
    };
  };
  const auto keep = [](geometry::ConvexPieces&) {};
  const auto flatten = [](geometry::ConvexPieces& pieces) {
    for (geometry::PieceVertex& v : pieces.vertices) v.p.z() = 0;
  };
  const auto dent = [](geometry::ConvexPieces& pieces) { pieces.vertices[0].p = -0.25 * pieces.vertices[0].p; };
  const std::string radius =
      "; a radius is finite and not negative; give the distance in metres by which the pieces are thickened, or 0";
  const std::string limits =
      "; coordinates are finite and at most 1e+100 in magnitude; correct the vertex, or choose other units";
  expect_messages({
      {"beyond", require_changed(keep, PieceId(1)), "A: there is no piece 1 among 1; name one that there is"},
      {"none", require_changed(keep, PieceId::none()), "A: there is no piece none among 1; name one that there is"},
      {"negative radius", require_changed([](auto& p) { p.pieces[0].radius = -1; }), "the radius is -1" + radius},
      {"NaN radius", require_changed([](auto& p) { p.pieces[0].radius = kNaN; }), "the radius is nan" + radius},
      {"no vertices", require_changed([](auto& p) { p.pieces[0].num_vertices = 0; }),
       "A: the piece has no vertices, so there is nothing to touch; give it at least one"},
      {"NaN vertex", require_changed([](auto& p) {
         p.vertices[2].p = {0, 0, kNaN};
       }),
       "A: vertex 2: it is at (0, 0, nan)" + limits},
      {"far vertex", require_changed([](auto& p) {
         p.vertices[2].p = {2e100, 0, 0};
       }),
       "A: vertex 2: it is at (2e+100, 0, 0)" + limits},
      {"flat solid", require_changed(flatten),
       "A: the piece is declared solid, but is flat or not convex at 12 of its 12 edges; give the body as a mesh to "
       "make_shape, which takes any"},
      {"polygon declared solid",
       [] {
         geometry::ConvexPieces pieces = make_polygon_shape({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).pieces;
         pieces.pieces[0].kind = geometry::PieceKind::kSolid;
         require_sound_piece("A", {pieces, PieceId(0)});
       },
       "A: the piece is declared solid, but is flat or not convex at 3 of its 3 edges; give the body as a mesh to "
       "make_shape, which takes any"},
  });
  EXPECT_THROW(require_changed(dent)(), InputError);
  for (const NamedShape& shape : make_sample_shapes()) {
    EXPECT_NO_THROW(require_sound_piece("", only_piece(shape.shape))) << shape.name;
  }
}

// A solid made of a boundary that is not convex, against append_solid's precondition: at the reflex edge, and on both
// ends, which are not convex themselves, at the side that leads to it.
TEST(RequireInput, RefusesALDeclaredConvex) {
  const geometry::Brep l = geometry::make_brep(geometry::make_l_shape(1, 1, 0.25, 1));
  geometry::ConvexPieces pieces;
  append_solid(pieces, l, make_own_sources(l));
  expect_messages({{"L",
                    [&] {
                      require_sound_piece("the L", {pieces, PieceId(0)});
                    },
                    "the L: the piece is declared solid, but is flat or not convex at 3 of its 18 edges; give the body "
                    "as a mesh to make_shape, which takes any"}});
}

}  // namespace
}  // namespace abut::proximity

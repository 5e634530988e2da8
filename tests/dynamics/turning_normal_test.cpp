#include "abut/dynamics/turning_normal.h"

#include <gtest/gtest.h>

#include <functional>

#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using contact::FoundContact;
using math::Mat3;
using math::Quat;
using math::Twist;
using math::Vec3;
using proximity::PieceFeature;

const Twist kV_A{Vec3(0.7, -1.1, 0.4), Vec3(0.3, 0.2, -0.5)}, kV_B{Vec3(-0.2, 0.9, 1.3), Vec3(-0.1, 0.4, 0.6)};

// R(t w) v.
Vec3 turn(const Vec3& w, double t, const Vec3& v) {
  return Quat(Eigen::AngleAxisd(w.norm() * t, w.normalized())) * v;
}

// Of a normal as a function of time, at 0: of second order in 1e-4 s.
Vec3 differentiate(const std::function<Vec3(double)>& normal) {
  constexpr double kTime = 1e-4;
  return (normal(kTime) - normal(-kTime)) / (2 * kTime);
}

struct Bodies {
  ShapePointer shape_a, shape_b;
  Mat3 R_WA = Quat(0.9, 0.2, -0.3, 0.1).normalized().toRotationMatrix(),
       R_WB = Quat(0.3, -0.8, 0.2, 0.5).normalized().toRotationMatrix();
  Vec3 x_a = Vec3(0.1, 0.2, 0.3), x_b = Vec3(-0.3, 0.5, 1.1);

  Vec3 compute(const FoundContact& found) const {
    return compute_normal_rate(found, {*shape_a, R_WA, x_a, kV_A}, {*shape_b, R_WB, x_b, kV_B});
  }
  static Vec3 get_edge(const geometry::Shape& shape, std::uint32_t edge) {
    const geometry::PieceEdge& e = shape.pieces.edges[edge];
    return shape.pieces.vertices[e.head].p - shape.pieces.vertices[e.tail].p;
  }
};

TEST(TurningNormal, OfAFaceTurnsWithItsBody) {
  const Bodies bodies{make_box_shape({1, 2, 3}), make_box_shape({2, 1, 1})};
  FoundContact found;
  found.nhat_BA_W = Vec3(1, 2, -1).normalized();
  found.feature_a = PieceFeature::vertex(1), found.feature_b = PieceFeature::face(2);
  EXPECT_LT((bodies.compute(found) - kV_B.w.cross(found.nhat_BA_W)).norm(), 1e-15);
  found.feature_a = PieceFeature::face(0), found.feature_b = PieceFeature::edge(2);
  EXPECT_LT((bodies.compute(found) - kV_A.w.cross(found.nhat_BA_W)).norm(), 1e-15);
}

TEST(TurningNormal, OfTwoEdgesStaysAcrossBoth) {
  const Bodies bodies{make_box_shape({1, 2, 3}), make_box_shape({2, 1, 1})};
  int num_crossing = 0;
  for (std::uint32_t i = 0; i < 12; ++i) {
    for (std::uint32_t j = 0; j < 12; ++j) {
      const Vec3 e = bodies.R_WA * Bodies::get_edge(*bodies.shape_a, i),
                 f = bodies.R_WB * Bodies::get_edge(*bodies.shape_b, j);
      const auto normal = [&](double t) { return turn(kV_A.w, t, e).cross(turn(kV_B.w, t, f)).normalized(); };
      FoundContact found;
      found.nhat_BA_W = normal(0.0);
      found.feature_a = PieceFeature::edge(i), found.feature_b = PieceFeature::edge(j);
      EXPECT_LT((bodies.compute(found) - differentiate(normal)).norm(), 1e-6);
      ++num_crossing;
    }
  }
  EXPECT_EQ(num_crossing, 144);
}

// Edges of plates that lie on each other may be parallel: with the mean of both.
TEST(TurningNormal, OfParallelEdgesIsFinite) {
  Bodies bodies{make_box_shape({1, 1, 1}), make_box_shape({1, 1, 1})};
  bodies.R_WB = bodies.R_WA;
  FoundContact found;
  found.feature_a = found.feature_b = PieceFeature::edge(3);
  found.nhat_BA_W = (bodies.R_WA * Bodies::get_edge(*bodies.shape_a, 3)).unitOrthogonal();
  EXPECT_LT((bodies.compute(found) - 0.5 * (kV_A.w + kV_B.w).cross(found.nhat_BA_W)).norm(), 1e-15);
}

// Two balls whose bodies turn about centres of mass elsewhere: the line between the balls' centres.
TEST(TurningNormal, OfTwoBallsTurnsAsTheirCentresDo) {
  const Bodies bodies{make_shared_shape(geometry::make_ball(0.3)), make_shared_shape(geometry::make_ball(0.2))};
  const Vec3 core_a(0.4, -0.1, 0.9), core_b(0.2, 0.2, 0.5);
  const auto centre = [&](const Twist& V, const Vec3& x, const Vec3& core, double t) -> Vec3 {
    return x + t * V.v + turn(V.w, t, core - x);
  };
  const auto normal = [&](double t) {
    return (centre(kV_A, bodies.x_a, core_a, t) - centre(kV_B, bodies.x_b, core_b, t)).normalized();
  };
  FoundContact found;
  found.nhat_BA_W = normal(0.0);
  found.radius_a = 0.3, found.radius_b = 0.2, found.gap = (core_a - core_b).norm() - 0.5;
  found.p_WCa = core_a - 0.3 * found.nhat_BA_W, found.p_WCb = core_b + 0.2 * found.nhat_BA_W;
  found.feature_a = found.feature_b = PieceFeature::vertex(0);
  EXPECT_LT((bodies.compute(found) - differentiate(normal)).norm(), 1e-6);
}

// A ball beside an edge of a box: across the edge, from its line to the centre.
TEST(TurningNormal, OfABallAndAnEdgeStaysAcrossTheEdge) {
  const Bodies bodies{make_shared_shape(geometry::make_ball(0.3)), make_box_shape({2, 1, 1})};
  const Vec3 core(0.4, -0.1, 0.9), foot(0.3, 0.2, 1.2),
      e = (bodies.R_WB * Bodies::get_edge(*bodies.shape_b, 4)).normalized();
  const Vec3 on_edge = core - ((core - foot) - (core - foot).dot(e) * e);  // its nearest point there
  const auto normal = [&](double t) {
    const Vec3 c = bodies.x_a + t * kV_A.v + turn(kV_A.w, t, core - bodies.x_a),
               p = bodies.x_b + t * kV_B.v + turn(kV_B.w, t, on_edge - bodies.x_b), d = turn(kV_B.w, t, e);
    return ((c - p) - (c - p).dot(d) * d).normalized();
  };
  FoundContact found;
  found.nhat_BA_W = normal(0.0);
  found.radius_a = 0.3, found.gap = (core - on_edge).norm() - 0.3;
  found.p_WCa = core - 0.3 * found.nhat_BA_W, found.p_WCb = on_edge;
  found.feature_a = PieceFeature::vertex(0), found.feature_b = PieceFeature::edge(4);
  EXPECT_LT((bodies.compute(found) - differentiate(normal)).norm(), 1e-6);
}

// The direction between them is no normal yet.
TEST(TurningNormal, OfSharpCornersStays) {
  const Bodies bodies{make_box_shape({1, 1, 1}), make_box_shape({1, 1, 1})};
  FoundContact found;
  found.gap = 1e-6;
  found.feature_a = PieceFeature::vertex(1), found.feature_b = PieceFeature::edge(2);
  EXPECT_EQ(bodies.compute(found), Vec3::Zero());
}

}  // namespace
}  // namespace abut::dynamics

#include "abut/geometry/weld.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "geometry/io/message_of.h"

namespace abut::geometry {
namespace {

using math::Vec3;

Triangle triangle(int a, int b, int c) {
  return {VertexId(a), VertexId(b), VertexId(c)};
}

// Two triangles along an edge, each with its own vertices.
Mesh make_pair() {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {-0.0, 1, -0.0}};
  mesh.triangles = {triangle(0, 1, 2), triangle(3, 4, 5)};
  return mesh;
}

TEST(Weld, EqualVerticesBecomeTheFirstOfThem) {
  Mesh mesh = make_pair();
  EXPECT_EQ(weld_equal(mesh), 2u);
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}));
  EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{triangle(0, 1, 2), triangle(1, 3, 2)}));
  EXPECT_EQ(weld_equal(mesh), 0u);
}

TEST(Weld, NearlyEqualIsNotEqual) {
  Mesh mesh = make_pair();
  mesh.vertices[3].x() = std::nextafter(1.0, 2.0);
  EXPECT_EQ(weld_equal(mesh), 1u);
}

TEST(Weld, ComponentsStayApart) {
  Mesh mesh = make_pair();
  mesh.component_names = {"a", "b"};
  mesh.triangle_component = {ComponentId(0), ComponentId(1)};
  EXPECT_EQ(weld_equal(mesh), 0u);
  EXPECT_EQ(weld_within(mesh, 0.1), 0u);
  mesh.triangle_component[1] = ComponentId(0);
  EXPECT_EQ(weld_equal(mesh), 2u);
}

TEST(Weld, AVertexThatTwoComponentsShareStaysShared) {
  Mesh mesh = make_pair();
  mesh.triangles[1][0] = VertexId(1);
  mesh.component_names = {"a", "b"};
  mesh.triangle_component = {ComponentId(0), ComponentId(1)};
  EXPECT_EQ(weld_equal(mesh), 0u);
  EXPECT_EQ(mesh.triangles[1], triangle(1, 4, 5));
}

TEST(Weld, LooseElementsJoinWhereThereAreNoComponents) {
  Mesh mesh = make_pair();
  mesh.vertices.insert(mesh.vertices.end(), {{0, 0, 0}, {5, 5, 5}, {5, 5, 5}});
  mesh.segments = {{VertexId(6), VertexId(7)}};
  mesh.points = {VertexId(8)};
  Mesh apart = mesh;
  EXPECT_EQ(weld_equal(mesh), 4u);
  EXPECT_EQ(mesh.segments[0], (Segment{VertexId(0), VertexId(4)}));
  EXPECT_EQ(mesh.points[0], VertexId(4));

  apart.component_names = {"a"};
  apart.triangle_component = {ComponentId(0), ComponentId(0)};
  EXPECT_EQ(weld_equal(apart), 3u);  // 6 stays, since it belongs to the loose ones
  EXPECT_EQ(apart.segments[0], (Segment{VertexId(4), VertexId(5)}));
  EXPECT_EQ(apart.points[0], VertexId(5));
}

TEST(Weld, UnusedVerticesAreLeftAsTheyAre) {
  Mesh mesh = make_pair();
  mesh.vertices.insert(mesh.vertices.end(), {{0, 0, 0}, {0, 0, 0}});
  EXPECT_EQ(weld_equal(mesh), 2u);
  EXPECT_EQ(mesh.vertices.size(), 6u);
}

TEST(Weld, ADegenerateTriangleIsKept) {
  Mesh mesh = make_pair();
  mesh.vertices[1] = mesh.vertices[0];
  weld_equal(mesh);
  EXPECT_EQ(mesh.triangles[0], triangle(0, 0, 1));
  EXPECT_EQ(mesh.triangles.size(), 2u);
}

TEST(Weld, NothingBecomesNothing) {
  Mesh mesh;
  EXPECT_EQ(weld_equal(mesh), 0u);
  EXPECT_EQ(weld_within(mesh, 1.0), 0u);
}

// A mesh of points with the coordinates given.
Mesh make_points(const std::vector<Vec3>& points) {
  Mesh mesh;
  mesh.vertices = points;
  for (std::size_t v = 0; v < points.size(); ++v) mesh.points.emplace_back(v);
  return mesh;
}

TEST(WeldWithin, TheBorderIsWithin) {
  Mesh at = make_points({{0, 0, 0}, {0.5, 0, 0}});
  EXPECT_EQ(weld_within(at, 0.5), 1u);
  EXPECT_EQ(at.vertices[0], Vec3(0, 0, 0));
  Mesh off = make_points({{0, 0, 0}, {std::nextafter(0.5, 1.0), 0, 0}});
  EXPECT_EQ(weld_within(off, 0.5), 0u);
}

// Just below and on multiples of the distance, where the cells of a grid end.
TEST(WeldWithin, RoundingAtTheEndOfACellLosesNothing) {
  std::size_t num_within = 0;
  for (const double distance : {0.1, 0.3, 0.7, 1e-5}) {
    for (int i = 1; i < 3000; ++i) {
      const double a = std::nextafter(i * distance, 0.0);
      const double b = a + distance;
      const bool is_within = b - a <= distance;
      Mesh mesh = make_points({{a, 0, 0}, {b, 0, 0}});
      ASSERT_EQ(weld_within(mesh, distance), is_within ? 1u : 0u) << a << " " << distance;
      num_within += is_within;
    }
  }
  EXPECT_GT(num_within, 1000u);
}

TEST(WeldWithin, AChainDoesNotCollapse) {
  Mesh mesh = make_points({{0, 0, 0}, {0.9, 0, 0}, {1.8, 0, 0}, {2.7, 0, 0}});
  EXPECT_EQ(weld_within(mesh, 1.0), 2u);
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{0, 0, 0}, {1.8, 0, 0}}));
  EXPECT_EQ(mesh.points, (std::vector<VertexId>{VertexId(0), VertexId(0), VertexId(1), VertexId(1)}));
}

TEST(WeldWithin, ZeroIsWeldingTheEqual) {
  Mesh mesh = make_pair();
  Mesh equal = make_pair();
  EXPECT_EQ(weld_within(mesh, 0.0), weld_equal(equal));
  EXPECT_EQ(mesh.triangles, equal.triangles);
}

// The rule of the header, word by word: quadratic, no grid.
std::vector<std::size_t> weld_slowly(const std::vector<Vec3>& points, double distance) {
  std::vector<std::size_t> kept, result;
  for (std::size_t v = 0; v < points.size(); ++v) {
    std::size_t k = 0;
    while (k < kept.size() && (points[kept[k]] - points[v]).stableNorm() > distance) ++k;
    if (k == kept.size()) kept.push_back(v);
    result.push_back(k);
  }
  return result;
}

TEST(WeldWithin, AgreesWithTheRuleWordByWord) {
  std::mt19937_64 random(7);
  for (const double scale : {1.0, 1e-200, 1e50}) {
    for (const double distance : {0.0, 1e-17, 1e-9, 0.01, 0.1, 0.5, 2.0}) {
      for (const double offset : {0.0, -3.0, 1e6, 1e15}) {
        std::vector<Vec3> points;
        std::uniform_real_distribution<double> unit(-1.0, 1.0);
        for (int i = 0; i < 60; ++i) {
          const Vec3 p(unit(random), unit(random), unit(random));
          points.push_back(scale * (p + Vec3::Constant(offset)));
          points.push_back(points[random() % points.size()] + scale * distance * Vec3(unit(random), unit(random), 0));
        }
        const auto expected = weld_slowly(points, scale * distance);
        Mesh mesh = make_points(points);
        weld_within(mesh, scale * distance);
        for (std::size_t i = 0; i < points.size(); ++i) ASSERT_EQ(mesh.points[i].index(), expected[i]);
      }
    }
  }
}

TEST(WeldWithin, ADistanceThatIsNoneIsRefused) {
  Mesh mesh = make_pair();
  EXPECT_EQ(message_of([&] { weld_within(mesh, -1.0); }), "the welding distance is -1 m; give a length of 0 or more");
  EXPECT_EQ(message_of([&] { weld_within(mesh, NAN); }), "the welding distance is nan m; give a length of 0 or more");
  EXPECT_EQ(message_of([&] { weld_within(mesh, INFINITY); }),
            "the welding distance is inf m; give a length of 0 or more");
}

}  // namespace
}  // namespace abut::geometry

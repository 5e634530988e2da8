#include "abut/geometry/moments.h"

#include <gtest/gtest.h>

#include "geometry/sample_meshes.h"
#include "oracle/mass_oracle.h"

namespace abut::geometry {
namespace {

using math::Mat3;
using math::Vec3;
using test::make_box_mesh;
using test::make_rough_torus_mesh;

// The sums of the header's bound: every product by magnitude, corners measured from R.
Moments sum_magnitudes(const Mesh& mesh, const Vec3& p_BR) {
  Moments sums;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = (mesh.vertices[t[0].index()] - p_BR).cwiseAbs();
    const Vec3 b = (mesh.vertices[t[1].index()] - p_BR).cwiseAbs();
    const Vec3 c = (mesh.vertices[t[2].index()] - p_BR).cwiseAbs();
    const Vec3 e = b + a;
    const Vec3 f = c + a;
    const Vec3 n(e.y() * f.z() + e.z() * f.y(), e.z() * f.x() + e.x() * f.z(), e.x() * f.y() + e.y() * f.x());
    const double w = a.dot(n);
    const Vec3 s = a + b + c;
    sums.m0 += w / 6;
    sums.m1 += w / 24 * s;
    sums.m2 += w / 120 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
  }
  return sums;
}

// How far apart, in units of the bound.
double compare(const Moments& found, const oracle::MassIntegrals& expected, const Moments& magnitudes) {
  const auto ratio = [](double value, const oracle::Real& truth, double magnitude) {
    return static_cast<double>(abs(oracle::Real(value) - truth)) / (kMomentsBound * magnitude);
  };
  double worst = ratio(found.m0, expected.measure, magnitudes.m0);
  for (int i = 0; i < 3; ++i) {
    worst = std::max(worst, ratio(found.m1[i], expected.first[i], magnitudes.m1[i]));
    for (int j = 0; j < 3; ++j) {
      worst = std::max(worst, ratio(found.m2(i, j), expected.second[i][j], magnitudes.m2(i, j)));
    }
  }
  return worst;
}

// The oracle integrates about the origin, so R is moved there exactly: by choosing vertices for which that is exact.
Mesh round_to_grid(const Mesh& mesh) {
  return test::change_vertices(mesh, [](const Vec3& v) { return Vec3((v * 0x1p30).array().round() * 0x1p-30); });
}

TEST(Moments, InsideIsExactWithinTheBoundWhateverTheNumberOfTriangles) {
  for (const std::size_t n : {3u, 4u, 5u, 7u, 13u, 30u}) {
    const Mesh mesh = make_rough_torus_mesh(n + 2, n, 0.1, n);
    const SolidMoments found = compute_solid_moments(mesh.vertices, mesh.triangles, Vec3::Zero());
    EXPECT_LE(compare(found.inside, oracle::integrate_inside(mesh), sum_magnitudes(mesh, Vec3::Zero())), 1.0);
    const oracle::Real area = oracle::integrate_triangles(mesh).measure;
    EXPECT_LE(abs(oracle::Real(found.area) - area), kMomentsBound * area) << n;
  }
}

TEST(Moments, AMillionEqualTermsAddUpWithinTheBound) {
  // Added one after another, each addition would round the same way, and the error would grow with their number.
  Mesh mesh;
  mesh.vertices = {{0.1, 0.2, 0.3}, {0.7, 0.5, -0.1}, {0.2, 0.9, 0.4}};
  test::add_triangle(mesh, 0, 1, 2);
  const SolidMoments one = compute_solid_moments(mesh.vertices, mesh.triangles, Vec3::Zero());
  constexpr double kMany = 1'000'003;
  mesh.triangles.resize(static_cast<std::size_t>(kMany), mesh.triangles[0]);
  const SolidMoments many = compute_solid_moments(mesh.vertices, mesh.triangles, Vec3::Zero());
  EXPECT_NEAR(many.area / kMany, one.area, kMomentsBound * one.area);
  EXPECT_NEAR(many.inside.m0 / kMany, one.inside.m0, kMomentsBound * std::abs(one.inside.m0));
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(many.inside.m2(i, i) / kMany, one.inside.m2(i, i), kMomentsBound * std::abs(one.inside.m2(i, i)));
  }
}

TEST(Moments, AReferencePointOtherThanTheOriginMeasuresFromThere) {
  const Mesh mesh = round_to_grid(make_rough_torus_mesh(9, 6, 0.1, 3));
  const Vec3 p_BR(0.25, -3, 17);
  const Mesh moved = test::change_vertices(mesh, [&](const Vec3& v) { return Vec3(v - p_BR); });
  const auto found = compute_solid_moments(mesh.vertices, mesh.triangles, p_BR);
  EXPECT_LE(compare(found.inside, oracle::integrate_inside(moved), sum_magnitudes(mesh, p_BR)), 1.0);
}

TEST(Moments, SheetsAreExactWithinTheBound) {
  Mesh mesh = make_rough_torus_mesh(11, 7, 0.2, 5);
  mesh.triangles.resize(mesh.triangles.size() / 2 + 1);  // open
  const auto expected = oracle::integrate_triangles(mesh);
  const Moments found = compute_sheet_moments(mesh.vertices, mesh.triangles, Vec3::Zero());
  // All corners are within 2 of the origin; the area's own rounding is that of the cross product.
  Moments magnitudes;
  magnitudes.m0 = 4 * static_cast<double>(expected.measure);
  magnitudes.m1 = 2 * magnitudes.m0 * Vec3::Ones();
  magnitudes.m2 = 4 * magnitudes.m0 * Mat3::Ones();
  EXPECT_LE(compare(found, expected, magnitudes), 1.0);
}

TEST(Moments, WiresAreExactWithinTheBound) {
  test::Random random(11);
  Mesh mesh;
  for (int i = 0; i < 50; ++i) mesh.vertices.push_back(random.point(-1, 1));
  for (int i = 0; i + 1 < 50; ++i) mesh.segments.push_back({VertexId(i), VertexId(i + 1)});
  const auto expected = oracle::integrate_segments(mesh);
  const Moments found = compute_wire_moments(mesh.vertices, mesh.segments, Vec3::Zero());
  Moments magnitudes;
  magnitudes.m0 = static_cast<double>(expected.measure);
  magnitudes.m1 = 2 * magnitudes.m0 * Vec3::Ones();
  magnitudes.m2 = 3 * magnitudes.m0 * Mat3::Ones();
  EXPECT_LE(compare(found, expected, magnitudes), 1.0);
}

TEST(Moments, PointsAreSums) {
  const std::vector<Vec3> points = {{1, 2, 3}, {-1, 0, 5}};
  const Moments found = compute_point_moments(points, std::vector<double>{2, 3}, Vec3(1, 1, 1));
  // From R: (0, 1, 2) and (-2, -1, 4).
  EXPECT_EQ(found.m0, 5);
  EXPECT_EQ(found.m1, Vec3(-6, -1, 16));
  EXPECT_EQ(found.m2.diagonal(), Vec3(12, 5, 56));
  EXPECT_EQ(found.m2(0, 1), 6);
  EXPECT_EQ(found.m2(1, 2), -8);
  EXPECT_EQ(found.m2(2, 0), -24);
}

TEST(Moments, ScalingByAPowerOfTwoScalesEveryBit) {
  const Mesh mesh = make_rough_torus_mesh(12, 9, 0.1, 8);
  const Vec3 p_BR(0.1, 0.2, 0.3);
  const auto at_one = compute_solid_moments(mesh.vertices, mesh.triangles, p_BR);
  for (const int power : {-40, -1, 3, 50}) {
    const double k = std::ldexp(1.0, power);
    const Mesh scaled = test::change_vertices(mesh, [&](const Vec3& v) { return Vec3(k * v); });
    const auto found = compute_solid_moments(scaled.vertices, scaled.triangles, k * p_BR);
    EXPECT_EQ(found.inside.m0, at_one.inside.m0 * k * k * k);
    EXPECT_EQ(found.inside.m1, Vec3(at_one.inside.m1 * k * k * k * k));
    EXPECT_EQ(found.inside.m2, Mat3(at_one.inside.m2 * k * k * k * k * k));
    EXPECT_EQ(found.area, at_one.area * k * k);
  }
}

TEST(Moments, NothingHasNoMoments) {
  const Mesh empty;
  EXPECT_EQ(compute_reference_point(empty), Vec3::Zero());
  const auto solid = compute_solid_moments(empty.vertices, empty.triangles, Vec3(1, 2, 3));
  EXPECT_EQ(solid.inside.m0, 0);
  EXPECT_EQ(solid.inside.m2, Mat3::Zero());
  EXPECT_EQ(solid.area, 0);
}

TEST(Moments, TheReferencePointIgnoresUnusedVertices) {
  Mesh mesh = make_box_mesh({1, 2, 3}, {2, 4, 8});
  mesh.vertices.emplace_back(1e9, std::numeric_limits<double>::quiet_NaN(), 0);
  EXPECT_EQ(compute_reference_point(mesh), Vec3(1.5, 3, 5.5));
  mesh.vertices.emplace_back(11, 3, 3);
  mesh.points.emplace_back(9);
  EXPECT_EQ(compute_reference_point(mesh), Vec3(6, 3, 5.5));
}

}  // namespace
}  // namespace abut::geometry

#include "abut/geometry/mass_properties.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "abut/base/input_error.h"
#include "abut/geometry/moments.h"
#include "geometry/sample_meshes.h"
#include "oracle/mass_oracle.h"

namespace abut::geometry {
namespace {

using math::Mat3;
using math::Vec3;
using test::make_box_mesh;
using test::make_rough_torus_mesh;

constexpr double kEps = std::numeric_limits<double>::epsilon();

Mat3 diagonal(double xx, double yy, double zz) {
  return Vec3(xx, yy, zz).asDiagonal();
}

void expect_near(const MassProperties& found, const MassProperties& expected, double relative, double size) {
  EXPECT_NEAR(found.mass, expected.mass, relative * expected.mass);
  EXPECT_NEAR(found.volume, expected.volume, relative * expected.volume);
  EXPECT_NEAR(found.area, expected.area, relative * expected.area);
  EXPECT_NEAR(found.length, expected.length, relative * expected.length);
  EXPECT_LE((found.p_BBcm - expected.p_BBcm).cwiseAbs().maxCoeff(), relative * size);
  EXPECT_LE((found.I_BBcm_B - expected.I_BBcm_B).cwiseAbs().maxCoeff(), relative * expected.mass * size * size);
}

TEST(MassProperties, OfABoxAreTheTextbooks) {
  const MassProperties found = compute_solid_mass(make_box_mesh({-1, 2, 3}, {1, 5, 8}), 2.0);
  MassProperties expected;  // edges 2, 3, 5
  expected.mass = 60;
  expected.volume = 30;
  expected.area = 2 * (6 + 15 + 10);
  expected.p_BBcm = Vec3(0, 3.5, 5.5);
  expected.I_BBcm_B = 60.0 / 12 * diagonal(9 + 25, 4 + 25, 4 + 9);
  expect_near(found, expected, 8 * kEps, 5);
}

TEST(MassProperties, OfATetrahedronAtTheOriginAreTheTextbooks) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const auto& t : {std::array{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})
    test::add_triangle(mesh, t[0], t[1], t[2]);
  const MassProperties found = compute_solid_mass(mesh, 6.0);
  MassProperties expected;
  expected.mass = 1;
  expected.volume = 1.0 / 6;
  expected.area = 1.5 + std::sqrt(3.0) / 2;
  expected.p_BBcm = Vec3(0.25, 0.25, 0.25);
  // About the corner: 1/10 each square, 1/20 each product; then 1/16 off for the way to the centre.
  expected.I_BBcm_B = Mat3::Constant(-(1.0 / 20 - 1.0 / 16));
  expected.I_BBcm_B.diagonal().setConstant(2 * (1.0 / 10 - 1.0 / 16));
  expect_near(found, expected, 16 * kEps, 1);
}

TEST(MassProperties, OfAPrismOverARegularPolygonAreItsClosedForms) {
  // A prism over a regular n-gon of circumradius r and height h.
  constexpr int kN = 7;
  const double r = 2;
  const double h = 3;
  Mesh mesh;
  for (const double z : {0.0, h}) {
    for (int i = 0; i < kN; ++i) {
      const double a = 2 * std::numbers::pi * i / kN;
      mesh.vertices.emplace_back(r * std::cos(a), r * std::sin(a), z);
    }
  }
  for (int i = 0; i < kN; ++i) {
    const int j = (i + 1) % kN;
    test::add_triangle(mesh, i, j, kN + j);
    test::add_triangle(mesh, i, kN + j, kN + i);
    if (i == 0 || j == 0) continue;
    test::add_triangle(mesh, 0, j, i);
    test::add_triangle(mesh, kN, kN + i, kN + j);
  }
  const double step = 2 * std::numbers::pi / kN;
  const double base = kN * r * r * std::sin(step) / 2;
  MassProperties expected;
  expected.volume = expected.mass = base * h;
  expected.area = 2 * base + kN * 2 * r * std::sin(step / 2) * h;
  expected.p_BBcm = Vec3(0, 0, h / 2);
  const double polar = r * r * (2 + std::cos(step)) / 6;  // mean square distance from the axis
  expected.I_BBcm_B = expected.mass * diagonal(polar / 2 + h * h / 12, polar / 2 + h * h / 12, polar);
  expect_near(compute_solid_mass(mesh, 1.0), expected, 32 * kEps, 4);
}

TEST(MassProperties, ACavityIsSubtracted) {
  Mesh mesh = make_box_mesh({-2, -2, -2}, {2, 2, 2});
  const Mesh hole = make_box_mesh({-1, -1, -1}, {1, 1, 1});
  for (const Vec3& v : hole.vertices) mesh.vertices.push_back(v);
  for (const Triangle& t : hole.triangles)
    test::add_triangle(mesh, 8 + t[0].value(), 8 + t[2].value(), 8 + t[1].value());
  MassProperties expected;
  expected.mass = expected.volume = 64 - 8;
  expected.area = 6 * 16 + 6 * 4;
  expected.I_BBcm_B = Mat3::Identity() * (64 * 32 - 8 * 8) / 12.0;
  expect_near(compute_solid_mass(mesh, 1.0), expected, 8 * kEps, 4);
}

TEST(MassProperties, OfAnInsideOutBoxHaveNegativeVolume) {
  Mesh mesh = make_box_mesh({0, 0, 0}, {1, 1, 1});
  for (Triangle& t : mesh.triangles) std::swap(t[0], t[1]);
  const MassProperties found = compute_solid_mass(mesh, 3.0);
  EXPECT_NEAR(found.volume, -1, 8 * kEps);
  EXPECT_NEAR(found.mass, -3, 24 * kEps);
  EXPECT_NEAR(found.area, 6, 24 * kEps);
}

TEST(MassProperties, OfASquareSheetAreALaminas) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 7}, {2, 0, 7}, {2, 2, 7}, {0, 2, 7}};
  test::add_triangle(mesh, 0, 1, 2);
  test::add_triangle(mesh, 0, 2, 3);
  MassProperties expected;
  expected.mass = 12;
  expected.area = 4;
  expected.p_BBcm = Vec3(1, 1, 7);
  expected.I_BBcm_B = 12.0 * diagonal(4, 4, 8) / 12;
  expect_near(compute_soup_mass(mesh, {.areal = 3}), expected, 8 * kEps, 2);
}

TEST(MassProperties, OfAWireAreARods) {
  Mesh mesh;
  mesh.vertices = {{-1, 5, 0}, {5, 5, 0}};
  mesh.segments = {{VertexId(0), VertexId(1)}};
  const MassProperties found = compute_soup_mass(mesh, {.line = 0.5});
  MassProperties expected;
  expected.mass = 3;
  expected.length = 6;
  expected.p_BBcm = Vec3(2, 5, 0);
  expected.I_BBcm_B = diagonal(0, 9, 9);
  expect_near(found, expected, 8 * kEps, 6);
  EXPECT_EQ(found.I_BBcm_B(0, 0), 0.0);
}

TEST(MassProperties, OfAMixedSoupAreTheSumOfItsParts) {
  // A square of 4 kg at z = 0, a rod of 2 kg along z and a point of 1 kg.
  Mesh mesh;
  mesh.vertices = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}, {0, 0, 3}, {0, 0, 10}};
  test::add_triangle(mesh, 0, 1, 2);
  test::add_triangle(mesh, 0, 2, 3);
  mesh.segments = {{VertexId(4), VertexId(5)}};
  mesh.points = {VertexId(6)};
  const MassProperties found = compute_soup_mass(mesh, {.areal = 1, .line = 1, .point = 1});
  MassProperties expected;
  expected.mass = 7;
  expected.area = 4;
  expected.length = 2;
  const double z = (4 * 0 + 2 * 2 + 1 * 10) / 7.0;
  expected.p_BBcm = Vec3(0, 0, z);
  const double across = 4 * (4.0 / 12 + z * z) + 2 * (4.0 / 12 + (2 - z) * (2 - z)) + (10 - z) * (10 - z);
  expected.I_BBcm_B = diagonal(across, across, 4 * 8.0 / 12);
  expect_near(found, expected, 16 * kEps, 10);
}

TEST(MassProperties, OfNothingAreZero) {
  const MassProperties found = compute_soup_mass({}, {1, 1, 1});
  EXPECT_EQ(found.mass, 0);
  EXPECT_EQ(found.p_BBcm, Vec3::Zero());
  EXPECT_EQ(found.I_BBcm_B, Mat3::Zero());
}

TEST(MassProperties, ASinglePointHasNoInertia) {
  Mesh mesh;
  mesh.vertices = {{1, 2, 3}};
  mesh.points = {VertexId(0)};
  const MassProperties found = compute_soup_mass(mesh, {.point = 4});
  EXPECT_EQ(found.mass, 4);
  EXPECT_EQ(found.p_BBcm, Vec3(1, 2, 3));
  EXPECT_EQ(found.I_BBcm_B, Mat3::Zero());
}

TEST(LumpedMass, OfASquareSitsEquallyAtItsCorners) {
  // Both triangles are right-angled: half of each at its right angle, a quarter at the ends of the diagonal.
  Mesh mesh;
  mesh.vertices = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  test::add_triangle(mesh, 0, 1, 2);
  test::add_triangle(mesh, 0, 2, 3);
  MassProperties expected;
  expected.mass = 40;
  expected.area = 4;
  expected.I_BBcm_B = diagonal(40, 40, 80);
  expect_near(compute_vertex_lumped_mass(mesh, 10), expected, 8 * kEps, 2);
}

TEST(LumpedMass, OfATriangleFollowsItsNearestParts) {
  Mesh mesh;
  const auto lump = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    mesh.vertices = {a, b, c};
    mesh.triangles.clear();
    test::add_triangle(mesh, 0, 1, 2);
    return compute_vertex_lumped_mass(mesh, 1);
  };
  // Equilateral: a third each, so the centre of mass is the centroid.
  const double h = std::sqrt(3.0);
  const MassProperties equilateral = lump({-1, 0, 0}, {1, 0, 0}, {0, h, 0});
  EXPECT_NEAR(equilateral.mass, h, 4 * kEps);
  EXPECT_NEAR(equilateral.p_BBcm.y(), h / 3, 4 * kEps);
  // Obtuse at the apex: half of the area (1) there.
  const MassProperties obtuse = lump({-2, 0, 0}, {2, 0, 0}, {0, 0.5, 0});
  EXPECT_NEAR(obtuse.mass, 1, 4 * kEps);
  EXPECT_NEAR(obtuse.p_BBcm.y(), 0.25, 4 * kEps);
  // Isosceles, legs of sqrt(10), base 2, area 3: circumcentre 4/3 up, so the apex's part is the kite of diagonals 5/3
  // and (distance of the legs' midpoints) 1.
  const MassProperties acute = lump({-1, 0, 0}, {1, 0, 0}, {0, 3, 0});
  EXPECT_NEAR(acute.mass, 3, 8 * kEps);
  EXPECT_NEAR(acute.p_BBcm.y(), 3 * (5.0 / 3 * 1 / 2) / 3, 8 * kEps);
}

TEST(LumpedMass, OfTrianglesWithoutAreaIsZeroAndOfEdgesAndPointsTheirOwn) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {4, 0, 0}, {8, 0, 0}, {std::numeric_limits<double>::quiet_NaN(), 0, 0}};
  test::add_triangle(mesh, 0, 1, 2);
  EXPECT_EQ(compute_vertex_lumped_mass(mesh, 10).mass, 0);

  mesh.triangles.clear();
  mesh.segments = {{VertexId(0), VertexId(1)}, {VertexId(1), VertexId(2)}};
  mesh.points = {VertexId(2)};
  const MassProperties wire = compute_vertex_lumped_mass(mesh, 10);
  EXPECT_EQ(wire.mass, 80);
  EXPECT_EQ(wire.length, 8);
  EXPECT_EQ(wire.I_BBcm_B, diagonal(0, 2 * 20 * 16, 2 * 20 * 16));

  mesh.segments.clear();
  mesh.points = {VertexId(0), VertexId(2)};
  const MassProperties points = compute_vertex_lumped_mass(mesh, 10);
  EXPECT_EQ(points.mass, 20);
  EXPECT_EQ(points.p_BBcm, Vec3(4, 0, 0));
}

TEST(MassProperties, AGivenMassScalesMassAndInertia) {
  const MassProperties box = compute_solid_mass(make_box_mesh({0, 0, 0}, {1, 2, 3}), 1.0);
  const MassProperties scaled = scale_to_mass(box, 24.0);
  EXPECT_EQ(scaled.mass, 24.0);
  EXPECT_EQ(scaled.volume, box.volume);
  EXPECT_LE((scaled.I_BBcm_B - 24.0 / 12 * diagonal(13, 10, 5)).norm(), 64 * kEps * 26);
}

// Laws.

TEST(MassProperties, MovingFarAwayMovesTheCentreAndNothingElse) {
  // Coordinates on a grid of 2^-30, so that the move is exact and the meshes are the same.
  Mesh mesh = test::change_vertices(make_rough_torus_mesh(20, 11, 0.1, 1),
                                    [](const Vec3& v) { return Vec3((v * 0x1p30).array().round() * 0x1p-30); });
  const MassProperties near = compute_solid_mass(mesh, 700);
  const Vec3 p_far(1e6, -1e6, 0.5e6);
  const MassProperties far =
      compute_solid_mass(test::change_vertices(mesh, [&](const Vec3& v) { return Vec3(v + p_far); }), 700);
  MassProperties expected = near;
  expected.p_BBcm = far.p_BBcm;
  expect_near(far, expected, kMomentsBound * 16, 2);
  EXPECT_LE((far.p_BBcm - p_far - near.p_BBcm).norm(), kMomentsBound * 16 + kEps * 1e6);
}

TEST(MassProperties, TurningTheMeshTurnsTheInertia) {
  test::Random random(4);
  const Mesh mesh = make_rough_torus_mesh(20, 11, 0.1, 1);
  const MassProperties before = compute_solid_mass(mesh, 3);
  for (int i = 0; i < 20; ++i) {
    const Mat3 R = random.rotation().toRotationMatrix();
    const MassProperties after =
        compute_solid_mass(test::change_vertices(mesh, [&](const Vec3& v) { return Vec3(R * v); }), 3);
    MassProperties expected = before;
    expected.p_BBcm = R * before.p_BBcm;
    expected.I_BBcm_B = R * before.I_BBcm_B * R.transpose();
    expect_near(after, expected, kMomentsBound * 16, 2);
  }
}

TEST(MassProperties, ScalingByAPowerOfTwoScalesEveryBit) {
  const Mesh mesh = make_rough_torus_mesh(20, 11, 0.1, 1);
  const MassProperties at_one = compute_solid_mass(mesh, 3);
  const double k = 0x1p-7;
  const MassProperties found =
      compute_solid_mass(test::change_vertices(mesh, [&](const Vec3& v) { return Vec3(k * v); }), 3);
  EXPECT_EQ(found.mass, at_one.mass * k * k * k);
  EXPECT_EQ(found.area, at_one.area * k * k);
  EXPECT_EQ(found.p_BBcm, Vec3(k * at_one.p_BBcm));
  EXPECT_EQ(found.I_BBcm_B, Mat3(at_one.I_BBcm_B * k * k * k * k * k));
}

TEST(MassProperties, RelabellingChangesRoundingOnly) {
  Mesh mesh = make_rough_torus_mesh(20, 11, 0.1, 1);
  const MassProperties before = compute_solid_mass(mesh, 3);
  std::ranges::reverse(mesh.triangles);
  for (Triangle& t : mesh.triangles) std::ranges::rotate(t, t.begin() + 1);
  expect_near(compute_solid_mass(mesh, 3), before, kMomentsBound * 16, 2);
}

TEST(MassProperties, TwoHalvesMakeTheWholeByTheParallelAxisTheorem) {
  const MassProperties left = compute_solid_mass(make_box_mesh({0, 0, 0}, {1, 2, 3}), 5);
  const MassProperties right = compute_solid_mass(make_box_mesh({1, 0, 0}, {4, 2, 3}), 5);
  const MassProperties whole = compute_solid_mass(make_box_mesh({0, 0, 0}, {4, 2, 3}), 5);
  const Mat3 sum = compute_shifted_inertia(left.I_BBcm_B, left.mass, whole.p_BBcm - left.p_BBcm) +
                   compute_shifted_inertia(right.I_BBcm_B, right.mass, whole.p_BBcm - right.p_BBcm);
  EXPECT_LE((sum - whole.I_BBcm_B).cwiseAbs().maxCoeff(), 64 * kEps * whole.mass * 16);
}

TEST(MassProperties, TheInertiaIsSymmetricToTheBit) {
  const Mat3 I = compute_solid_mass(make_rough_torus_mesh(17, 5, 0.15, 2), 1).I_BBcm_B;
  EXPECT_EQ(I, Mat3(I.transpose()));
}

// Oracle: the header's bound, carried through to the centre of mass.

void expect_oracle(const MassProperties& found, const oracle::CentralIntegrals& expected, double density, double size,
                   double spread) {
  // `spread`: magnitudes summed over the triangles, as a multiple of the measure times the power of the size.
  const double bound = 4 * kMomentsBound * spread;
  const double measure = static_cast<double>(expected.measure);
  EXPECT_NEAR(found.mass, density * measure, bound * density * measure);
  for (std::size_t i = 0; i < 3; ++i) {
    const double centre = static_cast<double>(expected.centre[i]);
    EXPECT_NEAR(found.p_BBcm[static_cast<int>(i)], centre, bound * size + kEps * std::abs(centre));
    for (std::size_t j = 0; j < 3; ++j) {
      const double inertia = density * static_cast<double>(expected.inertia[i][j]);
      EXPECT_NEAR(found.I_BBcm_B(static_cast<int>(i), static_cast<int>(j)), inertia,
                  bound * density * measure * size * size);
    }
  }
}

TEST(MassProperties, AgreeWithRationalArithmeticNearAndFar) {
  test::Random random(21);
  for (int i = 0; i < 12; ++i) {
    const Vec3 p = random.point(-1, 1) * std::pow(10.0, i % 7);
    const Mat3 R = random.rotation().toRotationMatrix();
    const Mesh mesh = test::change_vertices(make_rough_torus_mesh(6 + i, 5, 0.15, 50 + i),
                                            [&](const Vec3& v) { return Vec3(R * v + p); });
    // The torus has volume over 2 and area under 25, all of it within 2 of the middle: magnitudes are at most
    // 2 * 25 / 6 * 9 (nine products in the triple product), 40 times the volume.
    expect_oracle(compute_solid_mass(mesh, 7.5), oracle::centre(oracle::integrate_inside(mesh)), 7.5, 2, 40);
    expect_oracle(compute_soup_mass(mesh, {.areal = 0.3}), oracle::centre(oracle::integrate_triangles(mesh)), 0.3, 2,
                  9);
  }
}

// Bad input.

std::string message_of(const MassProperties& properties, double mass) {
  try {
    scale_to_mass(properties, mass);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(MassProperties, AGivenMassMustBePositive) {
  MassProperties one;
  one.mass = 1;
  EXPECT_EQ(message_of(one, -2), "a mass of -2 kg is not positive and finite; give a positive mass");
  EXPECT_EQ(message_of(one, std::numeric_limits<double>::infinity()),
            "a mass of inf kg is not positive and finite; give a positive mass");
  EXPECT_EQ(
      message_of({}, 3),
      "a mass of 3 kg cannot be spread over a shape that weighs 0 kg by density; give the inertia too, or a shape "
      "with volume, area or length");
}

}  // namespace
}  // namespace abut::geometry

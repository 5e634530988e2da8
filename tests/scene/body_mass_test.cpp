#include "abut/scene/body_mass.h"

#include <gtest/gtest.h>

#include "abut/base/input_error.h"
#include "abut/scene/rotation.h"

namespace abut::scene {
namespace {

using math::Mat3;
using math::Vec3;

Body make_body(ShapeSource shape, MassSource mass) {
  Body body;
  body.shape = std::move(shape);
  body.mass = mass;
  return body;
}

geometry::MassProperties weigh(const Body& body, double material_density = 1000.0) {
  std::vector<std::string> notes;
  const LoadedShape shape = load_shape(body.shape, false, Tolerances(), {}, notes).at(0);
  Material material;
  material.density = material_density;
  return compute_body_mass(body, material, shape);
}

std::string find_message(const Body& body) {
  try {
    weigh(body);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

const Box kBox{Vec3(1, 2, 3)};

// A square of side 2 in the plane z = 0.
InlineMesh make_square() {
  InlineMesh square;
  square.mesh.vertices = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  square.mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(0), VertexId(2), VertexId(3)}};
  return square;
}

// A rod of length 2 along x.
InlineMesh make_rod() {
  InlineMesh rod;
  rod.mesh.vertices = {{-1, 0, 0}, {1, 0, 0}};
  rod.mesh.segments = {{VertexId(0), VertexId(1)}};
  return rod;
}

TEST(BodyMass, ASolidWeighsByItsDensityOrThatOfItsMaterial) {
  EXPECT_DOUBLE_EQ(weigh(make_body(kBox, {}), 500.0).mass, 3000.0);
  const geometry::MassProperties m = weigh(make_body(kBox, {.density = 2.0}));
  EXPECT_DOUBLE_EQ(m.mass, 12.0);
  EXPECT_NEAR(m.I_BBcm_B(0, 0), 12.0 * (4.0 + 9.0) / 12.0, 1e-14);
  EXPECT_DOUBLE_EQ(weigh(make_body(kBox, {.lumped_density = 2.0})).mass, 12.0);
}

TEST(BodyMass, AClosedMeshWithArealDensityIsHollow) {
  // A cube shell of side 1: 6 faces; about an axis through the centre 5/18 m a^2.
  const geometry::MassProperties m = weigh(make_body(Box{Vec3(1, 1, 1)}, {.areal_density = 3.0}));
  EXPECT_DOUBLE_EQ(m.mass, 18.0);
  EXPECT_NEAR(m.I_BBcm_B(2, 2), 5.0 / 18.0 * 18.0, 1e-14);
}

TEST(BodyMass, AGivenMassIsSpreadOverWhatThereIs) {
  EXPECT_EQ(weigh(make_body(kBox, {.mass = 7.0})).mass, 7.0);
  const geometry::MassProperties square = weigh(make_body(make_square(), {.mass = 6.0}));
  EXPECT_NEAR(square.I_BBcm_B(2, 2), 6.0 * (4.0 + 4.0) / 12.0, 1e-14);
  Body rod = make_body(make_rod(), {.mass = 6.0});
  rod.locks.rotation = {true, true, true};
  EXPECT_NEAR(weigh(rod).I_BBcm_B(1, 1), 6.0 * 4.0 / 12.0, 1e-14);
}

TEST(BodyMass, SheetsAndRodsWeighByArealAndLineDensity) {
  EXPECT_DOUBLE_EQ(weigh(make_body(make_square(), {.areal_density = 2.5})).mass, 10.0);
  Body rod = make_body(make_rod(), {.line_density = 2.5});
  rod.locks.rotation = {true, true, true};
  EXPECT_DOUBLE_EQ(weigh(rod).mass, 5.0);
}

TEST(BodyMass, TheRuleOfRigidIpcPutsMassAtVertices) {
  // A quarter of the mass at each corner of the square: I = m r^2 with r^2 = 2.
  const geometry::MassProperties m = weigh(make_body(make_square(), {.lumped_density = 2.0}));
  EXPECT_DOUBLE_EQ(m.mass, 8.0);
  EXPECT_NEAR(m.I_BBcm_B(2, 2), 8.0 * 2.0, 1e-14);
}

TEST(BodyMass, AGivenInertiaIsTakenAsItIs) {
  MassSource source;
  source.mass = 2.0;
  source.I_BBcm_B = Mat3(Vec3(3, 4, 5).asDiagonal());
  EXPECT_EQ(weigh(make_body(kBox, source)).I_BBcm_B, *source.I_BBcm_B);
  EXPECT_EQ(weigh(make_body(kBox, source)).p_BBcm, Vec3::Zero());
  source.p_BBcm = Vec3(1, 0, 0);
  EXPECT_EQ(weigh(make_body(kBox, source)).p_BBcm, Vec3(1, 0, 0));
}

TEST(BodyMass, BodiesThatDoNotMoveByForcesNeedNoMass) {
  for (const BodyType type : {BodyType::kStatic, BodyType::kKinematic}) {
    Body body = make_body(make_square(), {});
    body.type = type;
    EXPECT_EQ(weigh(body).mass, 0.0);
  }
}

TEST(BodyMass, ADynamicBodyWithoutVolumeNeedsMoreThanADensity) {
  EXPECT_EQ(find_message(make_body(make_square(), {})),
            "the body has no volume to weigh by density: its mesh is no closed surface that faces outward; give "
            "\"areal_density\" (kg/m^2) or \"mass\" (kg), or mend the mesh: abut info says what is wrong with it");
  EXPECT_EQ(find_message(make_body(make_rod(), {.areal_density = 1.0})),
            "an areal density is given, but the body has no triangles; give \"mass\" instead");
  EXPECT_EQ(find_message(make_body(make_square(), {.line_density = 1.0})),
            "a line density is given, but the body has no loose segments; give \"mass\" instead");
  EXPECT_EQ(find_message(make_body(Ball{1e200}, {})),
            "the body weighs inf kg, expected a positive finite mass with finite moments; check its units and its "
            "density, or give \"mass\"");
}

TEST(BodyMass, ARodMayNotTurnAboutItself) {
  // Along x, then turned to lie along y: there the lock must be.
  Body rod = make_body(make_rod(), {.mass = 1.0});
  EXPECT_NE(find_message(rod), "no error");
  rod.X_WB.q = make_rotation(Vec3::UnitZ(), 90);
  rod.locks.rotation = {true, true, false};
  EXPECT_EQ(find_message(rod), "no error");
  rod.locks.rotation = {true, false, true};
  EXPECT_NE(find_message(rod), "no error");
  rod.locks = {};
  rod.mass.I_BBcm_B = Mat3(Vec3(0.1, 1, 1).asDiagonal());
  EXPECT_EQ(find_message(rod), "no error");
}

}  // namespace
}  // namespace abut::scene

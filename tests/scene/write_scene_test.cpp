#include "abut/scene/write_scene.h"

#include <gtest/gtest.h>

#include "abut/scene/read_scene.h"
#include "abut/scene/write_shape.h"
#include "scene/random_scene.h"

namespace abut::scene {
namespace {

// == on doubles, which tells all but the sign of zero; that is told by the equal texts below.
void expect_same(const Body& a, const Body& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.description, b.description);
  EXPECT_EQ(write_shape(a.shape), write_shape(b.shape));
  EXPECT_EQ(a.split, b.split);
  EXPECT_EQ(a.type, b.type);
  EXPECT_EQ(a.X_WB.p, b.X_WB.p);
  EXPECT_EQ(a.X_WB.q.coeffs(), b.X_WB.q.coeffs());
  EXPECT_EQ(a.v_WBcm, b.v_WBcm);
  EXPECT_EQ(a.w_WB, b.w_WB);
  EXPECT_EQ(a.force, b.force);
  EXPECT_EQ(a.torque, b.torque);
  EXPECT_EQ(a.mass.density, b.mass.density);
  EXPECT_EQ(a.mass.areal_density, b.mass.areal_density);
  EXPECT_EQ(a.mass.line_density, b.mass.line_density);
  EXPECT_EQ(a.mass.lumped_density, b.mass.lumped_density);
  EXPECT_EQ(a.mass.mass, b.mass.mass);
  EXPECT_EQ(a.mass.I_BBcm_B, b.mass.I_BBcm_B);
  EXPECT_EQ(a.mass.p_BBcm, b.mass.p_BBcm);
  EXPECT_EQ(a.script.until, b.script.until);
  ASSERT_EQ(a.script.keyframes.size(), b.script.keyframes.size());
  for (std::size_t i = 0; i < a.script.keyframes.size(); ++i) {
    EXPECT_EQ(a.script.keyframes[i].t, b.script.keyframes[i].t);
    EXPECT_EQ(a.script.keyframes[i].X_WB.p, b.script.keyframes[i].X_WB.p);
    EXPECT_EQ(a.script.keyframes[i].X_WB.q.coeffs(), b.script.keyframes[i].X_WB.q.coeffs());
  }
  EXPECT_EQ(a.locks.translation, b.locks.translation);
  EXPECT_EQ(a.locks.rotation, b.locks.rotation);
  EXPECT_EQ(a.group, b.group);
  EXPECT_EQ(a.material, b.material);
}

void expect_same(const Scene& a, const Scene& b) {
  EXPECT_EQ(a.description, b.description);
  EXPECT_EQ(a.gravity, b.gravity);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.duration, b.duration);
  EXPECT_EQ(a.law, b.law);
  EXPECT_EQ(a.impact_law, b.impact_law);
  EXPECT_EQ(a.impact_order, b.impact_order);
  EXPECT_EQ(a.tolerances.resting_speed, b.tolerances.resting_speed);
  EXPECT_EQ(a.contact_margin, b.contact_margin);
  EXPECT_EQ(a.minimum_separation, b.minimum_separation);
  EXPECT_EQ(a.sleep, b.sleep);
  EXPECT_EQ(a.outputs.contacts, b.outputs.contacts);
  EXPECT_EQ(a.outputs.forces, b.outputs.forces);
  EXPECT_EQ(a.outputs.certificates, b.outputs.certificates);
  EXPECT_EQ(a.outputs.every, b.outputs.every);
  ASSERT_EQ(a.materials.size(), b.materials.size());
  for (std::size_t i = 0; i < a.materials.size(); ++i) {
    EXPECT_EQ(a.materials[i].name, b.materials[i].name);
    EXPECT_EQ(a.materials[i].density, b.materials[i].density);
    EXPECT_EQ(a.materials[i].friction, b.materials[i].friction);
    EXPECT_EQ(a.materials[i].restitution, b.materials[i].restitution);
  }
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (std::size_t i = 0; i < a.pairs.size(); ++i) {
    EXPECT_EQ(a.pairs[i].a, b.pairs[i].a);
    EXPECT_EQ(a.pairs[i].b, b.pairs[i].b);
    EXPECT_EQ(a.pairs[i].friction, b.pairs[i].friction);
    EXPECT_EQ(a.pairs[i].restitution, b.pairs[i].restitution);
  }
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) expect_same(a.bodies[i], b.bodies[i]);
}

TEST(WriteScene, AnySceneReadsBackBitForBit) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Scene scene = RandomScene(seed).make();
    const std::string text = write_scene(scene);
    const Scene back = read_scene(text, "t").scene;
    expect_same(scene, back);
    EXPECT_EQ(write_scene(back), text);
  }
}

TEST(WriteScene, EveryToleranceIsWritten) {
  Scene scene;
  scene.tolerances = {2e-9, 17, 6e-6, 65, 2, 0.03, 0.5, 4, 0.1, 2e-4, 2e-3, 3};
  const Tolerances back = read_scene(write_scene(scene), "t").scene.tolerances;
  EXPECT_EQ(std::memcmp(&back, &scene.tolerances, sizeof back), 0);
}

TEST(WriteScene, TheTextIsWhatTheFormatSays) {
  Scene scene;
  scene.materials = {Material{.name = "default"}};
  Body body;
  body.name = "ball";
  body.shape = Ball{0.5};
  body.X_WB.p.z() = 2.0;
  body.material = MaterialId(0);
  scene.bodies.push_back(body);
  EXPECT_EQ(write_scene(scene), R"({
  "abut_scene": 1,
  "gravity": [0, 0, -9.81],
  "step": 0.004166666666666667,
  "duration": 10,
  "outputs": {
    "contacts": true,
    "forces": true,
    "certificates": true,
    "every": 1
  },
  "materials": [
    {
      "name": "default",
      "density": 1000,
      "friction": 0.5,
      "restitution": 0
    }
  ],
  "bodies": [
    {
      "name": "ball",
      "shape": {
        "ball": 0.5
      },
      "position": [0, 0, 2],
      "material": "default"
    }
  ]
}
)");
}

}  // namespace
}  // namespace abut::scene

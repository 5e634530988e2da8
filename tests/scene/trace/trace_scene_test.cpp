#include "abut/scene/trace/trace_scene.h"

#include <gtest/gtest.h>

#include <bit>

#include "abut/scene/catalogue.h"
#include "abut/scene/make_simulation.h"
#include "abut/scene/read_scene.h"
#include "abut/scene/write_scene.h"
#include "bad_input.h"

namespace abut::scene {
namespace {

LoadedScene load(std::string_view text) {
  return load_scene(read_scene(text, "s.json"));
}

std::vector<TraceStart> make_starts(const LoadedScene& loaded) {
  std::vector<TraceStart> starts;
  for (const LoadedBody& body : loaded.bodies) {
    const Body& source = loaded.scene.bodies[body.source];
    starts.push_back({source.X_WB, {source.w_WB, source.v_WBcm}, static_cast<std::uint32_t>(starts.size())});
  }
  return starts;
}

void expect_same_shape(const geometry::Shape& a, const geometry::Shape& b) {
  EXPECT_EQ(a.is_solid, b.is_solid);
  EXPECT_EQ(a.is_convex, b.is_convex);
  EXPECT_EQ(a.brep.kind, b.brep.kind);
  EXPECT_EQ(a.brep.triangles, b.brep.triangles);
  EXPECT_EQ(a.brep.contact_faces.size(), b.brep.contact_faces.size());
  ASSERT_EQ(a.pieces.pieces.size(), b.pieces.pieces.size());
  ASSERT_EQ(a.pieces.vertices.size(), b.pieces.vertices.size());
  ASSERT_EQ(a.pieces.edges.size(), b.pieces.edges.size());
  ASSERT_EQ(a.pieces.faces.size(), b.pieces.faces.size());
  for (std::size_t i = 0; i < a.pieces.pieces.size(); ++i) {
    EXPECT_EQ(a.pieces.pieces[i].kind, b.pieces.pieces[i].kind);
    EXPECT_EQ(a.pieces.pieces[i].radius, b.pieces.pieces[i].radius);
  }
  for (std::size_t i = 0; i < a.pieces.vertices.size(); ++i) {
    EXPECT_EQ(a.pieces.vertices[i].p, b.pieces.vertices[i].p);
    EXPECT_EQ(a.pieces.vertices[i].source, b.pieces.vertices[i].source);
  }
}

// Written as a header, read again, and loaded.
void expect_same_again(const LoadedScene& loaded) {
  const TraceHeader header = make_trace_header(loaded, make_starts(loaded));
  const auto read = decode_trace_header(encode_trace_header(header));
  ASSERT_TRUE(read);
  const LoadedScene again = load_trace_scene(*read, "t.abut");
  EXPECT_EQ(write_scene(again.scene), write_scene(loaded.scene));
  ASSERT_EQ(again.bodies.size(), loaded.bodies.size());
  for (std::size_t i = 0; i < loaded.bodies.size(); ++i) {
    const LoadedBody &a = loaded.bodies[i], &b = again.bodies[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.source, b.source);
    EXPECT_EQ(a.mass.mass, b.mass.mass);
    EXPECT_EQ(a.mass.p_BBcm, b.mass.p_BBcm);
    EXPECT_EQ(a.mass.I_BBcm_B, b.mass.I_BBcm_B);
    EXPECT_EQ(a.meshes->size(), b.meshes->size());
    expect_same_shape(*a.shape, *b.shape);
    EXPECT_EQ(a.shape == loaded.bodies[0].shape, b.shape == again.bodies[0].shape) << "shared or not";
  }
  // And once more: the same header.
  EXPECT_EQ(encode_trace_header(make_trace_header(again, make_starts(again))), encode_trace_header(header));
}

constexpr std::string_view kEveryShape = R"({"abut_scene": 1, "bodies": [
    {"name": "box", "shape": {"box": [1, 2, 3]}, "velocity": [1, 2, 3], "group": "g"},
    {"name": "same", "shape": {"box": [1, 2, 3]}, "density": 7},
    {"name": "ball", "shape": {"ball": 0.1}},
    {"name": "capsule", "shape": {"capsule": {"radius": 0.1, "length": 0.7}}},
    {"name": "parts", "shape": {"pieces": [{"box": [1, 1, 1]}, {"box": [1, 1, 1], "position": [1, 0, 0.25]}]}},
    {"name": "torus", "shape": {"maker": "torus", "scale": 0.3}, "type": "kinematic"},
    {"name": "mixed", "type": "static", "shape": {"inline": {"vertices": [[0,0,0], [1,0,0], [0,1,0.3], [4,4,4], [5,5,5]],
     "triangles": [[0,1,2]], "segments": [[3,4]], "points": [3]}}},
    {"name": "two", "split": true, "areal_density": 1, "shape": {"inline": {
     "vertices": [[0,0,0], [1,0,0], [0,1,0], [5,0,0], [6,0,0], [5,1,0]], "triangles": [[0,1,2], [3,4,5]]}}}]})";

TEST(TraceScene, EveryKindOfShapeIsTheSameWhenLoadedFromATrace) {
  expect_same_again(load(kEveryShape));
}

TEST(TraceScene, EverySceneOfTheCatalogueIsTheSameWhenLoadedFromATrace) {
  for (const CatalogueScene& entry : get_catalogue()) {
    SCOPED_TRACE(entry.name);
    expect_same_again(load(entry.text));
  }
}

TEST(TraceScene, AHeaderHoldsEveryShapeOnceAndBodiesAsTheyStart) {
  const LoadedScene loaded = load(kEveryShape);
  const TraceHeader header = make_trace_header(loaded, make_starts(loaded));
  ASSERT_EQ(header.bodies.size(), 9u);
  ASSERT_EQ(header.shapes.size(), 8u);
  EXPECT_EQ(header.bodies[0].shape, header.bodies[1].shape);
  EXPECT_EQ(header.bodies[0].V_WBcm.v, math::Vec3(1, 2, 3));
  EXPECT_EQ(header.bodies[5].type, dynamics::BodyType::kKinematic);
  EXPECT_EQ(header.bodies[6].type, dynamics::BodyType::kStatic);
  EXPECT_EQ(header.bodies[7].name, "two part 0");
  EXPECT_EQ(header.bodies[7].group, 7u);
  const TraceShape &ball = header.shapes[1], &capsule = header.shapes[2], &parts = header.shapes[3];
  EXPECT_EQ(ball.kind, TraceShapeKind::kRound);
  EXPECT_EQ(ball.radius, 0.1);
  EXPECT_EQ(ball.meshes[0].points.size(), 1u);
  EXPECT_TRUE(ball.is_solid);
  EXPECT_EQ(capsule.meshes[0].segments.size(), 1u);
  EXPECT_EQ(capsule.meshes[0].vertices[capsule.meshes[0].segments[0][1].index()].z(), 0.35);
  EXPECT_EQ(parts.kind, TraceShapeKind::kPieces);
  EXPECT_EQ(parts.meshes.size(), 2u);
  EXPECT_EQ(header.shapes[5].meshes[0].segments.size(), 1u);
  EXPECT_FALSE(header.shapes[5].is_solid);
}

TEST(TraceScene, AHeaderWhosePartsDoNotGoTogetherIsRefused) {
  const LoadedScene loaded = load(kEveryShape);
  const TraceHeader good = make_trace_header(loaded, make_starts(loaded));
  const auto load_spoilt = [&](auto&& spoil) {
    return [&good, spoil] {
      TraceHeader bad = good;
      spoil(bad);
      load_trace_scene(bad, "t.abut");
    };
  };
  expect_messages({
      {"source", load_spoilt([](TraceHeader& h) { h.bodies[2].source = 99; }),
       "t.abut: its header: body \"ball\" is none of the scene's; run the scene again"},
      {"type", load_spoilt([](TraceHeader& h) { h.bodies[2].type = dynamics::BodyType::kStatic; }),
       "t.abut: its header: body \"ball\" is none of the scene's; run the scene again"},
      {"radius", load_spoilt([](TraceHeader& h) { h.shapes[1].radius = -1; }),
       "t.abut: its header: a shape: the radius of the ball is -1; it has to be finite and greater than 0; run the "
       "scene again"},
  });
  TraceHeader bad = good;
  bad.scene_text = "{";
  try {
    load_trace_scene(bad, "t.abut");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).find("t.abut: its scene: line 1"), 0u) << error.what();
  }
}

TEST(TraceScene, TheHeaderOfASimulationHasItsStartItsGroupsAndItsExemptPairs) {
  const LoadedScene loaded = load_scene(read_scene(R"({
    "abut_scene": 1, "description": "two of one group over a floor",
    "bodies": [{"name": "floor", "type": "static", "shape": {"maker": "box", "arguments": {"size": [9, 9, 1]}}},
               {"name": "a", "group": "g", "position": [0, 0, 3], "velocity": [1, 0, 0], "shape": {"maker": "box"}},
               {"name": "b", "group": "g", "position": [0, 0, 6], "shape": {"maker": "box"}}]})",
                                                   "s.json"));
  const dynamics::Simulation simulation = make_simulation(loaded);
  const TraceHeader header = make_trace_header(loaded, simulation);
  EXPECT_EQ(header.exempt_pairs, simulation.find_exempt_pairs());
  EXPECT_EQ(header.exempt_pairs.size(), 1u);
  EXPECT_EQ(header.bodies[1].group, header.bodies[2].group);
  EXPECT_NE(header.bodies[1].group, header.bodies[0].group);
  EXPECT_EQ(header.bodies[1].V_WBcm.v, math::Vec3(1, 0, 0));
  EXPECT_EQ(header.bodies[2].X_WB.p, math::Vec3(0, 0, 6));
}

}  // namespace
}  // namespace abut::scene

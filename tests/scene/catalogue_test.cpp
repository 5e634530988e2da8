#include "abut/scene/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "abut/geometry/triangle_intersection.h"
#include "abut/math/aabb.h"
#include "abut/math/pose.h"
#include "abut/scene/load_mesh.h"
#include "abut/scene/read_scene.h"
#include "abut/scene/write_scene.h"

namespace abut::scene {
namespace {

TEST(Catalogue, ItHasTheScenesOfTheFolderByteForByte) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(ABUT_SOURCE_DIR) / "scenes")) {
    if (entry.path().filename() == "scene.schema.json") continue;
    files.insert(entry.path().stem().string());
    const CatalogueScene* scene = find_catalogue_scene(entry.path().stem().string());
    ASSERT_TRUE(scene) << entry.path();
    std::ifstream stream(entry.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_EQ(scene->text, text) << entry.path();
    EXPECT_LT(text.size(), 200'000u) << entry.path();
  }
  EXPECT_EQ(files.size(), get_catalogue().size());
  EXPECT_GE(files.size(), 12u);
}

TEST(Catalogue, NamesAreInOrderAndHyphensMayBeUnderscores) {
  const auto scenes = get_catalogue();
  EXPECT_TRUE(std::is_sorted(scenes.begin(), scenes.end(), [](auto& a, auto& b) { return a.name < b.name; }));
  EXPECT_EQ(find_catalogue_scene("card_tent"), find_catalogue_scene("card-tent"));
  EXPECT_TRUE(find_catalogue_scene("card-tent"));
  EXPECT_FALSE(find_catalogue_scene("card-castle"));
}

TEST(Catalogue, EverySceneIsReadAndSurvivesWriting) {
  for (const CatalogueScene& entry : get_catalogue()) {
    const Scene scene = read_scene(entry.text, std::string(entry.name)).scene;
    EXPECT_EQ(scene.description, entry.summary) << entry.name;
    EXPECT_GE(scene.bodies.size(), 2u) << entry.name;
    const std::string text = write_scene(scene);
    EXPECT_EQ(write_scene(read_scene(text, "t").scene), text) << entry.name;
  }
}

// The triangles of a body where it starts, with their boxes.
struct Placed {
  std::string name;
  std::vector<geometry::Corners> triangles;
  std::vector<math::Aabb> boxes;
  math::Aabb bounds;
};

Placed place(const Body& body) {
  std::vector<std::string> notes;
  const geometry::Mesh mesh = std::visit(
      [&](const auto& source) {
        if constexpr (std::is_constructible_v<PolyhedronSource, decltype(source)>) {
          return load_mesh(PolyhedronSource(source), {}, notes);
        }
        return geometry::Mesh();
      },
      body.shape);
  EXPECT_FALSE(mesh.triangles.empty()) << body.name;
  Placed placed{body.name, {}, {}, {}};
  for (const geometry::Triangle& t : mesh.triangles) {
    geometry::Corners corners;
    math::Aabb box;
    for (std::size_t i = 0; i < 3; ++i) {
      corners[i] = body.X_WB * mesh.vertices[t[i].index()];
      box.grow(corners[i]);
    }
    placed.triangles.push_back(corners);
    placed.boxes.push_back(box);
    placed.bounds.grow(box);
  }
  return placed;
}

bool do_surfaces_meet(const Placed& a, const Placed& b) {
  std::vector<std::size_t> near;
  for (std::size_t j = 0; j < b.boxes.size(); ++j) {
    if (b.boxes[j].overlaps(a.bounds)) near.push_back(j);
  }
  for (std::size_t i = 0; i < a.boxes.size(); ++i) {
    if (!a.boxes[i].overlaps(b.bounds)) continue;
    for (const std::size_t j : near) {
      if (!a.boxes[i].overlaps(b.boxes[j])) continue;
      if (geometry::compute_triangle_intersection(a.triangles[i], b.triangles[j]) !=
          geometry::TriangleIntersection::kDisjoint) {
        return true;
      }
    }
  }
  return false;
}

TEST(Catalogue, NoTwoBodiesOfASceneMeetAtTheStart) {
  for (const CatalogueScene& entry : get_catalogue()) {
    std::vector<Placed> bodies;
    for (const Body& body : read_scene(entry.text, "t").scene.bodies) bodies.push_back(place(body));
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (std::size_t j = i + 1; j < bodies.size(); ++j) {
        if (!bodies[i].bounds.overlaps(bodies[j].bounds)) continue;
        EXPECT_FALSE(do_surfaces_meet(bodies[i], bodies[j]))
            << entry.name << ": " << bodies[i].name << ", " << bodies[j].name;
      }
    }
  }
}

}  // namespace
}  // namespace abut::scene

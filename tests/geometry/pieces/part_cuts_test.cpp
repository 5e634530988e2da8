#include "abut/geometry/pieces/part_cuts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/support/grid_mesh.h"

namespace abut::geometry {
namespace {

using math::Vec3;

struct Counts {
  std::ptrdiff_t vertices, edges, faces;
  auto operator<=>(const Counts&) const = default;
};

Counts count_cuts(const SolidSources& sources) {
  const auto count = [](const std::vector<Feature>& features) {
    return std::count_if(features.begin(), features.end(), [](Feature f) { return f.is_cut(); });
  };
  return {count(sources.vertices), count(sources.edges), count(sources.faces)};
}

std::vector<SolidSources> make_sources(const std::vector<Brep>& parts) {
  return make_part_sources(parts, make_joined_brep(parts));
}

Brep make_cube(const Cell& at, int fineness = 1) {
  return make_brep(make_cell_mesh({at}, fineness, make_skew_map()));
}

TEST(PartCuts, OneFaceOfEachOfTwoCubesSideBySideIsACutAndItsEdgesAreNot) {
  const std::vector<SolidSources> sources = make_sources({make_cube({0, 0, 0}), make_cube({1, 0, 0})});
  EXPECT_EQ(count_cuts(sources[0]), (Counts{0, 0, 1}));
  EXPECT_EQ(count_cuts(sources[1]), (Counts{0, 0, 1}));
}

TEST(PartCuts, TheInnerEdgeOfFourCubesIsACutOfEach) {
  const std::vector<SolidSources> sources =
      make_sources({make_cube({0, 0, 0}), make_cube({1, 0, 0}), make_cube({0, 1, 0}), make_cube({1, 1, 0})});
  for (const SolidSources& part : sources) EXPECT_EQ(count_cuts(part), (Counts{0, 1, 2}));
}

TEST(PartCuts, TheMiddleVertexOfEightCubesIsACutOfEach) {
  std::vector<Brep> parts;
  for (int i = 0; i < 8; ++i) parts.push_back(make_cube({i & 1, i >> 1 & 1, i >> 2 & 1}));
  for (const SolidSources& part : make_sources(parts)) EXPECT_EQ(count_cuts(part), (Counts{1, 3, 3}));
}

TEST(PartCuts, ACubeShutInByOthersIsAllCut) {
  std::vector<Brep> parts{make_cube({0, 0, 0})};
  for (int axis = 0; axis < 3; ++axis) {
    for (const int side : {-1, 1}) {
      Cell cell{0, 0, 0};
      cell[static_cast<std::size_t>(axis)] = side;
      parts.push_back(make_cube(cell));
    }
  }
  EXPECT_EQ(count_cuts(make_sources(parts)[0]), (Counts{8, 12, 6}));
}

TEST(PartCuts, TheCornersCountNotTheTriangles) {
  // The same square, cut into 2 triangles on one side and 8 on the other.
  Mesh fine = make_cell_mesh({{1, 0, 0}}, 2, make_skew_map());
  for (Vec3& p : fine.vertices) p /= 2;
  const std::vector<SolidSources> sources = make_sources({make_cube({0, 0, 0}), make_brep(fine)});
  EXPECT_EQ(count_cuts(sources[0]).faces, 1);
  EXPECT_EQ(count_cuts(sources[1]).faces, 1);
}

TEST(PartCuts, FacesThatMissEachOtherByARoundingAreNoCuts) {
  Mesh moved = make_cell_mesh({{1, 0, 0}}, 1, make_skew_map());
  for (Vec3& p : moved.vertices) p += Vec3::Constant(std::ldexp(1.0, -50));
  const std::vector<SolidSources> sources = make_sources({make_cube({0, 0, 0}), make_brep(moved)});
  EXPECT_EQ(count_cuts(sources[0]), (Counts{0, 0, 0}));
}

TEST(PartCuts, FacesThatCoincideOnlyInPartAreNoCuts) {
  const Brep cube = make_cube({0, 0, 0});
  // Two cells long: its wide faces are twice the cube's.
  const Brep brick = make_brep(make_cell_mesh({{0, 1, 0}, {1, 1, 0}}, 1, make_skew_map()));
  const std::vector<SolidSources> sources = make_sources({cube, brick});
  EXPECT_EQ(count_cuts(sources[0]), (Counts{0, 0, 0}));
  EXPECT_EQ(count_cuts(sources[1]).edges, 0);
  EXPECT_EQ(count_cuts(sources[1]).faces, 0);
}

TEST(PartCuts, TheSamePartTwiceFacesTheSameWayAndHasNoCuts) {
  for (const SolidSources& part : make_sources({make_cube({0, 0, 0}), make_cube({0, 0, 0})})) {
    EXPECT_EQ(count_cuts(part), (Counts{0, 0, 0}));
  }
}

TEST(PartCuts, WhatIsNoCutIsAFeatureOfTheWhole) {
  const std::vector<Brep> parts{make_cube({0, 0, 0}), make_cube({1, 0, 0})};
  const JoinedBrep joined = make_joined_brep(parts);
  const std::vector<SolidSources> sources = make_part_sources(parts, joined);
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t f = 0; f < 6; ++f) {
      if (!sources[i].faces[f].is_cut()) {
        EXPECT_EQ(joined.brep.faces[sources[i].faces[f].face().index()].normal, parts[i].faces[f].normal);
      }
    }
    for (std::size_t v = 0; v < 8; ++v) {
      EXPECT_EQ(joined.brep.vertices[sources[i].vertices[v].vertex().index()], parts[i].vertices[v]);
    }
    for (std::size_t e = 0; e < 12; ++e) {
      EXPECT_EQ(sources[i].edges[e].edge().index(), 12 * i + e);
    }
  }
}

}  // namespace
}  // namespace abut::geometry

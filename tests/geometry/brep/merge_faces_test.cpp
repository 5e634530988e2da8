#include "abut/geometry/brep/merge_faces.h"

#include <gtest/gtest.h>

#include <map>

#include "geometry/brep_samples.h"
#include "oracle/coplanar_faces.h"

namespace abut::geometry {
namespace {

using namespace samples;

MergedFaces merge(const Mesh& mesh) {
  return make_merged_faces(mesh.vertices, mesh.triangles, make_triangle_adjacency(mesh));
}

// The kind of the edge that the first two triangles share, if it is one.
std::optional<EdgeKind> kind_between(const Mesh& mesh) {
  const TriangleAdjacency adjacency = make_triangle_adjacency(mesh);
  const MergedFaces merged = make_merged_faces(mesh.vertices, mesh.triangles, adjacency);
  for (int k = 0; k < 3; ++k) {
    const HalfEdgeId h = half_edge_of(TriangleId(0), k);
    if (!is_border(adjacency, h)) return merged.edge_kind[h.index()];
  }
  ADD_FAILURE() << "the triangles share no edge";
  return std::nullopt;
}

// Two triangles with the edge (0, 0, 0) to (0, 2, 0) in common, the first of them towards -x.
Mesh make_hinge(const Vec3& third) {
  MeshBuilder builder;
  builder.polygon({{0, 0, 0}, {0, 2, 0}, {-1, 1, 0}}).polygon({{0, 2, 0}, {0, 0, 0}, third});
  return builder.mesh();
}

TEST(MergeFaces, TheAngleAtAnEdgeIsTheSignOfTheHeight) {
  EXPECT_EQ(kind_between(make_hinge({1, 1, 0})), std::nullopt);
  EXPECT_EQ(kind_between(make_hinge({1, 1, 0x1p-1074})), EdgeKind::kReflex);
  EXPECT_EQ(kind_between(make_hinge({1, 1, -0x1p-1074})), EdgeKind::kConvex);
  EXPECT_EQ(kind_between(make_hinge({0, 1, 1})), EdgeKind::kReflex);
  EXPECT_EQ(kind_between(make_hinge({0, 1, -1})), EdgeKind::kConvex);
}

TEST(MergeFaces, WhatIsFoldedBackOrHasNoAreaStaysApart) {
  EXPECT_EQ(kind_between(make_hinge({-2, 1, 0})), EdgeKind::kFlat);
  EXPECT_EQ(kind_between(make_hinge({0, 1, 0})), EdgeKind::kFlat);
  EXPECT_EQ(kind_between(make_hinge({0, 5, 0})), EdgeKind::kFlat);
  Mesh both = make_hinge({0, 5, 0});
  std::swap(both.triangles[0], both.triangles[1]);  // the one without area first
  EXPECT_EQ(kind_between(both), EdgeKind::kFlat);
}

TEST(MergeFaces, AHingeInAnyPlaneMergesIfItIsFlat) {
  std::mt19937 random(20);
  for (int round = 0; round < 50; ++round) {
    math::Mat3 map;
    for (double& x : map.reshaped()) x = static_cast<double>(random() % 201) - 100;
    if (map.determinant() == 0.0) continue;
    const bool is_mirrored = map.determinant() < 0.0;
    EXPECT_EQ(kind_between(make_mapped(make_hinge({1, 1, 0}), map)), std::nullopt);
    EXPECT_EQ(kind_between(make_mapped(make_hinge({-2, 1, 0}), map)), EdgeKind::kFlat);
    EXPECT_EQ(kind_between(make_mapped(make_hinge({1, 1, 1}), map)),
              is_mirrored ? EdgeKind::kConvex : EdgeKind::kReflex);
  }
}

TEST(MergeFaces, CoplanarTrianglesMergeNeitherAcrossThreefoldEdgesNorAgainstTheirWinding) {
  Mesh three = make_hinge({1, 1, 0});
  three.vertices.emplace_back(0, 1, 1);
  three.triangles.push_back({three.triangles[0][0], three.triangles[0][1], VertexId(4)});
  EXPECT_EQ(merge(three).num_faces(), 3u);
  Mesh against = make_hinge({1, 1, 0});
  std::swap(against.triangles[1][0], against.triangles[1][1]);
  EXPECT_EQ(kind_between(against), EdgeKind::kNonManifold);
}

TEST(MergeFaces, FacesAreNumberedByTheirLowestTriangleAndListThemAscending) {
  const MergedFaces merged = merge(make_cube(2));
  ASSERT_EQ(merged.num_faces(), 6u);
  for (std::size_t f = 0; f < 6; ++f) {
    const std::span<const TriangleId> members = merged.triangles_of(FaceId(f));
    ASSERT_EQ(members.size(), 8u);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(members[i], TriangleId(8 * f + i));
  }
}

TEST(MergeFaces, TheBorderOfAFaceIsFollowedRoundVerticesInsideIt) {
  // A square of four triangles about its centre.
  MeshBuilder builder;
  const std::vector<Vec3> rim = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
  for (int i = 0; i < 4; ++i) builder.polygon({rim[i], rim[(i + 1) % 4], {1, 1, 0}});
  const Mesh mesh = builder.mesh();
  const TriangleAdjacency adjacency = make_triangle_adjacency(mesh);
  const MergedFaces merged = merge(mesh);
  HalfEdgeId h(0);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(h, HalfEdgeId(3 * i));
    h = next_on_border(adjacency, merged, h);
  }
  EXPECT_EQ(h, HalfEdgeId(0));
}

std::optional<EdgeKind> expected_kind(oracle::Angle angle) {
  switch (angle) {
    case oracle::Angle::kInsideFace:
      return std::nullopt;
    case oracle::Angle::kConvex:
      return EdgeKind::kConvex;
    case oracle::Angle::kReflex:
      return EdgeKind::kReflex;
    case oracle::Angle::kFlat:
      return EdgeKind::kFlat;
    case oracle::Angle::kBorder:
      return EdgeKind::kBorder;
    case oracle::Angle::kNonManifold:
      return EdgeKind::kNonManifold;
  }
  return std::nullopt;
}

void expect_agrees_with_oracle(const Mesh& mesh) {
  const MergedFaces merged = merge(mesh);
  const std::map<oracle::EdgeEnds, oracle::Angle> angles = oracle::classify_edges(mesh);
  for (std::size_t h = 0; h < merged.edge_kind.size(); ++h) {
    const VertexId a = tail_of(mesh.triangles, HalfEdgeId(h)), b = head_of(mesh.triangles, HalfEdgeId(h));
    EXPECT_EQ(merged.edge_kind[h], expected_kind(angles.at({std::min(a, b), std::max(a, b)})));
  }
  const std::vector<std::size_t> lowest = oracle::group_faces(mesh);
  std::uint32_t num_faces = 0;
  for (std::size_t t = 0; t < lowest.size(); ++t) {
    const FaceId expected = lowest[t] == t ? FaceId(num_faces++) : merged.triangle_face[lowest[t]];
    EXPECT_EQ(merged.triangle_face[t], expected);
  }
  EXPECT_EQ(merged.num_faces(), num_faces);
}

TEST(MergeFacesOracle, UnionsOfCubesAgree) {
  std::mt19937 random(9);
  for (int round = 0; round < 24; ++round) {
    const Mesh mesh = make_cells(make_random_cells(random, 3, 20 + 3 * round), 1 + round % 2);
    expect_agrees_with_oracle(round % 3 == 0 ? mesh : make_sheared(mesh));
  }
}

TEST(MergeFacesOracle, HeightFieldsOfFewHeightsAgree) {
  std::mt19937 random(11);
  for (int round = 0; round < 30; ++round) expect_agrees_with_oracle(make_coarse_height_field(random));
}

TEST(MergeFacesOracle, SoupsOnASmallGridAgree) {
  // Few places, so that triangles share edges, are folded, without area and coplanar all the time.
  std::mt19937 random(12);
  for (int round = 0; round < 40; ++round) {
    MeshBuilder builder;
    for (int i = 0; i < 12; ++i) {
      std::vector<Vec3> corners(3);
      for (Vec3& p : corners) p = Vec3(random() % 4, random() % 3, random() % 2);
      builder.polygon(corners);
    }
    Mesh mesh = builder.mesh();
    std::erase_if(mesh.triangles, [](const Triangle& t) { return is_collapsed(t); });
    expect_agrees_with_oracle(make_sheared(mesh));
  }
}

}  // namespace
}  // namespace abut::geometry

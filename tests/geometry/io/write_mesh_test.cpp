#include "abut/geometry/io/write_mesh.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <sstream>

#include "abut/geometry/io/read_mesh.h"

namespace abut::geometry {
namespace {

using math::Vec3;

std::string to_obj(const Mesh& mesh) {
  std::ostringstream out;
  write_obj(out, mesh);
  return out.str();
}

std::string to_ply(const Mesh& mesh) {
  std::ostringstream out;
  write_ply(out, mesh);
  return out.str();
}

// Random elements over random vertices of all magnitudes, each used at least once.
Mesh make_random_mesh(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Mesh mesh;
  for (int v = 0; v < 300; ++v) {
    Vec3 p;
    for (double& x : p) x = std::ldexp(static_cast<double>(random()) - 0x1p63, static_cast<int>(random() % 250) - 220);
    mesh.vertices.push_back(p);
  }
  mesh.vertices[0] = Vec3(-0.0, 0.1, 0x1p-1074);
  const auto any = [&] { return VertexId(random() % mesh.vertices.size()); };
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) mesh.triangles.push_back({VertexId(v), any(), any()});
  for (int i = 0; i < 20; ++i) mesh.segments.push_back({any(), any()});
  for (int i = 0; i < 10; ++i) mesh.points.push_back(any());
  return mesh;
}

void expect_same_bits(const Mesh& a, const Mesh& b) {
  ASSERT_EQ(a.vertices.size(), b.vertices.size());
  for (std::size_t v = 0; v < a.vertices.size(); ++v) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(a.vertices[v][i]), std::bit_cast<std::uint64_t>(b.vertices[v][i]));
    }
  }
  EXPECT_EQ(a.triangles, b.triangles);
  EXPECT_EQ(a.segments, b.segments);
  EXPECT_EQ(a.points, b.points);
}

TEST(WriteMesh, WhatIsReadAgainIsTheSameToTheBit) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Mesh mesh = make_random_mesh(seed);
    expect_same_bits(mesh, read_mesh(to_obj(mesh), "a.obj", MeshFormat::kObj).mesh);
    expect_same_bits(mesh, read_mesh(to_ply(mesh), "a.ply", MeshFormat::kPly).mesh);
  }
}

TEST(WriteMesh, PointsAloneAndSegmentsAloneComeBack) {
  Mesh points = make_random_mesh(4);
  points.triangles.clear();
  Mesh segments = points;
  points.segments.clear();
  segments.points.clear();
  for (const Mesh& mesh : {points, segments}) {
    expect_same_bits(mesh, read_mesh(to_obj(mesh), "a.obj", MeshFormat::kObj).mesh);
    expect_same_bits(mesh, read_mesh(to_ply(mesh), "a.ply", MeshFormat::kPly).mesh);
  }
}

TEST(WriteMesh, ObjKeepsComponentsApart) {
  Mesh mesh;  // two triangles at one place, of two components, which alternate
  for (int copy = 0; copy < 2; ++copy) mesh.vertices.insert(mesh.vertices.end(), {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  const Triangle first{VertexId(0), VertexId(1), VertexId(2)}, second{VertexId(3), VertexId(4), VertexId(5)};
  mesh.triangles = {first, second, first};
  mesh.triangle_component = {ComponentId(0), ComponentId(1), ComponentId(0)};
  mesh.component_names = {"left arm/#1", ""};
  const Mesh again = read_mesh(to_obj(mesh), "a.obj", MeshFormat::kObj).mesh;
  expect_same_bits(mesh, again);
  EXPECT_EQ(again.component_names, mesh.component_names);
  EXPECT_EQ(again.triangle_component, mesh.triangle_component);
}

TEST(WriteMesh, ComponentsOfOneNameStayApart) {
  Mesh mesh;
  for (int copy = 0; copy < 3; ++copy) {
    mesh.vertices.insert(mesh.vertices.end(), {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    mesh.triangles.push_back({VertexId(3 * copy), VertexId(3 * copy + 1), VertexId(3 * copy + 2)});
    mesh.triangle_component.emplace_back(copy);
  }
  mesh.component_names = {"part", "part", "part#2"};
  const Mesh again = read_mesh(to_obj(mesh), "a.obj", MeshFormat::kObj).mesh;
  expect_same_bits(mesh, again);
  EXPECT_EQ(again.component_names, (std::vector<std::string>{"part", "part#2", "part#2#2"}));
}

TEST(WriteMesh, ANameCannotBreakItsLine) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  mesh.triangle_component = {ComponentId(0)};
  mesh.component_names = {"a\nv 1 2 3\r\\"};
  EXPECT_EQ(to_obj(mesh), "v 0 0 0\nv 1 0 0\nv 0 1 0\no a_v 1 2 3__\nf 1 2 3\n");
}

TEST(WriteMesh, PlyIsBinaryWithDoubles) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  const std::string header =
      "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double "
      "z\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
  const std::string bytes = to_ply(mesh);
  EXPECT_EQ(bytes.substr(0, header.size()), header);
  EXPECT_EQ(bytes.size(), header.size() + 3 * 24 + 13);
}

}  // namespace
}  // namespace abut::geometry

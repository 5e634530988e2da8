#include "abut/geometry/pieces/joined_brep.h"

#include <gtest/gtest.h>

#include "geometry/support/grid_mesh.h"

namespace abut::geometry {
namespace {

using math::Vec3;

// Everything but the kind, against building the boundary representation of both meshes at once: the parts share no
// vertex, so it is the same.
void expect_equal(const Brep& a, const Brep& b) {
  EXPECT_EQ(a.vertices, b.vertices);
  EXPECT_EQ(a.triangles, b.triangles);
  EXPECT_EQ(a.triangle_face, b.triangle_face);
  EXPECT_EQ(a.vertex_half_edge, b.vertex_half_edge);
  EXPECT_EQ(a.face_triangles, b.face_triangles);
  EXPECT_EQ(a.contact_face_faces, b.contact_face_faces);
  EXPECT_EQ(a.points, b.points);
  ASSERT_EQ(a.half_edges.size(), b.half_edges.size());
  for (std::size_t i = 0; i < a.half_edges.size(); ++i) {
    const HalfEdge &g = a.half_edges[i], &h = b.half_edges[i];
    EXPECT_EQ(std::tie(g.origin, g.next, g.prev, g.mate, g.edge, g.face),
              std::tie(h.origin, h.next, h.prev, h.mate, h.edge, h.face));
  }
  ASSERT_EQ(a.edges.size(), b.edges.size());
  for (std::size_t i = 0; i < a.edges.size(); ++i) {
    const Edge &e = a.edges[i], &f = b.edges[i];
    EXPECT_EQ(std::tie(e.tail, e.head, e.half_edge, e.kind), std::tie(f.tail, f.head, f.half_edge, f.kind));
  }
  ASSERT_EQ(a.loops.size(), b.loops.size());
  for (std::size_t i = 0; i < a.loops.size(); ++i) {
    EXPECT_EQ(std::tie(a.loops[i].half_edge, a.loops[i].face), std::tie(b.loops[i].half_edge, b.loops[i].face));
  }
  ASSERT_EQ(a.faces.size(), b.faces.size());
  for (std::size_t i = 0; i < a.faces.size(); ++i) {
    const Face &f = a.faces[i], &g = b.faces[i];
    EXPECT_EQ(std::tie(f.normal, f.offset, f.first_loop, f.num_loops, f.first_triangle, f.num_triangles, f.shell),
              std::tie(g.normal, g.offset, g.first_loop, g.num_loops, g.first_triangle, g.num_triangles, g.shell));
    EXPECT_EQ(f.contact_face, g.contact_face);
  }
  ASSERT_EQ(a.shells.size(), b.shells.size());
  ASSERT_EQ(a.contact_faces.size(), b.contact_faces.size());
  for (std::size_t i = 0; i < a.contact_faces.size(); ++i) {
    const ContactFace &f = a.contact_faces[i], &g = b.contact_faces[i];
    EXPECT_EQ(std::tie(f.normal, f.first_face, f.num_faces), std::tie(g.normal, g.first_face, g.num_faces));
  }
}

Mesh make_moved(Mesh mesh, const Vec3& by) {
  for (Vec3& p : mesh.vertices) p += by;
  return mesh;
}

Mesh make_side_by_side(const Mesh& a, const Mesh& b) {
  Mesh mesh = a;
  const std::size_t offset = a.vertices.size();
  mesh.vertices.insert(mesh.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const Triangle& t : b.triangles) {
    mesh.triangles.push_back(
        {VertexId(offset + t[0].index()), VertexId(offset + t[1].index()), VertexId(offset + t[2].index())});
  }
  for (const VertexId v : b.points) mesh.points.emplace_back(offset + v.index());
  return mesh;
}

TEST(JoinedBrep, PartsSideBySideAreWhatTheirMeshesSideBySideAre) {
  const Mesh cube = make_cell_mesh(kOneCell, 2, make_skew_map());
  Mesh l = make_moved(make_cell_mesh(kLCells, 1, make_skew_map()), Vec3(100, 0, 0));
  l.vertices.emplace_back(50, 0, 0);
  l.points.emplace_back(l.vertices.size() - 1);
  const std::vector<Brep> parts{make_brep(cube), make_brep(l)};
  const JoinedBrep joined = make_joined_brep(parts);
  expect_equal(joined.brep, make_brep(make_side_by_side(cube, l)));
  EXPECT_EQ(joined.offsets[0].faces, 0u);
  EXPECT_EQ(joined.offsets[1].faces, 6u);
  EXPECT_EQ(joined.offsets[1].edges, 12u);
  EXPECT_EQ(joined.offsets[1].vertices, cube.vertices.size());
}

TEST(JoinedBrep, TheWholeIsSolidOrASheetIfAllPartsAre) {
  const Brep solid = make_brep(make_cell_mesh(kOneCell)), sheet = make_brep(make_sheet_mesh({{0, 0}}));
  EXPECT_EQ(make_joined_brep(std::array{solid, solid}).brep.kind, BrepKind::kSolid);
  EXPECT_EQ(make_joined_brep(std::array{sheet, sheet}).brep.kind, BrepKind::kSheet);
  EXPECT_EQ(make_joined_brep(std::array{solid, sheet}).brep.kind, BrepKind::kSoup);
  EXPECT_EQ(make_joined_brep({}).brep.kind, BrepKind::kSoup);
}

}  // namespace
}  // namespace abut::geometry

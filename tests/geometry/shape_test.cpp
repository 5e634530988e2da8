#include "abut/geometry/shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>

#include "abut/base/input_error.h"
#include "abut/geometry/convexity.h"
#include "abut/geometry/io/read_mesh.h"
#include "geometry/support/grid_mesh.h"
#include "geometry/support/piece_checks.h"

namespace abut::geometry {
namespace {

using math::Vec3;

const std::vector<std::string> kNone;

TEST(Shape, AConvexSolidIsOneSolidPiece) {
  for (const int fineness : {1, 3}) {
    const Shape shape = make_shape(make_cell_mesh(kOneCell, fineness));
    ASSERT_EQ(shape.pieces.pieces.size(), 1u);
    EXPECT_EQ(shape.pieces.pieces[0].kind, PieceKind::kSolid);
    EXPECT_EQ(shape.pieces.vertices.size(), 8u);
    EXPECT_TRUE(shape.is_solid);
    EXPECT_TRUE(shape.is_convex);
    EXPECT_EQ(shape.bounds.lower, Vec3(0, 0, 0));
    EXPECT_EQ(shape.bounds.upper, Vec3::Constant(fineness));
    EXPECT_DOUBLE_EQ(shape.diagonal, fineness * std::sqrt(3.0));
    EXPECT_EQ(check_pieces(shape.pieces), kNone);
  }
}

TEST(Shape, ASolidThatIsNotConvexIsItsBoundaryInFlatPieces) {
  const Shape shape = make_shape(make_cell_mesh(kLCells, 1, make_skew_map()));
  EXPECT_EQ(shape.pieces.pieces.size(), 10u);
  for (const Piece& piece : shape.pieces.pieces) EXPECT_EQ(piece.kind, PieceKind::kPolygon);
  EXPECT_TRUE(shape.is_solid);
  EXPECT_FALSE(shape.is_convex);
  EXPECT_EQ(check_pieces(shape.pieces), kNone);
}

TEST(Shape, HasAPointOfEveryShellLooseSegmentAndLoosePoint) {
  Mesh mesh = make_cell_mesh(kOneCell);  // within [0, 1]
  const auto append = [&](const Vec3& p) {
    mesh.vertices.push_back(p);
    return VertexId(mesh.vertices.size() - 1);
  };
  mesh.triangles.push_back({append({5, 0, 0}), append({6, 0, 0}), append({5, 1, 0})});
  const VertexId a = append({10, 0, 0}), b = append({11, 0, 0}), c = append({15, 0, 0});
  append({20, 0, 0});  // nothing has it
  mesh.segments = {{a, b}};
  mesh.points = {c};
  std::vector<int> near;
  for (const Vec3& p : make_shape(mesh).part_points) near.push_back(static_cast<int>(p.x()) / 5);
  EXPECT_EQ(near, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(
      make_shape_from_pieces(std::vector<Mesh>{make_cell_mesh(kOneCell), make_cell_mesh(kOneCell)}).part_points.size(),
      2u);
  EXPECT_EQ(make_ball(1).part_points, std::vector<Vec3>{Vec3::Zero()});
}

TEST(Shape, AConvexSolidTurnedInsideOutIsNotSolid) {
  Mesh mesh = make_cell_mesh(kOneCell);
  for (Triangle& t : mesh.triangles) std::swap(t[0], t[1]);
  const Shape shape = make_shape(mesh);
  EXPECT_FALSE(shape.is_solid);
  EXPECT_EQ(shape.pieces.pieces.size(), 6u);
}

TEST(Shape, ASheetIsFlatAndNotSolid) {
  const Shape shape = make_shape(make_sheet_mesh({{0, 0}, {1, 0}}));
  EXPECT_FALSE(shape.is_solid);
  EXPECT_TRUE(shape.is_convex);
  ASSERT_EQ(shape.pieces.pieces.size(), 1u);
  EXPECT_EQ(shape.pieces.pieces[0].kind, PieceKind::kPolygon);
  EXPECT_EQ(shape.pieces.vertices.size(), 4u);
  EXPECT_EQ(shape.bounds.upper, Vec3(2, 1, 0));
}

TEST(Shape, APlateWithAHoleHasOneConvexPolygonOnEachWall) {
  const Shape shape = make_shape(make_cell_mesh(make_ring_cells(), 1, make_skew_map()));
  EXPECT_EQ(check_pieces(shape.pieces), kNone);
  std::vector<int> num(shape.brep.faces.size());
  for (const PieceFace& f : shape.pieces.faces) ++num[f.source.face().index()];
  for (std::size_t f = 0; f < num.size(); ++f) {
    EXPECT_TRUE(shape.brep.faces[f].num_loops == 2 ? num[f] >= 4 : num[f] == 1);
  }
}

// With a vertex inserted in an edge of one face only; the gap closed by a triangle without area.
Mesh make_tetrahedron_with_flat_face() {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 0, 0}};
  const auto add = [&](int a, int b, int c) { mesh.triangles.push_back({VertexId(a), VertexId(b), VertexId(c)}); };
  add(0, 2, 1);
  add(0, 4, 3);
  add(4, 1, 3);
  add(0, 3, 2);
  add(1, 2, 3);
  add(0, 1, 4);
  return mesh;
}

TEST(Shape, ASolidWithAFaceWithoutAreaStaysUsableAsFlatPieces) {
  const Shape shape = make_shape(make_tetrahedron_with_flat_face());
  EXPECT_TRUE(shape.is_solid);
  EXPECT_EQ(check_pieces(shape.pieces), kNone);
  for (const Piece& piece : shape.pieces.pieces) EXPECT_EQ(piece.kind, PieceKind::kPolygon);
}

TEST(Shape, ABallIsAPointWithARadius) {
  const Shape ball = make_ball(0.5);
  ASSERT_EQ(ball.pieces.pieces.size(), 1u);
  EXPECT_EQ(ball.pieces.pieces[0].kind, PieceKind::kPoint);
  EXPECT_EQ(ball.pieces.pieces[0].radius, 0.5);
  EXPECT_EQ(ball.pieces.vertices[0].source, Feature(VertexId(0)));
  EXPECT_TRUE(ball.is_solid);
  EXPECT_TRUE(ball.is_convex);
  EXPECT_TRUE(ball.bounds.contains(Vec3(0.5, -0.5, 0.5)));
  EXPECT_NEAR(ball.diagonal, std::sqrt(3.0), 1e-15);
}

TEST(Shape, ACapsuleIsASegmentWithARadius) {
  const Shape capsule = make_capsule(0.25, 3.0);
  ASSERT_EQ(capsule.pieces.pieces.size(), 1u);
  EXPECT_EQ(capsule.pieces.pieces[0].kind, PieceKind::kSegment);
  EXPECT_EQ(capsule.pieces.vertices[0].p, Vec3(0, 0, -1.5));
  EXPECT_EQ(capsule.pieces.vertices[1].p, Vec3(0, 0, 1.5));
  EXPECT_EQ(capsule.pieces.edges[0].source, Feature(EdgeId(0)));
  EXPECT_TRUE(capsule.is_solid);
  EXPECT_TRUE(capsule.bounds.contains(Vec3(0.25, 0.25, 1.75)));
  EXPECT_EQ(make_capsule(1, Vec3(1, 2, 3), Vec3(4, 5, 6)).pieces.vertices[1].p, Vec3(4, 5, 6));
}

TEST(Shape, ConvexPartsAreOneSolidPieceEachInTheOrderOfTheTree) {
  std::vector<Mesh> parts;
  for (int i = 0; i < 12; ++i) parts.push_back(make_cell_mesh({{(5 * i) % 12, i % 2, 0}}, 1, make_skew_map()));
  const Shape shape = make_shape_from_pieces(parts);
  ASSERT_EQ(shape.pieces.pieces.size(), 12u);
  EXPECT_TRUE(shape.is_solid);
  EXPECT_FALSE(shape.is_convex);
  EXPECT_EQ(check_pieces(shape.pieces), kNone);
  EXPECT_EQ(shape.brep.faces.size(), 72u);
  EXPECT_EQ(shape.brep.kind, BrepKind::kSolid);
  for (const PieceNode& node : shape.tree.nodes) {
    for (std::uint32_t k = 0; k < node.num_pieces; ++k) {
      EXPECT_TRUE(node.box.contains(compute_bounds(shape.pieces, PieceId(node.first_piece + k))));
    }
  }
  for (const PieceVertex& v : shape.pieces.vertices) {
    EXPECT_EQ(v.p, shape.brep.vertices[v.source.vertex().index()]);
  }
}

TEST(Shape, WherePartsLieFaceAgainstFaceThereIsACut) {
  const Shape shape =
      make_shape_from_pieces(std::vector<Mesh>{make_cell_mesh({{0, 0, 0}}), make_cell_mesh({{1, 0, 0}})});
  const auto is_cut = [](const PieceFace& f) { return f.source.is_cut(); };
  EXPECT_EQ(std::count_if(shape.pieces.faces.begin(), shape.pieces.faces.end(), is_cut), 2);
}

TEST(Shape, LabelsDoNotMatterToTheNumbersOfPieces) {
  const Mesh mesh = make_cell_mesh(make_ring_cells(), 1, make_skew_map());
  const Shape a = make_shape(mesh), b = make_shape(make_relabelled(mesh, 3));
  const auto planes = [](const Shape& shape) {
    std::vector<std::array<double, 4>> all;
    for (const PieceFace& f : shape.pieces.faces) all.push_back({f.normal[0], f.normal[1], f.normal[2], f.offset});
    for (const PieceHalfEdge& h : shape.pieces.half_edges) {
      all.push_back({h.side_normal[0], h.side_normal[1], h.side_normal[2], h.side_offset});
    }
    std::sort(all.begin(), all.end());
    return all;
  };
  EXPECT_EQ(planes(a), planes(b));
  ASSERT_EQ(a.tree.nodes.size(), b.tree.nodes.size());
  EXPECT_EQ(a.bounds.lower, b.bounds.lower);
}

TEST(Shape, ScalingByAPowerOfTwoScalesEverythingExactly) {
  const double scale = std::ldexp(1.0, 60);
  const Mesh mesh = make_cell_mesh(make_ring_cells(), 1, make_skew_map());
  const Shape a = make_shape(mesh, {.contact_faces = {}, .radius = 0.1});
  const Shape b = make_shape(make_scaled(mesh, scale), {.contact_faces = {}, .radius = 0.1 * scale});
  ASSERT_EQ(a.tree.nodes.size(), b.tree.nodes.size());
  for (std::size_t i = 0; i < a.tree.nodes.size(); ++i) {
    EXPECT_EQ(scale * a.tree.nodes[i].box.lower, b.tree.nodes[i].box.lower);
  }
  for (std::size_t i = 0; i < a.pieces.half_edges.size(); ++i) {
    EXPECT_EQ(a.pieces.half_edges[i].side_normal, b.pieces.half_edges[i].side_normal);
    EXPECT_EQ(scale * a.pieces.half_edges[i].side_offset, b.pieces.half_edges[i].side_offset);
  }
  EXPECT_EQ(scale * a.diagonal, b.diagonal);
}

TEST(Shape, ThePublicMeshesHaveSoundPiecesThatCoverEveryEdge) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(ABUT_DATA_DIR) / "rigid-ipc/meshes";
  if (!fs::exists(folder)) GTEST_SKIP() << "no public meshes in " << ABUT_DATA_DIR;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".obj") continue;
    SCOPED_TRACE(entry.path().filename().string());
    const Shape shape = make_shape(read_mesh(entry.path()).mesh);
    EXPECT_EQ(check_pieces(shape.pieces), kNone);
    std::vector<char> is_covered(shape.brep.edges.size(), 0);
    for (const PieceEdge& e : shape.pieces.edges) {
      if (!e.source.is_cut()) is_covered[e.source.edge().index()] = 1;
    }
    EXPECT_EQ(std::count(is_covered.begin(), is_covered.end(), 0), 0);
    EXPECT_EQ(shape.pieces.pieces[0].kind == PieceKind::kSolid, is_convex(shape.brep));
  }
}

template <class Make>
std::string message_of(const Make& make) {
  try {
    make();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Shape, BadInputIsRefusedWithItsReason) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Mesh cube = make_cell_mesh(kOneCell);
  EXPECT_EQ(message_of([] { make_shape(Mesh()); }),
            "it has no triangles, segments or points, so there is nothing to touch; give it at least one");
  EXPECT_EQ(message_of([&] { make_shape(cube, {.contact_faces = {}, .radius = -0.5}); }),
            "the radius is -0.5; a radius is finite and not negative; give the distance in metres by which the pieces "
            "are thickened, or 0");
  cube.vertices[3] = Vec3(0, nan, 0);
  EXPECT_EQ(message_of([&] { make_shape(cube); }),
            "vertex 3: it is at (0, nan, 0); coordinates are finite and at most 1e+100 in magnitude; correct the "
            "vertex, or choose other units");
  cube.vertices[3] = Vec3(0, 2e100, 0);
  EXPECT_NE(message_of([&] { make_shape(cube); }), "");
}

TEST(Shape, PartsThatAreNotConvexSolidsAreRefusedByName) {
  const std::string rest =
      "; each part of a body given as convex parts is one exactly convex solid; repair the part, take its convex hull, "
      "or give the body as one mesh";
  const Mesh cube = make_cell_mesh(kOneCell);
  const auto message_of_part = [&](const Mesh& part) {
    return message_of([&] { make_shape_from_pieces(std::vector<Mesh>{cube, part}); });
  };
  EXPECT_EQ(message_of_part(make_cell_mesh(kLCells)), "part 1: it is not convex: 1 of its 18 edges are reflex" + rest);
  EXPECT_EQ(message_of_part(make_sheet_mesh({{0, 0}})),
            "part 1: it is not a closed solid whose faces point outward" + rest);
  EXPECT_EQ(message_of_part(make_cell_mesh({{0, 0, 0}, {5, 0, 0}})), "part 1: it has 2 separate surfaces" + rest);
  // The double pyramid over a pentagram: every edge is convex, but it winds twice around its tips.
  Mesh star;
  star.vertices = {{0, 0, 10}, {0, 0, -10}, {10, 0, 0}, {3, 9, 0}, {-8, 6, 0}, {-8, -6, 0}, {3, -9, 0}};
  for (std::size_t i = 0; i < 5; ++i) {
    const VertexId a(2 + i), b(2 + (i + 2) % 5);
    star.triangles.push_back({a, b, VertexId(0)});
    star.triangles.push_back({b, a, VertexId(1)});
  }
  EXPECT_EQ(message_of_part(star), "part 1: it is not convex: its surface winds around itself" + rest);
  // A tetrahedron with a vertex in one of its edges, the gap closed by a triangle without area.
  EXPECT_EQ(message_of_part(make_tetrahedron_with_flat_face()), "part 1: of its 5 faces one is without area" + rest);
  Mesh broken = cube;
  broken.vertices[2].x() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message_of_part(broken).substr(0, 17), "part 1: vertex 2:");
  EXPECT_EQ(message_of([] { make_shape_from_pieces({}); }),
            "there are no convex parts, so there is nothing to touch; give at least one");
}

TEST(Shape, RoundShapesNeedPositiveSizes) {
  EXPECT_EQ(message_of([] { make_ball(0); }),
            "the radius of the ball is 0; it has to be finite and greater than 0; give it in metres");
  EXPECT_EQ(message_of([] { make_capsule(1, -2); }),
            "the length of the capsule's axis is -2; it has to be finite and greater than 0; give it in metres");
  EXPECT_EQ(message_of([] { make_capsule(std::numeric_limits<double>::infinity(), 1); }),
            "the radius of the capsule is inf; it has to be finite and greater than 0; give it in metres");
  EXPECT_NE(message_of([] { make_capsule(1, Vec3(1, 1, 1), Vec3(1, 1, 1)); }), "");
}

}  // namespace
}  // namespace abut::geometry

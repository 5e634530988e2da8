#include "abut/continuous/core_support.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/math/random.h"
#include "oracle/rational.h"
#include "proximity/sample_shapes.h"

namespace abut::continuous {
namespace {

using math::Vec3;
using oracle::Rational;
using proximity::PieceFeature;
using proximity::PieceRef;

struct Farthest {
  Rational extent;
  PieceFeature vertex;
};

Farthest find_farthest(const PieceRef& ref, const Vec3& d) {
  Farthest farthest;
  const std::uint32_t first = ref.piece().first_vertex;
  for (std::uint32_t v = first; v < first + ref.piece().num_vertices; ++v) {
    const Vec3& p = ref.pieces.vertices[v].p;
    Rational extent = 0;
    for (int i = 0; i < 3; ++i) extent += Rational(d[i]) * Rational(p[i]);
    if (v == first || extent > farthest.extent) farthest = {extent, PieceFeature::vertex(v)};
  }
  return farthest;
}

// How much the bound exceeds the truth; negative would be wrong.
double measure_slack(const PieceRef& ref, const Vec3& d, PieceFeature feature, const Farthest& farthest) {
  return static_cast<double>(Rational(compute_support_bound(ref, d, feature)) - farthest.extent);
}

std::vector<geometry::Shape> make_support_shapes() {
  std::vector<geometry::Shape> shapes;
  for (proximity::NamedShape& named : proximity::make_sample_shapes()) shapes.push_back(std::move(named.shape));
  shapes.push_back(geometry::make_shape(geometry::make_icosphere(3, Vec3(1.0, 0.8, 0.6))));
  shapes.push_back(geometry::make_shape(geometry::make_cylinder(0.5, 2.0, 40)));
  return shapes;
}

TEST(CoreSupport, BoundsEveryVertexAndIsTightWhereTheFeatureIsTheFarthest) {
  math::Random random(4);
  for (const geometry::Shape& shape : make_support_shapes()) {
    const PieceRef ref = proximity::only_piece(shape);
    for (int i = 0; i < 60; ++i) {
      const Vec3 d = random.next_direction();
      const Farthest farthest = find_farthest(ref, d);
      const double slack = measure_slack(ref, d, farthest.vertex, farthest);
      ASSERT_GE(slack, 0);
      ASSERT_LE(slack, 1e-12);
    }
  }
}

TEST(CoreSupport, IsRightFromAnyFeature) {
  math::Random random(5);
  for (const geometry::Shape& shape : make_support_shapes()) {
    const PieceRef ref = proximity::only_piece(shape);
    for (int i = 0; i < 60; ++i) {
      const Vec3 d = random.next_direction();
      const Farthest farthest = find_farthest(ref, d);
      const auto wrong =
          PieceFeature::vertex(static_cast<std::uint32_t>(random.next_index(shape.pieces.vertices.size())));
      const double slack = measure_slack(ref, d, wrong, farthest);
      ASSERT_GE(slack, 0);
      ASSERT_LE(slack, 1e-12);
    }
  }
}

TEST(CoreSupport, AlongNormalsOfFacesAndEdgesIsTightFromThese) {
  math::Random random(6);
  for (const geometry::Shape& shape : make_support_shapes()) {
    const geometry::ConvexPieces& pieces = shape.pieces;
    const PieceRef ref = proximity::only_piece(shape);
    if (ref.piece().kind != geometry::PieceKind::kSolid) continue;
    for (int i = 0; i < 30; ++i) {
      const auto f = static_cast<std::uint32_t>(random.next_index(pieces.faces.size()));
      const Vec3 normal = pieces.faces[f].normal;
      const double on_face = measure_slack(ref, normal, PieceFeature::face(f), find_farthest(ref, normal));
      ASSERT_GE(on_face, 0);
      ASSERT_LE(on_face, 1e-12);
      const auto e = static_cast<std::uint32_t>(random.next_index(pieces.edges.size()));
      const geometry::PieceEdge& edge = pieces.edges[e];
      const Vec3& left = pieces.faces[pieces.half_edges[edge.left].face].normal;
      const Vec3& right = pieces.faces[pieces.half_edges[edge.right].face].normal;
      const double t = random.next_unit();
      const Vec3 between = ((1 - t) * left + t * right).normalized();
      const double on_edge = measure_slack(ref, between, PieceFeature::edge(e), find_farthest(ref, between));
      ASSERT_GE(on_edge, 0);
      ASSERT_LE(on_edge, 1e-12);
    }
  }
}

}  // namespace
}  // namespace abut::continuous

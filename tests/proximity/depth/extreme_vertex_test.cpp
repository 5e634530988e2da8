#include "abut/proximity/depth/extreme_vertex.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "proximity/degenerate_shapes.h"

namespace abut::proximity {
namespace {

using math::Vec3;

// Over all vertices.
double compute_largest(const PieceRef& piece, const Vec3& direction) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const geometry::PieceVertex& v : piece.pieces.vertices_of(piece.id)) {
    largest = std::max(largest, direction.dot(v.p));
  }
  return largest;
}

TEST(ExtremeVertex, IsTheCornerOfABoxThatTheDirectionPointsTo) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 4, 6}));
  for (std::uint32_t start = 0; start < 8; ++start) {
    const std::uint32_t v = update_extreme_vertex(only_piece(box), {1, -0.1, 0.3}, start);
    EXPECT_EQ(box.pieces.vertices[v].p, Vec3(1, -2, 3));
  }
}

TEST(ExtremeVertex, OfAPointAndASegmentAreTheirOwn) {
  const geometry::Shape ball = geometry::make_ball(1.0), capsule = geometry::make_capsule(1.0, 4.0);
  EXPECT_EQ(update_extreme_vertex(only_piece(ball), {1, 2, 3}, 0), 0u);
  const std::uint32_t top = update_extreme_vertex(only_piece(capsule), {1, 0, 0.001}, 0);
  EXPECT_EQ(capsule.pieces.vertices[top].p, Vec3(0, 0, 2));
  EXPECT_EQ(update_extreme_vertex(only_piece(capsule), {1, 0, 0.001}, 1), top);
}

// All vertices of a face are equal along its normal, all of a polygon along its own: any of them will do.
TEST(ExtremeVertex, AlongANormalIsAnyVertexOfTheFace) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 4, 6}));
  for (std::uint32_t start = 0; start < 8; ++start) {
    EXPECT_EQ(box.pieces.vertices[update_extreme_vertex(only_piece(box), {0, 1, 0}, start)].p.y(), 2);
  }
}

// Short edges, nearly coplanar faces, needles: from any start no vertex is farther, but for the rounding of two dot
// products. The direction is a face's normal half of the time.
TEST(ExtremeVertex, IsFarthestOnDegenerateShapesWhereverTheWalkStarts) {
  math::Random random(3);
  const DegenerateShapes shapes(false);
  for (const char* group : {"box", "giant", "needle", "slab", "subdivided", "sphere", "fine sphere", "flat"}) {
    for (const geometry::Shape& shape : shapes.get(group)) {
      const PieceRef piece = only_piece(shape);
      for (int i = 0; i < 100; ++i) {
        const bool is_normal = i % 2 == 0 && !shape.pieces.faces.empty();
        const Vec3 direction = is_normal ? shape.pieces.faces[random.next_index(shape.pieces.faces.size())].normal
                                         : random.next_direction();
        const auto start = static_cast<std::uint32_t>(random.next_index(shape.pieces.vertices.size()));
        const std::uint32_t v = update_extreme_vertex(piece, direction, start);
        ASSERT_GE(direction.dot(shape.pieces.vertices[v].p),
                  compute_largest(piece, direction) - 12 * 0x1p-53 * piece.piece().reach)
            << group;
      }
    }
  }
}

}  // namespace
}  // namespace abut::proximity

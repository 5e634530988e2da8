#include "abut/proximity/depth/extreme_vertex.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using math::Vec3;

TEST(ExtremeVertex, IsTheFarthestOfAllFromAnyStart) {
  math::Random random(5);
  for (const NamedShape& sample : make_sample_shapes()) {
    const PieceRef piece = only_piece(sample.shape);
    for (int i = 0; i < 50; ++i) {
      const Vec3 direction = random.next_direction();
      double largest = -1e300;
      for (const geometry::PieceVertex& v : piece.pieces.vertices) largest = std::max(largest, direction.dot(v.p));
      const auto start = static_cast<std::uint32_t>(random.next_index(piece.piece().num_vertices));
      const std::uint32_t found = update_extreme_vertex(piece, direction, start);
      EXPECT_NEAR(direction.dot(piece.pieces.vertices[found].p), largest, 1e-15) << sample.name;
      EXPECT_EQ(update_extreme_vertex(piece, direction, found), found);
    }
  }
}

TEST(ExtremeVertex, AlongAnAxisOfABoxIsOneOfTheFacesCorners) {
  const geometry::Shape box = geometry::make_shape(geometry::make_box({2, 2, 2}));
  for (std::uint32_t start = 0; start < 8; ++start) {
    EXPECT_EQ(box.pieces.vertices[update_extreme_vertex(only_piece(box), Vec3::UnitZ(), start)].p.z(), 1.0);
  }
}

}  // namespace
}  // namespace abut::proximity

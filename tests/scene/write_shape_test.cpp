#include "abut/scene/write_shape.h"

#include <gtest/gtest.h>

#include "abut/scene/json_reader.h"
#include "abut/scene/shape_reader.h"

namespace abut::scene {
namespace {

TEST(WriteShape, AShapeIsWrittenAsItIsRead) {
  const std::string text = R"({
  "maker": "torus",
  "arguments": {
    "major_radius": 2
  },
  "scale": [1, 2, 3]
}
)";
  const JsonDocument document = read_json(text, "t");
  EXPECT_EQ(write_shape(read_shape(document.root())), text);
}

TEST(WriteShape, ShapesThatDifferInOneBitDifferInTheirText) {
  EXPECT_NE(write_shape(Ball{1.0}), write_shape(Ball{std::nextafter(1.0, 2.0)}));
  EXPECT_NE(write_shape(Hull{{{0.0, 0, 0}}}), write_shape(Hull{{{-0.0, 0, 0}}}));
}

}  // namespace
}  // namespace abut::scene

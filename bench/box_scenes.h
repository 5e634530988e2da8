// Boxes for benchmarks of the step: the same scenes for every engine. Unit cubes of mass 1 on a fixed box.
#pragma once

#include <string>
#include <vector>

#include "abut/math/pose.h"
#include "abut/math/random.h"

namespace abut::bench {

struct BoxScene {
  std::string name;
  std::vector<math::Pose> X_WB;  // of cubes of edge 1
  bool is_moving = false;        // it is far from rest
};

inline constexpr double kGroundSize = 100.0;  // its top is z = 0
inline constexpr double kGroundHeight = 2.0;

inline BoxScene make_box_stack(int num_boxes, double gap) {
  BoxScene scene{"stack of " + std::to_string(num_boxes), {}, false};
  for (int i = 0; i < num_boxes; ++i)
    scene.X_WB.push_back(math::Pose::from_translation({0, 0, 0.5 + gap + i * (1 + gap)}));
  return scene;
}

// Rows of one box less each, on a line or (as a square) on a plane.
inline BoxScene make_box_pyramid(int num_rows, bool is_square, double gap) {
  BoxScene scene{is_square ? "pyramid" : "wall pyramid", {}, false};
  for (int row = 0; row < num_rows; ++row) {
    for (int i = 0; i < num_rows - row; ++i) {
      for (int j = 0; j < (is_square ? num_rows - row : 1); ++j) {
        const double x = 1.05 * (i + 0.5 * row), y = is_square ? 1.05 * (j + 0.5 * row) : 0.0;
        scene.X_WB.push_back(math::Pose::from_translation({x, y, 0.5 + gap + row * (1 + gap)}));
      }
    }
  }
  scene.name += " of " + std::to_string(scene.X_WB.size());
  return scene;
}

// Turned at random, none touching, up to 18 m high.
inline BoxScene make_box_pile(int side, std::uint64_t seed) {
  BoxScene scene{"pile of " + std::to_string(side * side * side), {}, true};
  math::Random random(seed);
  for (int k = 0; k < side; ++k)
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j)
        scene.X_WB.push_back({math::Vec3(1.8 * i, 1.8 * j, 1.2 + 1.8 * k), random.next_rotation()});
  return scene;
}

// Short stacks on a grid, far enough apart not to touch.
inline BoxScene make_box_stacks(int num_boxes, int height, double gap) {
  BoxScene scene{"resting " + std::to_string(num_boxes), {}, false};
  const int num_stacks = (num_boxes + height - 1) / height;
  int side = 1;
  while (side * side < num_stacks) ++side;
  for (int i = 0; i < num_boxes; ++i) {
    const int stack = i / height;
    const double x = 1.8 * (stack % side - 0.5 * (side - 1)), y = 1.8 * (stack / side - 0.5 * (side - 1));
    scene.X_WB.push_back(math::Pose::from_translation({x, y, 0.5 + gap + (i % height) * (1 + gap)}));
  }
  return scene;
}

}  // namespace abut::bench

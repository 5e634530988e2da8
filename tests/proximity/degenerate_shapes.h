// Convex bodies for degenerate_pairs.h, in groups by name, each shape made once.
#pragma once

#include <map>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "proximity/sample_shapes.h"

namespace abut::proximity {

class DegenerateShapes {
 public:
  // With near-spheres of 163,842 vertices, which take seconds to make, or without.
  explicit DegenerateShapes(bool with_large) {
    add_boxes();
    add_subdivided();
    add_spheres(with_large);
    add_flats();
    add_rounds();
    for (const auto& group : {"box", "giant", "dwarf", "needle", "slab", "subdivided", "sphere", "flat", "round"}) {
      for (const geometry::Shape& shape : get(group)) add("any", shape);
    }
  }

  // Each one convex piece.
  const std::vector<geometry::Shape>& get(std::string_view group) const { return groups_.at(group); }

 private:
  void add(std::string_view group, const geometry::Mesh& mesh) { add(group, geometry::make_shape(mesh)); }
  void add(std::string_view group, geometry::Shape shape) {
    groups_[group].push_back(std::move(shape));
    if (groups_[group].back().pieces.pieces.size() != 1) throw std::logic_error("a sample is not one convex piece");
  }

  void add_boxes() {
    for (const math::Vec3& size : {math::Vec3(1, 1, 1), math::Vec3(2, 1, 0.5), math::Vec3(0.3, 1.7, 0.7)}) {
      add("box", geometry::make_box(size));
      add("giant", geometry::make_box(1e5 * size));
      add("dwarf", geometry::make_box(1e-3 * size));
    }
    add("needle", geometry::make_box({1, 1e-6, 1e-6}));
    add("needle", geometry::make_box({1e-3, 1e3, 1e-3}));
    add("slab", geometry::make_box({1, 1, 1e-6}));
    add("slab", geometry::make_box({0.3, 1e-9, 0.7}));
  }

  // A cube whose faces are cut by a grid and pushed out by `bulge` in their middle: exactly coplanar at 0, nearly so
  // otherwise.
  void add_subdivided_cube(std::string_view group, int num_cells, double bulge) {
    std::vector<math::Vec3> points;
    for (int axis = 0; axis < 3; ++axis) {
      for (int i = 0; i <= num_cells; ++i) {
        for (int j = 0; j <= num_cells; ++j) {
          const double x = 2.0 * i / num_cells - 1, y = 2.0 * j / num_cells - 1;
          const double height = 1 + bulge * (1 - x * x) * (1 - y * y);
          for (const double side : {-1.0, 1.0}) {
            math::Vec3 p;
            p[axis] = side * height, p[(axis + 1) % 3] = x, p[(axis + 2) % 3] = y;
            points.push_back(p);
          }
        }
      }
    }
    add(group, geometry::make_hull(points).mesh);
  }
  void add_subdivided() {
    for (const double bulge : {0.0, 1e-15, 1e-12, 1e-9, 1e-6}) {
      add_subdivided_cube("subdivided", 2, bulge);
      add_subdivided_cube("finely subdivided", 6, bulge);
    }
  }

  void add_spheres(bool with_large) {
    for (const int level : {0, 1, 2}) {
      add("sphere", geometry::make_icosphere(level, 1.0));
      add("sphere", geometry::make_icosphere(level, math::Vec3(1.0, 0.8, 0.6)));
    }
    add("fine sphere", geometry::make_icosphere(4, 1.0));
    if (with_large) add("large sphere", geometry::make_icosphere(7, 1.0));
  }

  void add_flats() {
    const auto polygon = [](std::vector<math::Vec3> corners) {
      return geometry::Mesh(geometry::make_hull(corners).mesh);
    };
    add("flat", polygon({{-0.5, -0.5, 0}, {0.5, -0.5, 0}, {0.5, 0.5, 0}, {-0.5, 0.5, 0}}));
    add("flat", polygon({{-1, -0.5, 0}, {1, -0.5, 0}, {0.25, 1, 0}}));
    add("flat", polygon({{0, 0, 0}, {1, 1, 1e-6}, {1, -1, 1}}));
    add("flat", polygon({{0, 0, 0}, {1, 0, 0}, {0.5, 1e-9, 0}}));
    add("flat", polygon({{-0.5, 0, 0}, {0.5, 0, 0}}));
    add("flat", polygon({{-0.1, -0.2, -0.3}, {0.3, 0.1, 0.7}}));
    add("flat", polygon({{0.1, 0.2, 0.3}}));
  }

  void add_rounds() {
    add("round", geometry::make_ball(0.5));
    add("round", geometry::make_ball(1e-9));
    add("round", geometry::make_capsule(0.25, 1.0));
    add("round", geometry::make_capsule(1e-3, 1e3));
  }

  std::map<std::string_view, std::vector<geometry::Shape>> groups_;
};

}  // namespace abut::proximity

#include "abut/geometry/makers/helix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "abut/geometry/makers/circle.h"

namespace abut::geometry {
namespace {

using math::Vec2;

// The corners of the profile in pitches along z: ends of the crest, ends of the root. Corner number c of the whole
// thread is corner c mod 4 of turn c div 4.
constexpr std::array<double, 4> kCorners = {-1.0 / 16, 1.0 / 16, 6.0 / 16, 10.0 / 16};
constexpr double kNegligible = 0.01;  // of a column's width

double compute_corner_z(const Helix& helix, int corner, double turn) {
  const int whole = corner >= 0 ? corner / 4 : -((3 - corner) / 4);
  return helix.pitch * (turn + whole + kCorners[static_cast<std::size_t>(corner - 4 * whole)]);
}

double compute_radius(const Helix& helix, double z, double turn) {
  double phase = z / helix.pitch - turn;  // 0 in the middle of a crest
  phase = std::fabs(phase - std::round(phase));
  const double share = std::clamp((phase - kCorners[1]) / (kCorners[2] - kCorners[1]), 0.0, 1.0);
  return helix.crest_radius + share * (helix.root_radius - helix.crest_radius);
}

// Where around the axis columns stand, as fractions of a turn in ascending order.
std::vector<double> make_column_turns(const Helix& helix) {
  std::vector<double> turns;
  for (int i = 0; i < helix.segments; ++i) turns.push_back(static_cast<double>(i) / helix.segments);
  const auto has_near = [&](double turn) {
    return std::any_of(turns.begin(), turns.end(), [&](double other) {
      const double apart = std::fabs(turn - other);
      return std::fmin(apart, 1.0 - apart) < kNegligible / helix.segments;
    });
  };
  for (const double end : {helix.low_z, helix.high_z}) {
    for (const double corner : kCorners) {
      const double crossing = end / helix.pitch - corner;
      const double turn = crossing - std::floor(crossing);
      if (!has_near(turn)) turns.push_back(turn);
    }
  }
  std::sort(turns.begin(), turns.end());
  return turns;
}

// The vertices of all corners from `first` on in one column; those beyond an end plane are the vertex in that plane.
VertexLoop add_column(MeshBuilder& builder, const Helix& helix, double turn, int first, int last) {
  const Vec2 direction = make_circle_point(turn);
  const auto add = [&](double z) {
    const Vec2 p = compute_radius(helix, z, turn) * direction;
    return builder.add_vertex(p.x(), p.y(), z);
  };
  const double margin = kNegligible * helix.pitch / helix.segments;
  const VertexId low = add(helix.low_z), high = add(helix.high_z);
  VertexLoop column;
  for (int corner = first; corner <= last; ++corner) {
    const double z = compute_corner_z(helix, corner, turn);
    column.push_back(z <= helix.low_z + margin ? low : z >= helix.high_z - margin ? high : add(z));
  }
  return column;
}

}  // namespace

double compute_thread_depth(double pitch) {
  return 5.0 / 8.0 * std::sqrt(0.75) * pitch;
}

ThreadEnds add_thread(MeshBuilder& builder, const Helix& helix, ThreadSide side) {
  // Corners that are beyond the end planes in every column, one turn further on included.
  const int first = 4 * (static_cast<int>(std::floor(helix.low_z / helix.pitch)) - 2);
  const int last = 4 * (static_cast<int>(std::ceil(helix.high_z / helix.pitch)) + 1);
  std::vector<VertexLoop> columns;
  for (const double turn : make_column_turns(helix)) {
    columns.push_back(add_column(builder, helix, turn, first, last));
  }
  // After a whole turn the first column stands again, each of its corners with the number of the one a pitch below.
  VertexLoop again(columns[0].begin() + 4, columns[0].end());
  again.resize(columns[0].size(), columns[0].back());
  columns.push_back(again);

  ThreadEnds ends;
  for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
    const VertexLoop &here = columns[i], &next = columns[i + 1];
    for (std::size_t c = 0; c + 1 < here.size(); ++c) {
      if (side == ThreadSide::kBolt) {
        builder.add_quad(here[c], next[c], next[c + 1], here[c + 1]);
      } else {
        builder.add_quad(here[c], here[c + 1], next[c + 1], next[c]);
      }
    }
    ends.low.push_back(here.front());
    ends.high.push_back(here.back());
  }
  return ends;
}

}  // namespace abut::geometry

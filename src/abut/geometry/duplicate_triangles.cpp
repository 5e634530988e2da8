#include "abut/geometry/duplicate_triangles.h"

#include <algorithm>
#include <compare>
#include <cstdint>

#include "abut/geometry/triangle_adjacency.h"

namespace abut::geometry {
namespace {

// A triangle as its lowest vertex lists it.
struct Entry {
  VertexId middle, high;
  TriangleId triangle;
  friend auto operator<=>(const Entry&, const Entry&) = default;
};

}  // namespace

std::vector<DuplicateTriangle> find_duplicate_triangles(std::span<const Triangle> triangles, std::size_t num_vertices) {
  // The entries of vertex v stand at [begin[v], begin[v + 1]) once all are filled in.
  std::vector<std::uint32_t> begin(num_vertices + 2, 0);
  for (const Triangle& t : triangles) {
    if (!is_collapsed(t)) ++begin[std::min({t[0], t[1], t[2]}).index() + 2];
  }
  for (std::size_t v = 2; v < begin.size(); ++v) begin[v] += begin[v - 1];
  std::vector<Entry> entries(begin.back());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    Triangle t = triangles[i];
    if (is_collapsed(t)) continue;
    std::sort(t.begin(), t.end());
    entries[begin[t[0].index() + 1]++] = {t[1], t[2], TriangleId(i)};
  }

  std::vector<DuplicateTriangle> result;
  for (std::size_t v = 0; v < num_vertices; ++v) {
    const auto first = entries.begin() + begin[v], last = entries.begin() + begin[v + 1];
    std::sort(first, last);
    for (auto it = first, kept = first; it != last; ++it) {
      if (it->middle != kept->middle || it->high != kept->high) kept = it;
      if (it != kept) result.push_back({it->triangle, kept->triangle});
    }
  }
  std::sort(result.begin(), result.end(),
            [](const DuplicateTriangle& a, const DuplicateTriangle& b) { return a.triangle < b.triangle; });
  return result;
}

}  // namespace abut::geometry

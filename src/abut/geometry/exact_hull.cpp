#include "abut/geometry/exact_hull.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "abut/math/predicates.h"

namespace abut::geometry {
namespace {

using math::Vec3;

struct Facet {
  Triangle corners;
  std::array<std::uint32_t, 3> across;  // the facet beyond the edge from corner k to corner k + 1
  std::vector<VertexId> waiting;        // points outside of this facet
  bool is_gone = false;
};

// An edge of the hole that a point tears, as the facets that go see it, and the facet beyond, which stays.
struct RimEdge {
  VertexId tail, head;
  std::uint32_t beyond;
};

class GrowingHull {
 public:
  GrowingHull(std::span<const Vec3> points, const std::array<VertexId, 4>& start);
  void add_all_points();
  std::vector<Triangle> triangles() const;

 private:
  int side(const Facet& facet, VertexId p) const {
    const auto& [a, b, c] = facet.corners;
    return math::orient3d(at(a), at(b), at(c), at(p));
  }
  const Vec3& at(VertexId v) const { return points_[v.index()]; }
  VertexId find_farthest(const Facet& facet) const;
  void tear_hole(std::uint32_t first, VertexId p);
  void close_hole(VertexId p);
  // Lets each point wait at the first facet, from `first_facet` on, that it is outside of.
  void distribute(std::span<const VertexId> waiting, std::uint32_t first_facet);

  std::span<const Vec3> points_;
  std::vector<Facet> facets_;
  // Of the point being added.
  std::vector<std::uint32_t> hole_;
  std::vector<RimEdge> rim_;
  std::vector<std::uint32_t> facet_from_;  // for a vertex on the rim: the new facet whose rim edge starts there
};

GrowingHull::GrowingHull(std::span<const Vec3> points, const std::array<VertexId, 4>& start)
    : points_(points), facet_from_(points.size()) {
  auto [a, b, c, d] = start;
  if (math::orient3d(at(a), at(b), at(c), at(d)) > 0) std::swap(a, b);
  facets_.push_back({{a, b, c}, {1, 2, 3}, {}});
  facets_.push_back({{a, d, b}, {3, 2, 0}, {}});
  facets_.push_back({{b, d, c}, {1, 3, 0}, {}});
  facets_.push_back({{c, d, a}, {2, 1, 0}, {}});
  std::vector<VertexId> others;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (std::ranges::find(start, VertexId(i)) == start.end()) others.emplace_back(i);
  }
  distribute(others, 0);
}

void GrowingHull::distribute(std::span<const VertexId> waiting, std::uint32_t first_facet) {
  for (const VertexId p : waiting) {
    for (std::size_t f = first_facet; f < facets_.size(); ++f) {
      if (side(facets_[f], p) <= 0) continue;
      facets_[f].waiting.push_back(p);
      break;
    }
  }
}

VertexId GrowingHull::find_farthest(const Facet& facet) const {
  const Vec3& a = at(facet.corners[0]);
  const Vec3 n = (at(facet.corners[1]) - a).cross(at(facet.corners[2]) - a);
  VertexId farthest = facet.waiting.front();
  double most = n.dot(at(farthest) - a);
  for (const VertexId p : facet.waiting) {
    const double height = n.dot(at(p) - a);
    if (height > most) {
      most = height;
      farthest = p;
    }
  }
  return farthest;
}

// Marks the facets that p is not strictly inside of, by flooding from one that it is outside of, and collects their
// rim.
void GrowingHull::tear_hole(std::uint32_t first, VertexId p) {
  hole_.assign(1, first);
  rim_.clear();
  facets_[first].is_gone = true;
  for (std::size_t i = 0; i < hole_.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      const Facet& facet = facets_[hole_[i]];
      const std::uint32_t beyond = facet.across[k];
      if (facets_[beyond].is_gone) continue;
      if (side(facets_[beyond], p) >= 0) {
        facets_[beyond].is_gone = true;
        hole_.push_back(beyond);
      } else {
        rim_.push_back({facet.corners[k], facet.corners[(k + 1) % 3], beyond});
      }
    }
  }
}

// The cone from p over the rim, linked to what stays and round about.
void GrowingHull::close_hole(VertexId p) {
  const auto first_new = static_cast<std::uint32_t>(facets_.size());
  for (const RimEdge& edge : rim_) {
    const auto made = static_cast<std::uint32_t>(facets_.size());
    facets_.push_back({{edge.tail, edge.head, p}, {edge.beyond, 0, 0}, {}});
    facet_from_[edge.tail.index()] = made;
    Facet& beyond = facets_[edge.beyond];
    const auto corner = std::ranges::find(beyond.corners, edge.head) - beyond.corners.begin();
    beyond.across[static_cast<std::size_t>(corner)] = made;
  }
  for (std::size_t f = first_new; f < facets_.size(); ++f) {
    const std::uint32_t next = facet_from_[facets_[f].corners[1].index()];
    facets_[f].across[1] = next;
    facets_[next].across[2] = static_cast<std::uint32_t>(f);
  }
}

void GrowingHull::add_all_points() {
  // Points wait only at facets made later than the one at hand, so one pass over the growing list meets them all.
  for (std::uint32_t f = 0; f < facets_.size(); ++f) {
    if (facets_[f].is_gone || facets_[f].waiting.empty()) continue;
    const VertexId p = find_farthest(facets_[f]);
    std::erase(facets_[f].waiting, p);
    tear_hole(f, p);
    const auto first_new = static_cast<std::uint32_t>(facets_.size());
    close_hole(p);
    for (const std::uint32_t gone : hole_) distribute(std::exchange(facets_[gone].waiting, {}), first_new);
  }
}

std::vector<Triangle> GrowingHull::triangles() const {
  std::vector<Triangle> result;
  for (const Facet& facet : facets_) {
    if (!facet.is_gone) result.push_back(facet.corners);
  }
  return result;
}

}  // namespace

std::vector<Triangle> make_exact_hull(std::span<const Vec3> points, const std::array<VertexId, 4>& start) {
  GrowingHull hull(points, start);
  hull.add_all_points();
  return hull.triangles();
}

}  // namespace abut::geometry

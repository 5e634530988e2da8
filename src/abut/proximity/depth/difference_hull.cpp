#include "abut/proximity/depth/difference_hull.h"

#include <algorithm>

#include "abut/math/predicates.h"
#include "abut/proximity/depth/facet_plane.h"

namespace abut::proximity {
namespace {

using State = DifferenceHull::Facet::State;

}  // namespace

void DifferenceHull::reserve(std::size_t num_points) {
  points_.reserve(num_points);
  facet_from_.reserve(num_points);
  facets_.reserve(4 * num_points);  // two for each point, and as many that an insertion adds before it frees
  free_.reserve(4 * num_points);
  heap_.reserve(6 * num_points);
  seen_.reserve(2 * num_points);
  border_.reserve(2 * num_points);
}

void DifferenceHull::reset(std::array<DifferencePoint, 4> corners) {
  if (math::orient3d(corners[0].w, corners[1].w, corners[2].w, corners[3].w) > 0) std::swap(corners[0], corners[1]);
  points_.assign(corners.begin(), corners.end());
  facet_from_.resize(points_.size());
  facets_.clear();
  free_.clear();
  heap_.clear();
  limit_ = std::numeric_limits<double>::infinity();
  add_facet({0, 1, 2});
  add_facet({1, 0, 3});
  add_facet({2, 1, 3});
  add_facet({0, 2, 3});
  facets_[0].neighbours = {1, 2, 3};
  facets_[1].neighbours = {0, 3, 2};
  facets_[2].neighbours = {0, 1, 3};
  facets_[3].neighbours = {0, 2, 1};
}

std::uint32_t DifferenceHull::add_facet(const std::array<std::uint32_t, 3>& points) {
  std::uint32_t f = static_cast<std::uint32_t>(facets_.size());
  if (free_.empty()) {
    facets_.emplace_back();
  } else {
    f = free_.back();
    free_.pop_back();
  }
  Facet& facet = facets_[f];
  const FacetPlane plane = compute_facet_plane(points_[points[0]].w, points_[points[1]].w, points_[points[2]].w);
  facet.normal = plane.normal;
  facet.offset = plane.offset;
  facet.points = points;
  facet.state = State::kOnHull;
  if (facet.offset <= limit_) {
    heap_.push_back({facet.offset, f});
    std::push_heap(heap_.begin(), heap_.end());
  }
  return f;
}

// A facet that took the place of one that is gone has an entry of its own; one of the same offset serves as well.
bool DifferenceHull::is_current(const HeapEntry& entry) const {
  return facets_[entry.facet].state != State::kFree && facets_[entry.facet].offset == entry.offset;
}

std::uint32_t DifferenceHull::find_nearest() {
  while (!heap_.empty() && !is_current(heap_.front())) {
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
  }
  if (heap_.empty() || heap_.front().offset > limit_) refill_heap();
  return heap_.front().facet;
}

// With all facets, of which there are at least four: one that was spared may be the nearest.
void DifferenceHull::refill_heap() {
  limit_ = std::numeric_limits<double>::infinity();
  heap_.clear();
  for (std::uint32_t f = 0; f < facets_.size(); ++f) {
    if (facets_[f].state != State::kFree) heap_.push_back({facets_[f].offset, f});
  }
  std::make_heap(heap_.begin(), heap_.end());
}

std::vector<std::array<std::uint32_t, 3>> DifferenceHull::list_facets() const {
  std::vector<std::array<std::uint32_t, 3>> facets;
  for (const Facet& facet : facets_) {
    if (facet.state != State::kFree) facets.push_back(facet.points);
  }
  return facets;
}

bool DifferenceHull::is_above(const math::Vec3& w, std::uint32_t f) const {
  const Facet& facet = facets_[f];
  const double height = facet.normal.dot(w) - facet.offset;
  if (height > kAboveBound) return true;
  if (height < -kAboveBound) return false;
  return math::orient3d(points_[facet.points[0]].w, points_[facet.points[1]].w, points_[facet.points[2]].w, w) > 0;
}

void DifferenceHull::insert(const DifferencePoint& point, std::uint32_t facet) {
  const auto apex = static_cast<std::uint32_t>(points_.size());
  points_.push_back(point);
  facet_from_.push_back(0);
  mark_seen(point.w, facet);
  replace_seen(apex);
}

// Spreads from a facet below w to all that are, and collects the sides at which they end.
void DifferenceHull::mark_seen(const math::Vec3& w, std::uint32_t facet) {
  seen_.assign(1, facet);
  border_.clear();
  facets_[facet].state = State::kSeen;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    const Facet& here = facets_[seen_[i]];
    for (std::size_t side = 0; side < 3; ++side) {
      const std::uint32_t next = here.neighbours[side];
      if (facets_[next].state == State::kSeen) continue;
      if (is_above(w, next)) {
        facets_[next].state = State::kSeen;
        seen_.push_back(next);
      } else {
        border_.push_back({here.points[side], here.points[(side + 1) % 3], next});
      }
    }
  }
}

// The cone from the apex over the border takes the place of the seen facets.
void DifferenceHull::replace_seen(std::uint32_t apex) {
  for (const BorderSide& side : border_) {
    const std::uint32_t f = add_facet({side.from, side.to, apex});
    facets_[f].neighbours[0] = side.beyond;
    facet_from_[side.from] = f;
    Facet& beyond = facets_[side.beyond];
    for (std::size_t i = 0; i < 3; ++i) {
      if (beyond.points[i] == side.to) beyond.neighbours[i] = f;
    }
  }
  for (const BorderSide& side : border_) {
    const std::uint32_t f = facet_from_[side.from], next = facet_from_[side.to];
    facets_[f].neighbours[1] = next;
    facets_[next].neighbours[2] = f;
  }
  for (const std::uint32_t f : seen_) {
    facets_[f].state = State::kFree;
    free_.push_back(f);
  }
}

}  // namespace abut::proximity

// The convex hull of some points of a Minkowski difference M, growing point by point: a polytope P inside M. Whatever
// points it has, the depth of the origin in P, the least offset of its facets, is a lower bound on its depth in M.
//
// The hull is exact: the points' doubles are taken as they are, and whether a point is above a facet is decided exactly
// (math/predicates.h), in almost all cases by the facet's rounded plane and its error bound. So the facets above which
// a point lies are always one patch with one border, and nothing here can fail by rounding. A point in the plane of a
// facet is not above it: coplanar facets are kept as triangles.
//
// Facets that may hold the least offset wait in a heap; entries of facets that are gone are dropped when they come up.
// Cost of an insertion: what it replaces, on average six facets, and the logarithm of their number for the heap.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "abut/math/types.h"
#include "abut/proximity/depth/piece_difference.h"

namespace abut::proximity {

class DifferenceHull {
 public:
  struct Facet {
    math::Vec3 normal;                        // unit, outward, within kFacetNormalBound
    double offset = 0.0;                      // normal . w on the facet
    std::array<std::uint32_t, 3> points;      // counter-clockwise seen from outside
    std::array<std::uint32_t, 3> neighbours;  // [i] across the side from points[i] to points[i + 1]
    enum class State : std::uint8_t { kFree, kOnHull, kSeen } state = State::kOnHull;
  };

  // |normal . w - offset - the distance of w above the real plane|, for |w| <= 2: the normal is off by 40 u, which
  // counts up to 4 times, and the two dot products err by 4 u |w| each.
  static constexpr double kAboveBound = 176 * 0x1p-53;

  // Begins again, with a tetrahedron. Precondition: the points are not exactly coplanar.
  void reset(std::array<DifferencePoint, 4> corners);

  // Facets of larger offset than this are not expected to be asked for by find_nearest, and are spared the heap. If all
  // are larger it is dropped, at the cost of a look at all of them. Reset sets it to infinity.
  void lower_limit(double offset) { limit_ = std::min(limit_, offset); }

  // The facet of least offset, whatever the limit was lowered to.
  std::uint32_t find_nearest();

  // Exactly: strictly on the outer side of the facet's plane.
  bool is_above(const math::Vec3& w, std::uint32_t facet) const;

  // Precondition: is_above(point.w, facet).
  void insert(const DifferencePoint& point, std::uint32_t facet);

  const Facet& facet(std::uint32_t f) const { return facets_[f]; }
  const DifferencePoint& point(std::uint32_t i) const { return points_[i]; }
  std::span<const DifferencePoint> points() const { return points_; }  // all inserted; some may be inside by now
  std::vector<std::array<std::uint32_t, 3>> list_facets() const;       // as points, counter-clockwise seen from outside

  // Makes room, so that hulls of that many points do not allocate.
  void reserve(std::size_t num_points);

 private:
  struct HeapEntry {
    double offset;
    std::uint32_t facet;
    // A max-heap by std's algorithms; equal offsets by number, so that the order is always the same.
    bool operator<(const HeapEntry& other) const {
      return offset != other.offset ? offset > other.offset : facet > other.facet;
    }
  };
  struct BorderSide {
    std::uint32_t from, to;  // as the facet that goes sees it
    std::uint32_t beyond;    // the facet that stays
  };

  bool is_current(const HeapEntry& entry) const;
  void refill_heap();
  std::uint32_t add_facet(const std::array<std::uint32_t, 3>& points);
  void mark_seen(const math::Vec3& w, std::uint32_t facet);
  void replace_seen(std::uint32_t apex);

  std::vector<DifferencePoint> points_;
  std::vector<Facet> facets_;
  std::vector<std::uint32_t> free_;  // facets that are gone
  std::vector<HeapEntry> heap_;
  double limit_ = std::numeric_limits<double>::infinity();
  std::vector<std::uint32_t> seen_;
  std::vector<BorderSide> border_;
  std::vector<std::uint32_t> facet_from_;  // for a point of the border, the new facet whose side leaves it
};

}  // namespace abut::proximity

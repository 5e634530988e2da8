#include "oracle/convex_depth.h"

#include <algorithm>
#include <vector>

namespace abut::oracle {
namespace {

class LeastOverlap {
 public:
  explicit LeastOverlap(const PlacedPair& placed) : a_(placed.a), b_(placed.b) {}

  // Takes the overlap along +n or -n, whichever is less, if it is the least so far. Counted over some of the vertices
  // the overlap can only be too small, so an axis is dropped as soon as it cannot be the least.
  void add_axis(const IVec3& n) {
    const Integer nn = dot(n, n);
    if (nn == 0 || (den_ != 0 && num_ == 0)) return;
    const Integer limit = den_ == 0 ? Integer(0) : Integer(sqrt(num_ * nn / den_) + 1);
    Integer a_least = dot(n, a_[0]), a_most = a_least, b_least = dot(n, b_[0]), b_most = b_least;
    for (std::size_t i = 1; i < std::max(a_.size(), b_.size()); ++i) {
      if (i < a_.size()) widen(a_least, a_most, dot(n, a_[i]));
      if (i < b_.size()) widen(b_least, b_most, dot(n, b_[i]));
      if (den_ != 0 && a_most - b_least >= limit && b_most - a_least >= limit) return;
    }
    const Integer overlap = std::max<Integer>(0, std::min<Integer>(a_most - b_least, b_most - a_least));
    if (den_ != 0 && overlap * overlap * den_ >= num_ * nn) return;
    num_ = overlap * overlap;
    den_ = nn;
  }

  Rational compute_sq() const { return den_ == 0 ? Rational(0) : Rational(num_) / Rational(den_); }

 private:
  static void widen(Integer& least, Integer& most, const Integer& x) {
    if (x < least) least = x;
    if (x > most) most = x;
  }

  const std::vector<IVec3>&a_, &b_;
  Integer num_ = 0, den_ = 0;  // the least overlap's square; no axis yet
};

std::vector<IVec3> make_edge_vectors(const Polyhedron& body, const std::vector<IVec3>& p) {
  std::vector<IVec3> vectors;
  for (const auto& [tail, head] : body.edges) vectors.push_back(p[head] - p[tail]);
  return vectors;
}

}  // namespace

Rational compute_depth_sq(const Polyhedron& a, const math::Pose& X_WA, const Polyhedron& b, const math::Pose& X_WB) {
  const PlacedPair placed = place(a, X_WA, b, X_WB);
  LeastOverlap least(placed);
  for (const auto& loop : a.faces) least.add_axis(compute_area_vector(placed.a, loop));
  for (const auto& loop : b.faces) least.add_axis(compute_area_vector(placed.b, loop));
  const std::vector<IVec3> b_edges = make_edge_vectors(b, placed.b);
  for (const IVec3& u : make_edge_vectors(a, placed.a)) {
    for (const IVec3& v : b_edges) least.add_axis(cross(u, v));
  }
  return placed.unit * placed.unit * least.compute_sq();
}

}  // namespace abut::oracle

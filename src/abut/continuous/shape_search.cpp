#include "abut/continuous/shape_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "abut/continuous/swept_leaves.h"

namespace abut::continuous {
namespace {

using geometry::PieceNode;
using proximity::PieceRef;

constexpr double kPartTurn = 0.3;          // rad, both turns together
constexpr double kShortestPart = 0x1p-12;  // of s
constexpr int kMostParts = 4096;
constexpr int kFirstQueries = 6;  // for each pair of pieces

class ShapeSearch {
 public:
  ShapeSearch(MovingShape& a, MovingShape& b, const CertifyOptions& options) : a_(a), b_(b), options_(options) {}

  ShapeSearchResult find();

 private:
  struct Nodes {
    std::uint32_t a, b;
  };
  struct Pending {
    PieceId a, b;
    double s_begin, s_end;
  };
  void enter(Nodes nodes, const SweptNodes& sweep, const EndDirections& guess);
  void settle(Nodes nodes, const SweptNodes& sweep, const SweptBound& bound);
  void descend(Nodes nodes, const SweptNodes& sweep, const SweptBound& bound);
  void look_at_pieces(Nodes leaves, const SweptNodes& sweep, const EndDirections& n);
  void look_at_pair(PieceId a, PieceId b, const SweptNodes& sweep);
  PairCertificate certify(const Pending& pair, int max_queries);
  void settle_pending();
  std::array<Nodes, 2> split(Nodes nodes) const;
  double find_end(const SweptNodes& sweep) const;

  MovingShape &a_, &b_;
  const CertifyOptions& options_;
  proximity::PairCache cache_;
  std::vector<Pending> pending_;
  ShapeSearchResult result_;
};

// What is still of interest of a part of the step.
double ShapeSearch::find_end(const SweptNodes& sweep) const {
  return std::min(result_.earliest.s_hit, sweep.s_end());
}

void ShapeSearch::enter(Nodes nodes, const SweptNodes& sweep, const EndDirections& guess) {
  settle(nodes, sweep, sweep.bound_separation(nodes.a, nodes.b, guess, options_.d_min));
}

// Two nodes that the bound says of what it can.
void ShapeSearch::settle(Nodes nodes, const SweptNodes& sweep, const SweptBound& bound) {
  const double s_hit = result_.earliest.s_hit, s_end = std::min(bound.s_out, s_hit), length = s_end - bound.s_in;
  if (result_.earliest.is_start) return;  // nothing is earlier
  if (sweep.s_begin() <= s_hit) result_.separation = std::min(result_.separation, bound.separation);
  if (bound.is_apart || length < 0) return;
  if (bound.is_apart_at_ends && length > kShortestPart) {
    const double middle = 0.5 * (bound.s_in + s_end);
    enter(nodes, SweptNodes(sweep, bound.s_in, middle), bound.n);
    if (middle <= result_.earliest.s_hit) enter(nodes, SweptNodes(sweep, middle, s_end), bound.n);
  } else if (length < sweep.s_end() - sweep.s_begin()) {
    descend(nodes, SweptNodes(sweep, bound.s_in, s_end), bound);
  } else {
    descend(nodes, sweep, bound);
  }
}

std::array<ShapeSearch::Nodes, 2> ShapeSearch::split(Nodes nodes) const {
  const PieceNode &a = a_.shape.tree.nodes[nodes.a], &b = b_.shape.tree.nodes[nodes.b];
  const bool is_a_split = b.is_leaf() || (!a.is_leaf() && a.box.extent().squaredNorm() > b.box.extent().squaredNorm());
  if (is_a_split) return {{{nodes.a + 1, nodes.b}, {a.right, nodes.b}}};
  return {{{nodes.a, nodes.b + 1}, {nodes.a, b.right}}};
}

void ShapeSearch::descend(Nodes nodes, const SweptNodes& sweep, const SweptBound& bound) {
  if (a_.shape.tree.nodes[nodes.a].is_leaf() && b_.shape.tree.nodes[nodes.b].is_leaf()) {
    look_at_pieces(nodes, sweep, bound.n);
    return;
  }
  const auto [left, right] = split(nodes);
  const SweptBound of_left = sweep.bound_separation(left.a, left.b, bound.n, options_.d_min),
                   of_right = sweep.bound_separation(right.a, right.b, bound.n, options_.d_min);
  const auto is_nearer = [](const SweptBound& x, const SweptBound& y) {
    return std::pair(x.s_in, x.separation) < std::pair(y.s_in, y.separation);
  };
  if (is_nearer(of_right, of_left)) {
    settle(right, sweep, of_right);
    settle(left, sweep, of_left);
  } else {
    settle(left, sweep, of_left);
    settle(right, sweep, of_right);
  }
}

void ShapeSearch::look_at_pieces(Nodes leaves, const SweptNodes& sweep, const EndDirections& n) {
  const PieceNode &a = a_.shape.tree.nodes[leaves.a], &b = b_.shape.tree.nodes[leaves.b];
  const SweptLeaves pieces(sweep, a_, leaves.a, b_, leaves.b, n);
  for (std::uint32_t i = 0; i < a.num_pieces; ++i) {
    for (std::uint32_t j = 0; j < b.num_pieces; ++j) {
      const double bound = pieces.bound_separation(i, j, options_.d_min);
      if (bound > options_.d_min) {
        result_.separation = std::min(result_.separation, bound);
      } else {
        look_at_pair(PieceId(a.first_piece + i), PieceId(b.first_piece + j), sweep);
      }
    }
  }
}

PairCertificate ShapeSearch::certify(const Pending& pair, int max_queries) {
  CertifyOptions options = options_;
  options.s_begin = pair.s_begin, options.s_end = pair.s_end;
  options.max_queries = max_queries;
  const PieceRef ref_a{a_.shape.pieces, pair.a}, ref_b{b_.shape.pieces, pair.b};
  cache_.is_set = cache_.is_meeting = false;
  const PairCertificate certificate =
      certify_pair(make_moving_piece(ref_a, a_.motion, a_.bounds, &a_.memo),
                   make_moving_piece(ref_b, b_.motion, b_.bounds, &b_.memo), options, cache_);
  result_.num_queries += static_cast<std::size_t>(certificate.num_queries);
  // Otherwise not even s_begin is decided here; but what came before was, up to it.
  if (certificate.separation > options.d_min || pair.s_begin == 0) {
    result_.separation = std::min(result_.separation, certificate.separation);
  }
  if (certificate.outcome == CertifyOutcome::kHit) {
    result_.earliest.s_hit = std::min(result_.earliest.s_hit, certificate.s_hit);
  }
  return certificate;
}

// A few queries show when a pair is apart, and where about it meets: enough to end the search for later ones. What is
// not apart at the start needs no more.
void ShapeSearch::look_at_pair(PieceId a, PieceId b, const SweptNodes& sweep) {
  const Pending pair{a, b, sweep.s_begin(), find_end(sweep)};
  if (pair.s_end < pair.s_begin) return;
  const PairCertificate certificate = certify(pair, std::min(kFirstQueries, options_.max_queries));
  if (certificate.outcome == CertifyOutcome::kApart) return;
  if (certificate.s_safe == 0.0 && certificate.separation <= options_.d_min) {
    result_.earliest.take(certificate, options_.d_min);
  } else {
    pending_.push_back({a, b, certificate.s_safe, pair.s_end});
  }
}

// Those that were not decided, the earliest first; each only up to the earliest before it.
void ShapeSearch::settle_pending() {
  std::ranges::sort(pending_, {}, [](const Pending& p) { return std::tuple(p.s_begin, p.a, p.b); });
  for (Pending& pair : pending_) {
    Earliest& earliest = result_.earliest;
    pair.s_end = std::min({pair.s_end, earliest.s_safe, earliest.s_hit});
    if (pair.s_begin >= earliest.s_safe || pair.s_end < pair.s_begin) break;
    const PairCertificate certificate = certify(pair, options_.max_queries);
    if (certificate.outcome != CertifyOutcome::kApart) earliest.take(certificate, options_.d_min);
  }
  pending_.clear();
}

ShapeSearchResult ShapeSearch::find() {
  int num_parts = 1;
  while (num_parts < kMostParts && a_.bounds.rate + b_.bounds.rate > kPartTurn * num_parts) num_parts *= 2;
  for (int i = 0; i < num_parts && !result_.earliest.is_found; ++i) {
    const double s_begin = static_cast<double>(i) / num_parts, s_end = static_cast<double>(i + 1) / num_parts;
    enter({0, 0}, SweptNodes(a_, b_, s_begin, s_end), kNoDirections);
    settle_pending();
  }
  return result_;
}

}  // namespace

void Earliest::take(const PairCertificate& certificate, double d_min) {
  const bool is_at_start = certificate.s_safe == 0.0 && certificate.separation <= d_min;
  if (certificate.outcome == CertifyOutcome::kHit) s_hit = std::min(s_hit, certificate.s_hit);
  if (is_found && !(certificate.s_safe < s_safe || (is_at_start && !is_start))) return;
  is_found = true, is_start = is_at_start;
  s_safe = certificate.s_safe, s_end = certificate.s_hit;
  phi = certificate.at_safe.phi;
}

ShapeSearchResult search_shapes(MovingShape& a, MovingShape& b, const CertifyOptions& options) {
  return ShapeSearch(a, b, options).find();
}

}  // namespace abut::continuous

#include "abut/response/body_matrix.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace abut::response {
namespace {

// By Gauss and Jordan, on columns, which lie together; they are exchanged for the largest pivot; false where there is
// none. Sizes are known to the compiler: solvers for matrices of any size take several times as long.
bool invert(Block6 A, Block6& inverse) {
  inverse.setIdentity();
  for (Eigen::Index k = 0; k < 6; ++k) {
    Eigen::Index column = k;
    for (Eigen::Index j = k + 1; j < 6; ++j)
      if (std::abs(A(k, j)) > std::abs(A(k, column))) column = j;
    if (!(std::abs(A(k, column)) > 0)) return false;
    if (column != k) A.col(k).swap(A.col(column)), inverse.col(k).swap(inverse.col(column));
    const double scale = 1 / A(k, k);
    A.col(k) *= scale, inverse.col(k) *= scale;
    for (Eigen::Index j = 0; j < 6; ++j) {
      const double factor = A(k, j);
      if (j != k) A.col(j) -= factor * A.col(k), inverse.col(j) -= factor * inverse.col(k);
    }
  }
  return true;
}

}  // namespace

void BodyMatrix::set_pattern(std::size_t num_bodies, std::span<const BodyLink> links) {
  if (num_bodies == num_bodies_ && std::ranges::equal(links, links_)) return;
  num_bodies_ = num_bodies;
  links_.assign(links.begin(), links.end());
  neighbours_.resize(std::max(neighbours_.size(), num_bodies));
  for (std::size_t i = 0; i < num_bodies; ++i) neighbours_[i].clear();
  for (const BodyLink& link : links) neighbours_[link.a].push_back(link.b), neighbours_[link.b].push_back(link.a);
  for (std::size_t i = 0; i < num_bodies; ++i) {
    std::ranges::sort(neighbours_[i]);
    neighbours_[i].erase(std::unique(neighbours_[i].begin(), neighbours_[i].end()), neighbours_[i].end());
  }
  choose_order();
  count_products();
  diagonal_.resize(num_bodies), inverses_.resize(num_bodies), ordered_.resize(num_bodies);
  lower_.resize(edges_.size()), upper_.resize(edges_.size());
}

// neighbours_ are of bodies that are left, except those of a body that is eliminated: they stay, and are its edges.
void BodyMatrix::choose_order() {
  constexpr std::uint32_t kLeft = 0xffffffffu;
  place_.assign(num_bodies_, kLeft);
  body_at_.clear();
  for (std::uint32_t k = 0; k < num_bodies_; ++k) {
    std::uint32_t next = kLeft;
    for (std::uint32_t i = 0; i < num_bodies_; ++i) {
      const bool is_fewer = next == kLeft || neighbours_[i].size() < neighbours_[next].size();
      if (place_[i] == kLeft && is_fewer) next = i;
    }
    place_[next] = k, body_at_.push_back(next);
    for (const std::uint32_t i : neighbours_[next]) {
      merged_.clear();
      std::ranges::set_union(neighbours_[i], neighbours_[next], std::back_inserter(merged_));
      std::erase_if(merged_, [&](std::uint32_t j) { return j == i || j == next; });
      neighbours_[i].assign(merged_.begin(), merged_.end());
    }
  }
  first_edge_.clear(), edges_.clear();
  for (const std::uint32_t body : body_at_) {
    first_edge_.push_back(edges_.size());
    for (const std::uint32_t i : neighbours_[body]) edges_.push_back(place_[i]);
    std::sort(edges_.begin() + static_cast<std::ptrdiff_t>(first_edge_.back()), edges_.end());
  }
  first_edge_.push_back(edges_.size());
}

void BodyMatrix::count_products() {
  num_products_ = 0;
  for (std::size_t k = 0; k < num_bodies_; ++k) num_products_ += above(k).size() * (above(k).size() + 1);
}

void BodyMatrix::set_identity() {
  for (Block6& block : diagonal_) block.setIdentity();
  for (std::vector<Block6>* blocks : {&lower_, &upper_})
    for (Block6& block : *blocks) block.setZero();
}

std::size_t BodyMatrix::find_edge(std::uint32_t low, std::uint32_t high) const {
  const std::span<const std::uint32_t> edges = above(low);
  return first_edge_[low] + static_cast<std::size_t>(std::ranges::lower_bound(edges, high) - edges.begin());
}

Block6& BodyMatrix::between(std::uint32_t i, std::uint32_t j) {
  const std::uint32_t row = place_[i], column = place_[j];
  return row < column ? upper_[find_edge(row, column)] : lower_[find_edge(column, row)];
}

// What the k-th leaves to those after it: A_ij -= A_ik A_kk^-1 A_kj. All edges that this meets are there.
void BodyMatrix::eliminate(std::size_t k) {
  const std::span<const std::uint32_t> edges = above(k);
  for (std::size_t x = 0; x < edges.size(); ++x) {
    Block6& right = upper_[first_edge_[k] + x];
    right = (inverses_[k] * right).eval();
  }
  for (std::size_t x = 0; x < edges.size(); ++x) {
    const std::uint32_t i = edges[x];
    const Block6& below = lower_[first_edge_[k] + x];
    diagonal_[i].noalias() -= below * upper_[first_edge_[k] + x];
    for (std::size_t y = x + 1; y < edges.size(); ++y) {
      const std::size_t edge = find_edge(i, edges[y]);
      upper_[edge].noalias() -= below * upper_[first_edge_[k] + y];
      lower_[edge].noalias() -= lower_[first_edge_[k] + y] * upper_[first_edge_[k] + x];
    }
  }
}

bool BodyMatrix::factorise() {
  for (std::size_t k = 0; k < num_bodies_; ++k) {
    if (!invert(diagonal_[k], inverses_[k])) return false;
    eliminate(k);
  }
  return true;
}

void BodyMatrix::solve(std::span<Vector6> b) {
  for (std::size_t k = 0; k < num_bodies_; ++k) ordered_[k] = b[body_at_[k]];
  for (std::size_t k = 0; k < num_bodies_; ++k) {
    ordered_[k] = (inverses_[k] * ordered_[k]).eval();
    for (std::size_t e = first_edge_[k]; e < first_edge_[k + 1]; ++e)
      ordered_[edges_[e]].noalias() -= lower_[e] * ordered_[k];
  }
  for (std::size_t k = num_bodies_; k-- > 0;) {
    for (std::size_t e = first_edge_[k]; e < first_edge_[k + 1]; ++e)
      ordered_[k].noalias() -= upper_[e] * ordered_[edges_[e]];
    b[body_at_[k]] = ordered_[k];
  }
}

}  // namespace abut::response

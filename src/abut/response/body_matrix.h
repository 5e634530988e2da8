// A sparse matrix of 6 x 6 blocks on a graph of bodies, and its factors: row and column i are the motion of body i, and
// a block off the diagonal stands only where two bodies share a contact. The pattern is symmetric, the numbers need not
// be.
//
// Bodies are eliminated in an order that fills in few blocks: of those left, always the one with the fewest neighbours
// (minimum degree, exactly; ties by index), whose neighbours then become each other's. A tree, such as a stack or a
// chain, fills in nothing. The factors are L U without exchange of bodies: for 1 + G^T D G with D nearly symmetric, the
// blocks of the diagonal stay well conditioned. Within a block rows are exchanged where it is inverted.
//
// Order and pattern are kept until links change. Cost: num_products block products a factorisation; the search for the
// order takes the square of the number of bodies.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "abut/math/types.h"

namespace abut::response {

using Block6 = Eigen::Matrix<double, 6, 6>;
using Vector6 = Eigen::Matrix<double, 6, 1>;

struct BodyLink {
  std::uint32_t a = 0, b = 0;
  bool operator==(const BodyLink&) const = default;
};

class BodyMatrix {
 public:
  // The pattern of so many bodies, which these links tie. Links may repeat. Does nothing where both are as last time.
  void set_pattern(std::size_t num_bodies, std::span<const BodyLink> links);
  // Block products that a factorisation takes.
  std::size_t num_products() const { return num_products_; }

  void set_identity();
  Block6& diagonal(std::uint32_t i) { return diagonal_[place_[i]]; }
  // Of two bodies that a link ties: rows of i, columns of j.
  Block6& between(std::uint32_t i, std::uint32_t j);

  // Takes the blocks apart. False where a block cannot be inverted.
  bool factorise();
  // After factorise: b becomes the solution.
  void solve(std::span<Vector6> b);

 private:
  void eliminate(std::size_t k);
  void choose_order();
  void count_products();
  std::size_t find_edge(std::uint32_t low, std::uint32_t high) const;
  std::span<const std::uint32_t> above(std::size_t k) const {
    return std::span(edges_).subspan(first_edge_[k], first_edge_[k + 1] - first_edge_[k]);
  }

  std::size_t num_bodies_ = 0;
  std::vector<BodyLink> links_;
  std::vector<std::uint32_t> place_, body_at_;          // of each body in the order, and the other way
  std::vector<std::vector<std::uint32_t>> neighbours_;  // while the order is chosen
  std::vector<std::uint32_t> merged_;
  // By places: those after k that its elimination ties to it, ascending; each has a block below and one to the right.
  std::vector<std::size_t> first_edge_;
  std::vector<std::uint32_t> edges_;
  std::vector<Block6> diagonal_, lower_, upper_;  // of edge e from k to i: rows of i and columns of k; the other way
  std::vector<Block6> inverses_;                  // of the diagonal, once it is its turn
  std::vector<Vector6> ordered_;
  std::size_t num_products_ = 0;
};

}  // namespace abut::response

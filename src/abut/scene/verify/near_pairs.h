// Pairs of bodies whose swept boxes come near each other, kept from segment to segment.
//
// Every body has a wide box around its swept one. While the swept boxes stay in the wide ones, the pairs of overlapping
// wide boxes remain a superset of those that are near, and nothing is searched; when one leaves, all wide boxes are
// made anew, and the pairs found by sorting along the axis in which the boxes are spread most (sweep and prune). Pairs
// that remain keep what is remembered of them. Pairs are in lexicographic order.
//
// Cost: n log n and the pairs that overlap along that axis, for a search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "abut/math/aabb.h"
#include "abut/math/step_motion.h"
#include "abut/math/types.h"
#include "abut/scene/verify/feature_tree.h"
#include "abut/scene/verify/pair_check.h"
#include "abut/scene/verify/pair_proof.h"

namespace abut::scene {

using BodyPair = std::pair<std::uint32_t, std::uint32_t>;  // the lesser index first

struct NearPair {
  BodyPair bodies;
  PairFront front;  // what was proven last; see pair_check.h
  PairProof proof;  // the last
};

// Contains the thickened body throughout its motion.
math::Aabb compute_swept_box(const FeatureTree& tree, const math::StepMotion& motion);

class NearPairs {
 public:
  // Exempt pairs are never near. Separations up to `reach` are near.
  NearPairs(std::vector<BodyPair> exempt, double reach);

  // After it, pairs() has every pair of which the boxes are not farther apart than `reach` along some axis.
  void update(std::span<const math::Aabb> swept);
  std::span<NearPair> pairs() { return pairs_; }
  bool is_exempt(const BodyPair& bodies) const { return std::ranges::binary_search(exempt_, bodies); }
  const std::vector<BodyPair>& exempt() const { return exempt_; }  // sorted
  std::size_t num_searches() const { return num_searches_; }

 private:
  void search();

  std::vector<BodyPair> exempt_;
  double reach_;
  std::vector<math::Aabb> wide_;
  std::vector<std::uint32_t> order_;
  std::vector<NearPair> pairs_;
  std::vector<BodyPair> found_;
  std::size_t num_searches_ = 0;
};

}  // namespace abut::scene

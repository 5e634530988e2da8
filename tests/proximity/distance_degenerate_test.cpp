// Every kind of degenerate pair (degenerate_pairs.h), cold and from a cache that was last used anywhere, each answer
// judged in exact arithmetic. The full run has the 100,000 pairs.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <string>
#include <utility>

#include "abut/proximity/distance.h"
#include "full_run.h"
#include "proximity/degenerate_pairs.h"
#include "proximity/feature_pair_arbiter.h"

namespace abut::proximity {
namespace {

struct Count {
  std::size_t num = 0, first_index = 0;
};

class DegenerateRun {
 public:
  DegenerateRun(std::uint64_t seed, bool is_full) : pairs_(seed, is_full), largest_((is_full ? 15'000u : 1000u)) {}

  void add(std::size_t index) {
    const DegeneratePair pair = pairs_.make(index);
    const PieceRef a = only_piece(*pair.a), b = only_piece(*pair.b);
    const bool is_small = a.pieces.edges.size() * b.pieces.edges.size() <= largest_;
    PairCache cold;
    const FeaturePair found = update_feature_pair(a, b, pair.X_WA, pair.X_WB, cold);
    const FeaturePairArbiter& arbiter = arbiters_.try_emplace({pair.a, pair.b}, a, b).first->second;
    const Fault fault = arbiter.judge(found, pair.X_WA, pair.X_WB, is_small);
    if (fault != Fault::kNone) count(pair, std::string(name_of(fault)), index);
    // The cache of the last pair of these two shapes, wherever that was.
    const FeaturePair warm = update_feature_pair(a, b, pair.X_WA, pair.X_WB, caches_[{pair.a, pair.b}]);
    if (!(std::abs(warm.phi - found.phi) <= warm.phi_bound + found.phi_bound)) count(pair, "warm is not cold", index);
    num_fallbacks += found.is_fallback;
  }

  std::string describe() const {
    std::string text;
    for (const auto& [key, count] : faults_) {
      text += key.first + ", " + key.second + ": " + std::to_string(count.num) + ", first at index " +
              std::to_string(count.first_index) + "\n";
    }
    return text;
  }

  std::size_t num_fallbacks = 0;

 private:
  void count(const DegeneratePair& pair, const std::string& what, std::size_t index) {
    Count& c = faults_[{std::string(pair.kind), what}];
    if (c.num++ == 0) c.first_index = index;
  }

  DegeneratePairs pairs_;
  std::size_t largest_;  // product of the numbers of edges up to which an answer is judged by the definition
  std::map<std::pair<std::string, std::string>, Count> faults_;
  using ShapePair = std::pair<const geometry::Shape*, const geometry::Shape*>;
  std::map<ShapePair, FeaturePairArbiter> arbiters_;
  std::map<ShapePair, PairCache> caches_;
};

TEST(DistanceOfDegeneratePairs, IsNeverWrong) {
  DegenerateRun run(7, is_full_run());
  const std::size_t num = choose_long_count(1200, 100'000);
  for (std::size_t i = 0; i < num; ++i) run.add(i);
  EXPECT_EQ(run.describe(), "");
  std::cout << num << " pairs, " << run.num_fallbacks << " exact fallbacks\n";
}

struct OnceWrong {
  std::uint64_t seed;
  std::size_t index;
};

TEST(DistanceOfDegeneratePairs, ThatWereOnceWrongAreRight) {
  for (const auto& [seed, index] : {
           // Points and segments apart by less than the bound took the noise of their cross product for a normal,
           // and came out overlapping.
           OnceWrong{7, 1611},
           OnceWrong{7, 8706},
           OnceWrong{7, 8784},
           // A flat difference was final before the hull had reached the origin's foot.
           OnceWrong{7, 8583},
           // Apart by less than the bound: the facet nearest the origin is not where the closest points are.
           OnceWrong{7, 9367},
           // Faces flush but for 1e-12: the points slid along the triangle's normal, not the face's.
           OnceWrong{11, 17440},
           // The direction between exact closest points of rounded pieces was taken from the rounded points.
           OnceWrong{13, 13849},
       }) {
    DegenerateRun run(seed, false);
    run.add(index);
    EXPECT_EQ(run.describe(), "");
  }
}

}  // namespace
}  // namespace abut::proximity

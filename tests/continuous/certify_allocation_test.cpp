// Tracked checks take no memory: every allocation of this program is counted.
#include <gtest/gtest.h>

#include <vector>

#include "abut/continuous/certify.h"
#include "abut/continuous/swept_box.h"
#include "abut/continuous/swept_pairs.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/shape.h"
#include "abut/math/random.h"
#include "count_allocations.h"

namespace abut::continuous {
namespace {

using math::Pose;
using math::Quat;
using math::Vec3;

TEST(CertifyAllocation, IsNoneInStepsOfATrackedPairApartOrHit) {
  const geometry::Shape cube = geometry::make_shape(geometry::make_box({1, 1, 1}));
  const proximity::PieceRef piece{cube.pieces, PieceId(0)};
  const math::Motion still = math::make_step_motion({}, {});
  proximity::PairCache cache;
  int num_hits = 0;
  const auto run = [&] {
    num_hits = 0;
    for (int i = 0; i < 200; ++i) {
      const auto pose = [&](int k) {
        return Pose{{0.3 * std::sin(0.05 * k), 0.1, 1.2 - 0.002 * k},
                    Quat(Eigen::AngleAxisd(0.01 * k, Vec3(1, 2, 3).normalized()))};
      };
      const math::Motion motion = math::make_step_motion(pose(i), pose(i + 1));
      const auto certificate =
          certify_pair(make_moving_piece(piece, motion), make_moving_piece(piece, still), {.d_min = 1e-9}, cache);
      num_hits += certificate.outcome == CertifyOutcome::kHit ? 1 : 0;
    }
  };
  run();  // the cache takes what memory it needs
  const long before = num_allocations;
  run();
  EXPECT_EQ(num_allocations - before, 0);
  EXPECT_GT(num_hits, 0);
  EXPECT_LT(num_hits, 200);
}

TEST(CertifyAllocation, IsNoneInStepsOfTheBroadPhaseWhereNothingGrows) {
  math::Random random(1);
  std::vector<SweptBody> bodies(300);
  SweptPairs broad_phase;
  const auto run = [&] {
    for (SweptBody& body : bodies) {
      const Vec3 p = 5 * Vec3(random.next_unit(), random.next_unit(), random.next_unit());
      body.box = {p, p + Vec3::Ones()};
    }
    for (int i = 0; i < 3; ++i) broad_phase.update(bodies);
  };
  for (SweptBody& body : bodies) body.box = {Vec3::Zero(), Vec3::Ones()};  // all pairs: never are there more
  broad_phase.update(bodies);
  ASSERT_EQ(broad_phase.update(bodies).size(), 300u * 299u / 2u);
  const long before = num_allocations;
  for (int i = 0; i < 10; ++i) run();
  EXPECT_EQ(num_allocations - before, 0);
}

}  // namespace
}  // namespace abut::continuous

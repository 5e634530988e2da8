#include "abut/response/cone_projection.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/math/random.h"
#include "full_run.h"
#include "num_allocations.h"
#include "oracle/lcp_enumeration.h"

namespace abut::response {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using math::Random;
using oracle::Rational;

constexpr std::uint32_t kNoBlock = ConeGenerators::kNoBlock;
constexpr int kManySteps = 10000;

// A cone in a space of whole blocks and the last coordinate, its generators given as vectors of that space.
struct SampleCone {
  ConeGenerators generators;
  std::vector<std::uint32_t> ids;
  std::vector<VectorXd> vectors;

  void add(std::uint32_t a, std::uint32_t b, const VectorXd& e) {
    MotionBlock on_a = MotionBlock::Zero(), on_b = MotionBlock::Zero();
    if (a != kNoBlock) on_a = e.segment<6>(6 * a);
    if (b != kNoBlock) on_b = e.segment<6>(6 * b);
    ids.push_back(generators.add(a, b, on_a, on_b));
    generators.set_last(ids.back(), e.tail<1>()[0], 0.0);
    vectors.push_back(e);
  }
};

struct NearestPoint {
  ProjectionOutcome outcome = ProjectionOutcome::kNearest;
  VectorXd x, r, u;  // u of every generator
  int num_steps = 0;
};

NearestPoint project(const SampleCone& cone, const VectorXd& target, const std::vector<std::uint32_t>& start = {},
                     int max_steps = kManySteps) {
  ConeProjection projection;
  NearestPoint found;
  found.outcome =
      projection.solve(cone.generators, {target.data(), static_cast<std::size_t>(target.size())}, start, max_steps);
  found.r = Eigen::Map<const VectorXd>(projection.residual().data(), target.size());
  EXPECT_NEAR(found.r.squaredNorm(), projection.distance_sq(), 1e-14 * target.squaredNorm());
  found.u = VectorXd::Zero(static_cast<Index>(cone.ids.size()));
  found.x = VectorXd::Zero(target.size());
  for (std::size_t k = 0; k < projection.face().size(); ++k) {
    const auto i = std::find(cone.ids.begin(), cone.ids.end(), projection.face()[k]) - cone.ids.begin();
    EXPECT_GT(projection.coefficients()[k], 0.0);
    found.u[i] = projection.coefficients()[k];
    found.x += found.u[i] * cone.vectors[static_cast<std::size_t>(i)];
  }
  found.num_steps = projection.num_steps();
  return found;
}

// x is of the cone, r = f - x, and r makes no acute angle with the cone and a right one with x.
void expect_nearest(const SampleCone& cone, const VectorXd& target, const NearestPoint& found) {
  const double rounding = 1e-12 * target.norm();
  EXPECT_EQ(found.outcome, ProjectionOutcome::kNearest);
  EXPECT_LT((found.x + found.r - target).norm(), rounding * (1 + found.u.norm()));
  for (const VectorXd& e : cone.vectors) EXPECT_LT(found.r.dot(e), rounding * e.norm());
  EXPECT_LT(std::abs(found.r.dot(found.x)), rounding * (1 + found.x.norm()));
}

// In the plane of the first and the last coordinate: between (1, 0) and (1, 1).
SampleCone make_wedge() {
  SampleCone cone;
  VectorXd e = VectorXd::Zero(7);
  e[0] = 1;
  cone.add(0, kNoBlock, e);
  e[6] = 1;
  cone.add(0, kNoBlock, e);
  return cone;
}

VectorXd make_planar(double x, double last) {
  VectorXd f = VectorXd::Zero(7);
  f[0] = x, f[6] = last;
  return f;
}

TEST(ConeProjection, OnAWedgeIsItsApexAnEdgeOrTheTargetItself) {
  const SampleCone wedge = make_wedge();
  const auto expect_at = [&](const VectorXd& target, const VectorXd& x, int num_steps) {
    const NearestPoint found = project(wedge, target);
    expect_nearest(wedge, target, found);
    EXPECT_LT((found.x - x).norm(), 1e-15);
    EXPECT_EQ(found.num_steps, num_steps);
  };
  expect_at(make_planar(-1, 0), make_planar(0, 0), 0);
  expect_at(make_planar(-1, 1), make_planar(0, 0), 0);  // at right angles to an edge
  expect_at(make_planar(0, -1), make_planar(0, 0), 0);
  expect_at(make_planar(-1, 2), make_planar(0.5, 0.5), 1);
  expect_at(make_planar(3, -1), make_planar(3, 0), 1);
}

TEST(ConeProjection, OfWhatIsInsideSaysSo) {
  const SampleCone wedge = make_wedge();
  for (const VectorXd& target : {make_planar(2, 1), make_planar(1, 0), make_planar(1, 1), make_planar(1, 1e-3)}) {
    const NearestPoint found = project(wedge, target);
    EXPECT_EQ(found.outcome, ProjectionOutcome::kInside);
    EXPECT_LT((found.x - target).norm(), 1e-14);
  }
  EXPECT_EQ(project(wedge, make_planar(1, -1e-8)).outcome, ProjectionOutcome::kNearest);
  EXPECT_EQ(project(wedge, make_planar(0, 0)).outcome, ProjectionOutcome::kInside);
}

TEST(ConeProjection, OfNoGeneratorsIsTheApex) {
  const SampleCone none;
  const NearestPoint found = project(none, make_planar(1, 2));
  EXPECT_EQ(found.outcome, ProjectionOutcome::kNearest);
  EXPECT_EQ(found.x, make_planar(0, 0));
}

// (-1, 6) makes the largest product and enters first; between it and (-1, 4) the target is not, and it leaves.
TEST(ConeProjection, WhatEntersPushesOutWhatNoLongerCarries) {
  SampleCone cone = make_wedge();
  cone.add(0, kNoBlock, make_planar(-1, 4));
  cone.add(0, kNoBlock, make_planar(-1, 6));
  const VectorXd target = make_planar(-2, 3);
  const NearestPoint found = project(cone, target);
  expect_nearest(cone, target, found);
  EXPECT_LT((found.x - 14.0 / 17 * make_planar(-1, 4)).norm(), 1e-14);
  EXPECT_EQ(found.num_steps, 3);
}

TEST(ConeProjection, AtTheBoundOnStepsSaysSoFromWithinTheCone) {
  Random random(1);
  SampleCone cone;
  VectorXd target(13);
  for (double& x : target) x = random.next_between(-1, 1);
  for (int i = 0; i < 30; ++i) {
    VectorXd e(13);
    for (double& x : e) x = random.next_between(-1, 1);
    cone.add(0, 1, e + 0.3 * target);
  }
  const NearestPoint whole = project(cone, target);
  ASSERT_GT(whole.num_steps, 3);
  for (const int most : {0, 1, 3}) {
    const NearestPoint found = project(cone, target, {}, most);
    EXPECT_EQ(found.outcome, ProjectionOutcome::kMostSteps);
    EXPECT_LT((found.x + found.r - target).norm(), 1e-12);
  }
}

// --- laws on random cones

// Sparse generators; of every three one is a copy, one nearly so.
SampleCone make_random_cone(Random& random, std::uint32_t num_blocks, int count, double lean, const VectorXd& target) {
  SampleCone cone;
  for (int i = 0; i < count; ++i) {
    const auto a = static_cast<std::uint32_t>(random.next_index(num_blocks));
    auto b = static_cast<std::uint32_t>(random.next_index(num_blocks));
    if (a == b) b = kNoBlock;
    VectorXd e = VectorXd::Zero(6 * num_blocks + 1);
    for (int k = 0; k < 6; ++k) {
      e[6 * a + k] = random.next_between(-1, 1) + lean * target[6 * a + k];
      if (b != kNoBlock) e[6 * b + k] = random.next_between(-1, 1) + lean * target[6 * b + k];
    }
    e.tail<1>()[0] = random.next_between(-1, 1);
    cone.add(a, b, e);
    if (i % 3 == 0) cone.add(a, b, 2.0 * e);
    e[6 * a] += 1e-9;
    if (i % 3 == 1) cone.add(a, b, e);
  }
  return cone;
}

VectorXd make_target(Random& random, std::uint32_t num_blocks) {
  VectorXd target(6 * num_blocks + 1);
  for (double& x : target) x = random.next_between(-1, 1);
  return target;
}

TEST(ConeProjection, OfRandomConesIsNearestFromAnyStart) {
  Random random(2);
  std::size_t num_inside = 0, num_nearest = 0;
  const std::size_t count = choose_count(150, 5000);
  for (std::size_t k = 0; k < count; ++k) {
    const auto num_blocks = static_cast<std::uint32_t>(1 + random.next_index(4));
    const VectorXd target = make_target(random, num_blocks);
    const SampleCone cone = make_random_cone(random, num_blocks, static_cast<int>(random.next_index(16 * num_blocks)),
                                             random.next_between(-1, 0.5), target);
    const NearestPoint found = project(cone, target);
    ASSERT_NE(found.outcome, ProjectionOutcome::kMostSteps) << k;
    std::vector<std::uint32_t> start;
    for (const std::uint32_t id : cone.ids)
      if (random.next_unit() < 0.3) start.push_back(id);
    const NearestPoint warm = project(cone, target, start);
    EXPECT_EQ(warm.outcome, found.outcome) << k;
    ++(found.outcome == ProjectionOutcome::kInside ? num_inside : num_nearest);
    if (found.outcome == ProjectionOutcome::kInside) continue;
    expect_nearest(cone, target, found);
    EXPECT_LT((warm.r - found.r).norm(), 1e-11) << k;
  }
  EXPECT_GT(num_inside, count / 20);
  EXPECT_GT(num_nearest, count / 4);
}

TEST(ConeProjection, OfALargerTargetOrLongerGeneratorsIsTheSameUpToScale) {
  Random random(3);
  for (int k = 0; k < 20; ++k) {
    const VectorXd target = make_target(random, 2);
    const SampleCone cone = make_random_cone(random, 2, 20, -0.5, target);
    SampleCone longer;
    for (const VectorXd& e : cone.vectors) longer.add(0, 1, random.next_between(0.5, 4) * e);
    const NearestPoint found = project(cone, target);
    EXPECT_LT((project(cone, 1024.0 * target).r / 1024.0 - found.r).norm(), 1e-12) << k;
    EXPECT_LT((project(longer, target).r - found.r).norm(), 1e-12) << k;
  }
}

// --- against all choices of generators that carry, in rationals

// u is complementary to E^T E u - E^T f. Integers, so that ties and dependent generators are common.
TEST(ConeProjection, EqualsEnumeration) {
  Random random(4);
  std::size_t num_wrong = 0;
  const std::size_t count = choose_count(100, 2000);
  for (std::size_t k = 0; k < count; ++k) {
    const auto next = [&] { return static_cast<double>(random.next_index(5)) - 2.0; };
    VectorXd target = VectorXd::Zero(7);
    for (const Index i : {0, 2, 3, 6}) target[i] = next();
    SampleCone cone;
    for (std::uint64_t i = 0; i < 1 + random.next_index(7); ++i) {
      VectorXd e = VectorXd::Zero(7);
      for (const Index n : {0, 2, 3, 6}) e[n] = next();
      cone.add(0, kNoBlock, e);
    }
    oracle::RMatrix M;
    oracle::RVector q;
    for (const VectorXd& to : cone.vectors) {
      q.emplace_back(-to.dot(target));
      M.emplace_back();
      for (const VectorXd& from : cone.vectors) M.back().emplace_back(to.dot(from));
    }
    const std::vector<oracle::RVector> answers = oracle::enumerate_lcp(M, q);
    ASSERT_FALSE(answers.empty());
    VectorXd x = VectorXd::Zero(7);
    for (std::size_t i = 0; i < cone.vectors.size(); ++i)
      x += answers.front()[i].convert_to<double>() * cone.vectors[i];
    num_wrong += (project(cone, target).x - x).norm() > 1e-12;
  }
  EXPECT_EQ(num_wrong, 0U);
}

TEST(ConeProjection, TakesNoMemoryOnceItHasGrown) {
  Random random(5);
  const VectorXd target = make_target(random, 3);
  const SampleCone cone = make_random_cone(random, 3, 40, -0.5, target);
  ConeProjection projection;
  const auto run = [&] { projection.solve(cone.generators, {target.data(), 19}, cone.ids, kManySteps); };
  run();
  const long before = num_allocations;
  run();
  EXPECT_EQ(num_allocations - before, 0);
}

}  // namespace
}  // namespace abut::response

#include "abut/response/merge_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "response/solve_cone.h"

namespace abut::response {
namespace {

using math::Vec3;

constexpr double kDistance = 1e-3;    // m, of groups
constexpr double kSpeedBound = 1e-9;  // m/s
constexpr double kRightAngle = 3.14159265358979323846 / 2;
constexpr double kRoundingOf = 1e-15;  // relative, of a few operations on numbers of one size

void let_merge(ContactProblem& problem, double distance = kDistance) {
  for (ContactGroup& group : problem.groups) group.merge_distance = distance;
}

Vec3 tilt(double angle, double towards) {
  return {std::sin(angle) * std::cos(towards), std::sin(angle) * std::sin(towards), std::cos(angle)};
}

// A cube above the ground, on points each of which is a group of its own.
ContactProblem make_feet(const std::vector<Vec3>& points, const std::vector<Vec3>& normals, double mu) {
  ProblemMaker made;
  const std::uint32_t cube = made.add_cube(2.0, {0.1, -0.2, 0.5});
  for (std::size_t i = 0; i < points.size(); ++i) made.add_manifold(cube, kGround, normals[i], {points[i]}, mu);
  made.fall();
  let_merge(made.problem);
  return made.problem;
}

ContactProblem make_two_feet(double apart, double angle, double mu = 0.5) {
  return make_feet({{0.3, 0.4, 0}, {0.3, 0.4 + apart, 0}}, {tilt(0.2, 1.0), tilt(0.2 + angle, 1.0)}, mu);
}

bool merges(const ContactProblem& problem) {
  ContactMerger merger;
  return merger.merge(problem, kSpeedBound);
}

// Points in a disk of the given radius about each of four corners, normals within an angle, in groups of one to three.
ContactProblem make_clustered(math::Random& random, double radius, double angle, double mu, int num_each) {
  ProblemMaker made;
  const std::uint32_t cube = made.add_cube(2.0, {0, 0, 0.5});
  for (int k = 0; k < num_each; ++k) {
    for (const Vec3& corner : make_square(0.5, 0.0)) {
      std::vector<Vec3> points;
      const std::uint64_t more = random.next_index(3);
      for (std::uint64_t i = 0; i <= more; ++i)
        points.push_back(corner + random.next_unit() * radius * tilt(kRightAngle, random.next_between(0, 6)));
      made.add_manifold(cube, kGround, tilt(random.next_between(0, angle), random.next_between(0, 6)), points, mu);
    }
  }
  made.fall();
  let_merge(made.problem);
  return made.problem;
}

// Cases.

TEST(MergeContacts, PointsMergeWithinTheDistanceAndNotBeyond) {
  EXPECT_TRUE(merges(make_two_feet(0, 0)));
  EXPECT_TRUE(merges(make_two_feet(kDistance * (1 - 1e-9), 0)));
  EXPECT_FALSE(merges(make_two_feet(kDistance * (1 + 1e-9), 0)));
}

TEST(MergeContacts, NormalsMergeWithinTheAngleAndNotBeyond) {
  EXPECT_TRUE(merges(make_two_feet(0, kMergeAngle * (1 - 1e-9))));
  EXPECT_FALSE(merges(make_two_feet(0, kMergeAngle * (1 + 1e-9))));
  EXPECT_FALSE(merges(make_two_feet(0, 1.1e-3)));
}

// Where the cone is not four times as wide as normals differ, none is left within all of theirs.
TEST(MergeContacts, NormalsOfContactsWithLittleFrictionMergeWithinAQuarterOfIt) {
  EXPECT_TRUE(merges(make_two_feet(0, 1e-5, 4.01e-5)));
  EXPECT_FALSE(merges(make_two_feet(0, 1e-5, 3.99e-5)));
  EXPECT_TRUE(merges(make_two_feet(0, 0, 0)));
  EXPECT_FALSE(merges(make_two_feet(0, 1e-9, 0)));
}

TEST(MergeContacts, WhatDiffersInAnyOtherWayIsNotMerged) {
  const ContactProblem sound = make_two_feet(0.5 * kDistance, 0);
  EXPECT_TRUE(merges(sound));
  std::vector<ContactProblem> others(7, sound);
  others[0].contacts[1].mu = std::nextafter(0.5, 1.0);
  others[1].contacts[1].least_speed = 1.01 * kSpeedBound;
  others[2].contacts[1].arm_b.z() += 2 * kDistance;
  others[3].bodies.push_back(sound.bodies[1]), others[3].contacts[1].a = 2;
  std::swap(others[4].contacts[1].a, others[4].contacts[1].b);
  others[5].groups[1].merge_distance = 0;
  others[6].contacts[1].arm_a.x() = std::numeric_limits<double>::quiet_NaN();
  for (const ContactProblem& other : others) EXPECT_FALSE(merges(other));
  ContactProblem within = sound;
  within.contacts[1].least_speed = 0.99 * kSpeedBound;
  EXPECT_TRUE(merges(within));
}

TEST(MergeContacts, NothingMergesInProblemsOfNothing) {
  EXPECT_FALSE(merges({}));
  ContactProblem block = make_block(1.0, 0.5);
  EXPECT_FALSE(merges(block));
  block.groups.push_back({4, 0});  // without a contact
  let_merge(block);
  EXPECT_FALSE(merges(block));
}

// Of points in a row, 0.6 of the distance apart, the third is too far from the first: it begins the next cluster.
TEST(MergeContacts, ClustersDoNotGrowAlongARow) {
  std::vector<Vec3> row;
  for (int i = 0; i < 6; ++i) row.emplace_back(0.6 * kDistance * i, 0, 0);
  ContactMerger merger;
  ASSERT_TRUE(merger.merge(make_feet(row, std::vector<Vec3>(6, Vec3::UnitZ()), 0.5), kSpeedBound));
  EXPECT_EQ(std::vector(merger.targets().begin(), merger.targets().end()),
            (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2}));
}

// The two cubes' groups alternate; each keeps the order of its first members, and groups left without any go.
TEST(MergeContacts, GroupsOfOnePairMergeWhereverTheyStand) {
  ProblemMaker made;
  const std::uint32_t one = made.add_cube(1.0, {0, 0, 0.5}), other = made.add_cube(1.0, {0, 0, 0.5});
  const Vec3 n = Vec3::UnitZ(), far(0.5, 0, 0), at(0, 0.5, 0), near(0, 0.5, 0.5 * kDistance);
  made.add_manifold(one, kGround, n, {far, at}, 0.5);
  made.add_manifold(other, kGround, n, {at}, 0.5);
  made.add_manifold(one, kGround, n, {near}, 0.5);
  made.add_manifold(other, kGround, n, {near, far}, 0.5);
  let_merge(made.problem);
  ContactMerger merger;
  ASSERT_TRUE(merger.merge(made.problem, kSpeedBound));
  EXPECT_EQ(std::vector(merger.targets().begin(), merger.targets().end()),
            (std::vector<std::uint32_t>{0, 1, 2, 1, 2, 3}));
  const std::vector<ContactGroup>& groups = merger.merged().groups;
  ASSERT_EQ(groups.size(), 3u);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(groups[i].first, i == 0 ? 0 : i + 1);
    EXPECT_EQ(groups[i].count, i == 0 ? 2u : 1u);
  }
  EXPECT_FALSE(merges(merger.merged()));
}

TEST(MergeContacts, OfEqualContactsTheMergedOneIsTheSameToTheBit) {
  const Vec3 n = tilt(0.2, 1.0), at(0.3, 0.4, 0.1);
  ContactProblem problem = make_feet({at, at, at}, {n, n, n}, 0.37);
  problem.guess = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  ContactMerger merger;
  ASSERT_TRUE(merger.merge(problem, kSpeedBound));
  ASSERT_EQ(merger.merged().contacts.size(), 1u);
  const ProblemContact &one = merger.merged().contacts[0], &first = problem.contacts[0];
  EXPECT_EQ(one.nhat_BA_W, first.nhat_BA_W);
  EXPECT_EQ(one.arm_a, first.arm_a);
  EXPECT_EQ(one.arm_b, first.arm_b);
  EXPECT_EQ(one.mu, first.mu);
  EXPECT_EQ(one.least_speed, first.least_speed);
  EXPECT_EQ(merger.merged().guess[0], Vec3(12, 15, 18));
}

TEST(MergeContacts, TheLargestLeastSpeedIsAskedFor) {
  ContactProblem problem = make_two_feet(0, 0);
  problem.contacts[1].least_speed = 0.5 * kSpeedBound;
  ContactMerger merger;
  ASSERT_TRUE(merger.merge(problem, kSpeedBound));
  EXPECT_EQ(merger.merged().contacts[0].least_speed, 0.5 * kSpeedBound);
}

// Laws on random input.

// Moments about each body's centre of mass are all that a law knows of them.
TEST(MergeContacts, PartsKeepForceAndMomentAndShareEqually) {
  math::Random random(3);
  for (int k = 0; k < 200; ++k) {
    const ContactProblem problem = make_clustered(random, 0.5 * kDistance, 0.5 * kMergeAngle, 0.5, 5);
    ContactMerger merger;
    ASSERT_TRUE(merger.merge(problem, kSpeedBound));
    const ContactProblem& merged = merger.merged();
    std::vector<Vec3> p;
    for (std::size_t i = 0; i < merged.contacts.size(); ++i) p.push_back(Vec3(random.next_direction()));
    const ContactProblem& split = merger.split(problem, p);
    std::vector<Vec3> force(p.size(), Vec3::Zero()), moment_a = force, moment_b = force;
    std::vector<Vec3> part(p.size(), Vec3::Zero());
    for (std::size_t i = 0; i < split.contacts.size(); ++i) {
      const std::uint32_t to = merger.targets()[i];
      if (force[to] == Vec3::Zero()) part[to] = split.guess[i];
      EXPECT_EQ(split.guess[i], part[to]);
      force[to] += split.guess[i];
      moment_a[to] += split.contacts[i].arm_a.cross(split.guess[i]);
      moment_b[to] += split.contacts[i].arm_b.cross(split.guess[i]);
    }
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_LT((force[i] - p[i]).norm(), 10 * kRoundingOf);
      EXPECT_LT((moment_a[i] - merged.contacts[i].arm_a.cross(p[i])).norm(), 10 * kRoundingOf);
      EXPECT_LT((moment_b[i] - merged.contacts[i].arm_b.cross(p[i])).norm(), 10 * kRoundingOf);
    }
  }
}

// From anywhere on the rim of the merged cone.
TEST(MergeContacts, PartsLieInTheirOwnCones) {
  math::Random random(4);
  for (const double mu : {0.0, 1e-5, 3e-3, 0.05, 0.5, 5.0}) {
    for (int k = 0; k < 50; ++k) {
      const double angle = std::min(0.5 * kMergeAngle, 0.1 * mu);
      const ContactProblem problem = make_clustered(random, 0.5 * kDistance, angle, mu, 4);
      ContactMerger merger;
      ASSERT_TRUE(merger.merge(problem, kSpeedBound));
      ASSERT_EQ(merger.merged().contacts.size(), 4u);
      std::vector<Vec3> p;
      for (const ProblemContact& contact : merger.merged().contacts) {
        const Vec3 n = contact.nhat_BA_W, t = n.cross(random.next_direction()).normalized();
        EXPECT_LE(contact.mu, mu);
        EXPECT_GE(contact.mu, 0.4 * mu);
        p.push_back(n + contact.mu * t);
      }
      const ContactProblem& split = merger.split(problem, p);
      for (std::size_t i = 0; i < split.contacts.size(); ++i) {
        const Vec3& n = split.contacts[i].nhat_BA_W;
        const double p_n = n.dot(split.guess[i]);
        EXPECT_GT(p_n, 0.0);
        EXPECT_LE((split.guess[i] - p_n * n).norm(), mu * p_n + (1 + mu) * kRoundingOf);
      }
    }
  }
}

TEST(MergeContacts, AUsedWorkspaceMergesTheSame) {
  math::Random random(5);
  ContactMerger used;
  for (int k = 0; k < 50; ++k) {
    const ContactProblem problem = make_clustered(random, kDistance, kMergeAngle, 0.5, 1 + k % 6);
    ContactMerger fresh;
    ASSERT_EQ(used.merge(problem, kSpeedBound), fresh.merge(problem, kSpeedBound));
    ASSERT_TRUE(std::ranges::equal(used.targets(), fresh.targets()));
    ASSERT_EQ(used.merged().contacts.size(), fresh.merged().contacts.size());
    for (std::size_t i = 0; i < fresh.merged().contacts.size(); ++i) {
      const ProblemContact &x = used.merged().contacts[i], &y = fresh.merged().contacts[i];
      EXPECT_TRUE(x.nhat_BA_W == y.nhat_BA_W && x.arm_a == y.arm_a && x.arm_b == y.arm_b && x.mu == y.mu);
    }
  }
}

// By the cone law.

ContactImpulses solve_warm(const ContactProblem& problem) {
  ConeLaw law;
  return law.solve(problem, {.tolerance = kTolerance});
}

TEST(MergeContacts, WhereNothingMergesTheAnswerIsTheSameToTheBit) {
  math::Random random(6);
  for (int k = 0; k < 30; ++k) {
    ContactProblem problem = make_random_problem(random, {});
    const ContactImpulses without = solve_warm(problem);
    let_merge(problem, 1e-9);
    ASSERT_FALSE(merges(problem));
    const ContactImpulses with = solve_warm(problem);
    EXPECT_EQ(with.num_sweeps, without.num_sweeps);
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) EXPECT_EQ(with.p[i], without.p[i]);
  }
}

// It stands, as it does unmerged: the same velocity, all of its weight carried, and something by each point.
TEST(MergeContacts, ABodyOnManyNearlyCoincidentPointsStands) {
  math::Random random(7);
  for (int k = 0; k < 30; ++k) {
    const ContactProblem problem = make_clustered(random, 0.5 * kDistance, 0.5 * kMergeAngle, 0.5, 6);
    const ContactImpulses answer = solve_warm(problem);
    expect_solved(problem, answer);
    EXPECT_LE(answer.residuals.largest(), kTolerance);
    EXPECT_LT(answer.V[1].v.norm() + answer.V[1].w.norm(), 10 * kTolerance * problem.speed_scale);
    double carried = 0.0;
    for (std::size_t i = 0; i < answer.p.size(); ++i) {
      EXPECT_GT(problem.contacts[i].nhat_BA_W.dot(answer.p[i]), 0.0);
      carried += answer.p[i].z();
    }
    EXPECT_NEAR(carried, compute_weight_impulse(2.0), 1e-6 * carried);
  }
}

// It turns as it slides, so that points of a cluster have different velocities: the parts alone would not do.
TEST(MergeContacts, WhatSlidesAndTurnsIsSolvedAsTheUnmergedProblem) {
  constexpr double kLoose = 1e-3;  // a cluster's normals differ by as much
  math::Random random(8);
  for (int k = 0; k < 30; ++k) {
    ContactProblem problem = make_clustered(random, 0.5 * kDistance, 0.5 * kMergeAngle, 0.3, 3);
    problem.bodies[1].V = {Vec3(0.5 * random.next_direction()), Vec3(0.3 * random.next_direction())};
    problem.bodies[1].V.v.z() = -0.5;
    problem.speed_scale = 0.5;
    const ContactImpulses answer = solve(problem, kLoose);
    expect_solved(problem, answer, kLoose);
    EXPECT_NEAR(answer.residuals.largest(), compute_residuals(problem, answer.p).largest(), 1e-11);
    for (std::size_t i = 0; i < answer.p.size(); ++i) {
      const Vec3& n = problem.contacts[i].nhat_BA_W;
      const double p_n = n.dot(answer.p[i]);
      EXPECT_LE((answer.p[i] - p_n * n).norm(), 0.3 * p_n + kRoundingOf);
    }
  }
}

// The cube turns about y, so that of two points those at larger x go down faster.
TEST(MergeContacts, GatheredImpulsesGoToTheMemberThatApproachesMost) {
  const std::vector<Vec3> points = {{0.5, 0, 0}, {0.5 + 0.5 * kDistance, 0, 0}, {-0.5, 0, 0}, {-0.5, 0, 0}};
  const ContactProblem problem = make_feet(points, std::vector<Vec3>(4, Vec3::UnitZ()), 0.5);
  ContactMerger merger;
  ASSERT_TRUE(merger.merge(problem, kSpeedBound));
  ASSERT_EQ(merger.merged().contacts.size(), 2u);
  const std::vector<math::Twist> V = {{}, {{0, 1, 0}, {0, 0, 0}}};
  const std::vector<Vec3> p = {{1, 2, 3}, {4, 5, 6}};
  const std::vector<Vec3>& guess = merger.gather(problem, p, V).guess;
  EXPECT_EQ(guess[0], Vec3::Zero());
  EXPECT_EQ(guess[1], p[0]);
  EXPECT_EQ(guess[2], p[1]);  // the first of equal ones
  EXPECT_EQ(guess[3], Vec3::Zero());
}

// The answer as the next guess: each part has its own, and nothing is left to do.
TEST(MergeContacts, WhatStandsTakesNoSweepFromItsOwnParts) {
  math::Random random(9);
  ContactProblem problem = make_clustered(random, 0.5 * kDistance, 0.5 * kMergeAngle, 0.5, 6);
  problem.guess = solve_warm(problem).p;
  const ContactImpulses again = solve_warm(problem);
  EXPECT_EQ(again.num_sweeps, 0);
  for (std::size_t i = 0; i < again.p.size(); ++i)
    EXPECT_LT((again.p[i] - problem.guess[i]).norm(), kRoundingOf * problem.guess[i].norm());
}

}  // namespace
}  // namespace abut::response

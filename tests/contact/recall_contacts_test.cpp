#include "abut/contact/recall_contacts.h"

#include <gtest/gtest.h>

#include <vector>

#include "abut/geometry/makers/primitives.h"
#include "abut/math/random.h"

namespace abut::contact {
namespace {

using geometry::Shape;
using math::Pose;
using math::Quat;
using math::Random;
using math::Vec3;

Shape make_cube(double side) {
  return geometry::make_shape(geometry::make_box(Vec3::Constant(side)));
}

FoundContacts find(const Shape& a, const Shape& b, const Pose& X_WA, const Pose& X_WB) {
  FoundContacts found;
  PairMemory memory;
  FinderRoom room;
  find_contacts(a, b, X_WA, X_WB, 0.01, 0.005, memory, room, found);
  return found;
}

// As a state keeps them.
std::vector<TrackedContact> track(const FoundContacts& found, const Pose& X_WA, const Pose& X_WB) {
  std::vector<TrackedContact> tracked;
  for (std::uint32_t g = 0; g < found.groups.size(); ++g) {
    for (std::uint32_t i = 0; i < found.groups[g].count; ++i) {
      const FoundContact& contact = found.contacts[found.groups[g].first + i];
      tracked.push_back({i + 1, contact.piece_a, contact.piece_b, contact.feature_a, contact.feature_b, g,
                         compute_inverse(X_WA) * contact.p_WCa, compute_inverse(X_WB) * contact.p_WCb,
                         X_WA.q.conjugate() * contact.nhat_BA_W, Vec3::Zero()});
    }
  }
  return tracked;
}

Pose turn(const Pose& X, const Vec3& shift, const Vec3& angle) {
  Quat q(1.0, 0.5 * angle.x(), 0.5 * angle.y(), 0.5 * angle.z());
  q = q * X.q;
  q.normalize();
  return {X.p + shift, q};
}

TEST(RecallContacts, AreWhereTheyWereFound) {
  const Shape cube = make_cube(1), floor = make_cube(3);
  const Pose X_WA = turn(Pose::from_translation({0.2, 0.1, 2.002}), Vec3::Zero(), {0, 0, 0.4}), X_WB;
  const FoundContacts found = find(cube, floor, X_WA, X_WB);
  ASSERT_EQ(found.contacts.size(), 4u);
  FoundContacts recalled;
  recall_contacts(cube, floor, X_WA, X_WB, track(found, X_WA, X_WB), recalled);
  ASSERT_EQ(recalled.contacts.size(), 4u);
  ASSERT_EQ(recalled.groups.size(), 1u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR((recalled.contacts[i].p_WCa - found.contacts[i].p_WCa).norm(), 0.0, 1e-14);
    EXPECT_NEAR((recalled.contacts[i].p_WCb - found.contacts[i].p_WCb).norm(), 0.0, 1e-14);
    EXPECT_NEAR(recalled.contacts[i].gap, found.contacts[i].gap, 1e-14);
    EXPECT_EQ(recalled.contacts[i].feature_a, found.contacts[i].feature_a);
  }
}

// Whichever of the two is round, and however they are turned: the normal goes with A, radii stay with their bodies.
TEST(RecallContacts, HaveTheNormalAndTheRadiiOfWhatWasFound) {
  const Shape ball = geometry::make_ball(0.3), floor = make_cube(3);
  Random random(4);
  for (int k = 0; k < 20; ++k) {
    const Pose X_WF{random.next_direction(), random.next_rotation()};
    const Pose X_WS{X_WF * Vec3(0.2, 0.1, 1.5 + 0.3 + 0.002), random.next_rotation()};
    for (const bool is_ball_first : {true, false}) {
      const Shape &a = is_ball_first ? ball : floor, &b = is_ball_first ? floor : ball;
      const Pose &X_WA = is_ball_first ? X_WS : X_WF, &X_WB = is_ball_first ? X_WF : X_WS;
      const FoundContacts found = find(a, b, X_WA, X_WB);
      ASSERT_EQ(found.contacts.size(), 1u);
      FoundContacts recalled;
      recall_contacts(a, b, X_WA, X_WB, track(found, X_WA, X_WB), recalled);
      ASSERT_EQ(recalled.contacts.size(), 1u);
      const Vec3 up = X_WF.q * Vec3::UnitZ();
      EXPECT_NEAR((recalled.contacts[0].nhat_BA_W - (is_ball_first ? up : Vec3(-up))).norm(), 0.0, 1e-13);
      EXPECT_NEAR(recalled.contacts[0].gap, 0.002, 1e-14);
      EXPECT_EQ(recalled.contacts[0].radius_a, is_ball_first ? 0.3 : 0.0);
      EXPECT_EQ(recalled.contacts[0].radius_b, is_ball_first ? 0.0 : 0.3);
    }
  }
}

// The same corner of another piece is another corner.
TEST(RecallContacts, FeaturesAreThoseOfTheirPieces) {
  using proximity::PieceFeature;
  const TrackedContact tracked{.piece_a = PieceId(1),
                               .piece_b = PieceId(2),
                               .feature_a = PieceFeature::face(3),
                               .feature_b = PieceFeature::face(4)};
  const FoundContact same{PieceId(1), PieceId(2), PieceFeature::face(3), PieceFeature::face(4)};
  EXPECT_TRUE(has_features(tracked, same));
  EXPECT_FALSE(has_features(tracked, {PieceId(0), PieceId(2), PieceFeature::face(3), PieceFeature::face(4)}));
  EXPECT_FALSE(has_features(tracked, {PieceId(1), PieceId(0), PieceFeature::face(3), PieceFeature::face(4)}));
  EXPECT_FALSE(has_features(tracked, {PieceId(1), PieceId(2), PieceFeature::face(4), PieceFeature::face(4)}));
  EXPECT_FALSE(has_features(tracked, {PieceId(1), PieceId(2), PieceFeature::face(3), PieceFeature::face(3)}));
}

// A corner over a face: sliding changes nothing, lifting adds itself.
TEST(RecallContacts, HaveTheGapOfWhereBodiesAreNow) {
  const Shape cube = make_cube(1), floor = make_cube(3);
  const Pose then = Pose::from_translation({0.2, 0.1, 2.002}), X_WB;
  const auto tracked = track(find(cube, floor, then, X_WB), then, X_WB);
  Random random(1);
  for (int k = 0; k < 50; ++k) {
    const Pose now = turn(then, 1e-6 * random.next_direction(), 1e-6 * random.next_direction());
    FoundContacts recalled;
    recall_contacts(cube, floor, now, X_WB, tracked, recalled);
    for (std::size_t i = 0; i < tracked.size(); ++i) {
      const double height = (now * tracked[i].p_AC).z() - 1.5;
      EXPECT_NEAR(recalled.contacts[i].gap, height, 1e-6 * 1e-5);
    }
  }
}

TEST(RecallContacts, KeepGroupsApart) {
  const Shape cube = make_cube(1);
  std::vector<TrackedContact> tracked(5);
  for (std::size_t i = 0; i < 5; ++i)
    tracked[i].piece_a = tracked[i].piece_b = PieceId(0), tracked[i].group = i < 2 ? 0 : 3;
  FoundContacts recalled;
  recall_contacts(cube, cube, {}, {}, tracked, recalled);
  ASSERT_EQ(recalled.groups.size(), 2u);
  EXPECT_EQ(recalled.groups[0].count, 2u);
  EXPECT_EQ(recalled.groups[1].first, 2u);
  EXPECT_EQ(recalled.groups[1].count, 3u);
}

// Points of B, as A sees them, by the definition; the bound is no more than a few times what the farthest moves.
TEST(RecallContacts, ShiftBoundsWhatAnyPointMoves) {
  Random random(2);
  for (int k = 0; k < 2000; ++k) {
    const double size = std::pow(10.0, random.next_between(-9, 0.3));
    const Pose X_WA = turn(Pose::from_translation(5 * random.next_direction()), Vec3::Zero(), random.next_direction()),
               X_WB = turn(Pose::from_translation(5 * random.next_direction()), Vec3::Zero(), random.next_direction());
    const Pose moved = turn(X_WB, size * random.next_direction(), size * random.next_direction());
    const double bound = compute_shift(compute_relative_pose(X_WA, moved), compute_relative_pose(X_WA, X_WB), 2.0);
    double farthest = 0.0;
    for (int i = 0; i < 50; ++i) {
      const Vec3 p = 2.0 * random.next_direction();
      farthest = std::max(farthest, (moved * p - X_WB * p).norm());
    }
    EXPECT_GE(bound, farthest - 1e-13);
    EXPECT_LE(bound, 8 * size + 1e-13);
  }
}

TEST(RecallContacts, ShiftOfTheOppositeQuaternionIsNothing) {
  const Pose X_AB = turn(Pose::from_translation({1, 2, 3}), Vec3::Zero(), {0.1, 0.2, 0.3});
  const Pose same{X_AB.p, Quat(-X_AB.q.w(), -X_AB.q.x(), -X_AB.q.y(), -X_AB.q.z())};
  EXPECT_EQ(compute_shift(X_AB, same, 1.0), 0.0);
}

}  // namespace
}  // namespace abut::contact

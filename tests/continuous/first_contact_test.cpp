#include "abut/continuous/first_contact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "continuous/motion_samples.h"
#include "full_run.h"

namespace abut::continuous {
namespace {

using math::Motion;
using math::Pose;
using math::Quat;
using math::Vec3;
using proximity::only_piece;

const Motion kStill = make_shift(Vec3::Zero(), Vec3::Zero());
const geometry::Shape kCube = geometry::make_shape(geometry::make_box({1, 1, 1}));

// The surface of a box with a face left out, as flat pieces.
geometry::Shape make_open_box(const Vec3& size) {
  geometry::Mesh mesh = geometry::make_box(size);
  mesh.triangles.resize(mesh.triangles.size() - 2);
  return geometry::make_shape(mesh);
}

// Cases.

TEST(FirstContact, OfPiecesAndOfShapesIsWhenABoxHasFallenOntoAnother) {
  const Motion falling = make_shift({0.1, 0.2, 2}, {0.1, 0.2, 0});
  const double s = (1 - 1e-6) / 2;  // the gap is 1 - 2 s
  for (const ContactTime& time :
       {find_first_contact(only_piece(kCube), falling, only_piece(kCube), kStill, {.d_min = 1e-6}),
        find_first_contact(kCube, falling, kCube, kStill, {.d_min = 1e-6})}) {
    EXPECT_EQ(time.outcome, ContactOutcome::kHit);
    EXPECT_LE(time.s_lower, s);
    EXPECT_GE(time.s_upper, s);
    EXPECT_LE(time.s_upper - time.s_lower, 2 * 0x1p-20);
    EXPECT_GT(time.separation, 1e-6);
    ASSERT_EQ(time.pairs.size(), 1u);
    EXPECT_NEAR(time.pairs[0].pair.nhat_BA_W[2], 1, 1e-12);
  }
}

TEST(FirstContact, OfWhatPassesIsNoneWithTheGapItKeeps) {
  const Motion sliding = make_shift({-3, 0, 1.25}, {3, 0, 1.25});
  for (const ContactTime& time : {find_first_contact(only_piece(kCube), sliding, only_piece(kCube), kStill),
                                  find_first_contact(kCube, sliding, kCube, kStill)}) {
    EXPECT_EQ(time.outcome, ContactOutcome::kApart);
    EXPECT_EQ(time.s_lower, 1.0);
    EXPECT_TRUE(time.pairs.empty());
    EXPECT_LE(time.separation, 0.25);
    EXPECT_GT(time.separation, 0.0);
  }
}

TEST(FirstContact, OfASmallFastBoxWithASheetOfManyTrianglesIsNotMissed) {
  geometry::Mesh sheet;  // 20 x 20 squares of 0.1 with a hole in the middle; z = 0
  const std::size_t side = 21;
  for (std::size_t i = 0; i < side * side; ++i) {
    sheet.vertices.emplace_back(0.1 * static_cast<double>(i % side) - 1, 0.1 * static_cast<double>(i / side) - 1, 0.0);
  }
  for (std::size_t i = 0; i + 1 < side; ++i) {
    for (std::size_t j = 0; j + 1 < side; ++j) {
      if (i / 2 == 5 && j / 2 == 5) continue;  // the hole: x and y in [0, 0.2]
      const std::size_t v = side * j + i;
      sheet.triangles.push_back({VertexId(v), VertexId(v + 1), VertexId(v + side + 1)});
      sheet.triangles.push_back({VertexId(v), VertexId(v + side + 1), VertexId(v + side)});
    }
  }
  const geometry::Shape plane = geometry::make_shape(sheet);
  const geometry::Shape bullet = geometry::make_shape(geometry::make_box({0.005, 0.005, 0.005}));
  const auto shoot = [&](double x, double y) {  // 10 m in the step
    return find_first_contact(bullet, make_shift({x, y, 5}, {x, y, -5}), plane, kStill, {.d_min = 1e-6});
  };
  const double s = (5 - 0.0025 - 1e-6) / 10;
  const ContactTime hit = shoot(-0.55, 0.33);
  EXPECT_EQ(hit.outcome, ContactOutcome::kHit);
  EXPECT_LE(hit.s_lower, s);
  EXPECT_GE(hit.s_upper, s);
  EXPECT_EQ(shoot(0.1, 0.1).outcome, ContactOutcome::kApart);
  EXPECT_GE(shoot(0.1, 0.1).separation, 0.05);
  EXPECT_EQ(shoot(0.1, 0.2).outcome, ContactOutcome::kHit);
}

TEST(FirstContact, OfTwoLinkedRingsIsWhenOneIsDrawnTight) {
  // Rings of radius 1 and thickness 0.1 around z and y, linked; one is moved along x until the tubes meet.
  const geometry::Shape ring = geometry::make_shape(geometry::make_torus(1.0, 0.1, 32, 12));
  const Quat upright(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitX()));
  const Motion drawn = math::make_step_motion({{1, 0, 0}, upright}, {{2, 0, 0}, upright});
  const ContactTime time = find_first_contact(ring, drawn, ring, kStill, {.d_min = 1e-6});
  EXPECT_EQ(time.outcome, ContactOutcome::kHit);
  // The tubes' outer and inner rims are at 0.9 and 1.1 on the x axis, up to the facets' 0.1 (1 - cos(pi / 12)).
  EXPECT_NEAR(time.s_lower, 0.8, 0.02);
}

TEST(FirstContact, OfABodyTurningOnTheSpotIsFoundThroughManyParts) {
  const geometry::Shape blade = make_open_box({2, 0.01, 0.2});
  const Motion round = math::ScrewMotion{{}, Vec3::Zero(), Vec3::UnitZ(), 2.0, 0.0};
  // The corner of the cube at (0.5, 0.7) is nearer than the blade's end: the blade's side, 0.005 from its middle, meets
  // it.
  const Motion still = make_shift({0, 1.2, 0}, {0, 1.2, 0});
  const ContactTime time = find_first_contact(blade, round, kCube, still, {.d_min = 1e-6});
  const double s = (std::atan2(0.7, 0.5) - std::asin((0.005 + 1e-6) / std::hypot(0.5, 0.7))) / 2.0;
  EXPECT_EQ(time.outcome, ContactOutcome::kHit);
  EXPECT_LE(time.s_lower, s);
  EXPECT_GE(time.s_upper, s);
  EXPECT_LE(time.s_upper - time.s_lower, 2 * 0x1p-20);
}

TEST(FirstContact, OfWhatBeginsInContactSaysSo) {
  const ContactTime time = find_first_contact(kCube, make_shift({0, 0, 0.5}, {0, 0, 3}), kCube, kStill);
  EXPECT_EQ(time.outcome, ContactOutcome::kStartsInContact);
  EXPECT_EQ(time.s_lower, 0.0);
  EXPECT_EQ(
      find_first_contact(only_piece(kCube), make_shift({0, 0, 0.5}, {0, 0, 3}), only_piece(kCube), kStill).outcome,
      ContactOutcome::kStartsInContact);
}

// Oracle.

TEST(FirstContact, OfShapesIsThatOfAllTheirPieces) {
  math::Random random(41);
  const geometry::Shape a = make_open_box({0.6, 0.5, 0.4}),
                        b = geometry::make_shape(geometry::make_torus(0.5, 0.15, 8, 5));
  int num_hits = 0, num_apart = 0, num_uncertain = 0;
  const std::size_t count = choose_count(60, 3000);
  for (std::size_t i = 0; i < count; ++i) {
    const JudgedMotion motion_a = draw_motion(random, {1.3, 0, 0}, 0.5, 2.5),
                       motion_b = draw_motion(random, Vec3::Zero(), 0.7, 0.5);
    const ContactTime time = find_first_contact(a, motion_a.motion, b, motion_b.motion, {.d_min = 1e-6});
    double s_lower = 1.0, s_upper = 2.0;
    for (std::size_t p = 0; p < a.pieces.pieces.size(); ++p) {
      for (std::size_t q = 0; q < b.pieces.pieces.size(); ++q) {
        const ContactTime one = find_first_contact({a.pieces, PieceId(p)}, motion_a.motion, {b.pieces, PieceId(q)},
                                                   motion_b.motion, {.d_min = 1e-6});
        s_lower = std::min(s_lower, one.s_lower);
        if (one.outcome == ContactOutcome::kHit || one.outcome == ContactOutcome::kStartsInContact)
          s_upper = std::min(s_upper, one.s_upper);
      }
    }
    if (time.outcome == ContactOutcome::kApart) {
      ASSERT_EQ(s_upper, 2.0) << i;
      ++num_apart;
    } else if (time.outcome == ContactOutcome::kHit) {
      ASSERT_LE(time.s_lower, s_upper) << i;
      ASSERT_GE(time.s_upper, s_lower) << i;
      ASSERT_GE(time.s_lower, s_lower - 0x1p-18) << i;
      ++num_hits;
    } else {
      ++num_uncertain;
    }
  }
  std::printf("apart %d, hits %d, uncertain or in contact from the start %d\n", num_apart, num_hits, num_uncertain);
  EXPECT_GT(num_apart, 5);
  EXPECT_GT(num_hits, 5);
}

}  // namespace
}  // namespace abut::continuous

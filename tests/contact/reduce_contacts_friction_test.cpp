// What friction holds after a reduction: as much as before, wherever the load is, and the same in the next step.
//
// The judge shares a load among points as the law does, by least norm, from the definition and by a method of its own:
// p = argmin sum p_i^2 over p >= 0 with the resultant and the centre of pressure given, by Hildreth's ascent, one bound
// at a time. With it, at the velocity (v, w) about the centre of pressure, friction holds mu sum p_i |v + w x (x_i -
// c)| at most: force and moment are the cases w = 0 and v = 0, and all v and w together are the whole limit surface.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "abut/contact/reduce_contacts.h"
#include "abut/math/random.h"

namespace abut::contact {
namespace {

using math::Random;
using math::Vec3;
using Points = std::vector<Eigen::Vector2d>;

constexpr double kPi = std::numbers::pi, kTouching = 5e-4;

// Marked by their piece, so that they are known again.
FoundContacts make_found(const Points& points, const Vec3& shift = Vec3::Zero(), double gap = 1e-4) {
  FoundContacts found;
  for (const Eigen::Vector2d& p : points) {
    FoundContact contact;
    contact.piece_a = PieceId(found.contacts.size());
    contact.p_WCa = contact.p_WCb = Vec3(p.x(), p.y(), 0) + shift;
    contact.gap = gap;
    found.groups.push_back({static_cast<std::uint32_t>(found.contacts.size()), 1});
    found.contacts.push_back(contact);
  }
  return found;
}

std::vector<std::size_t> reduce(FoundContacts found, double touching) {
  reduce_contacts(found, 0, 0, touching);
  std::vector<std::size_t> kept;
  for (const FoundContact& contact : found.contacts) kept.push_back(contact.piece_a.index());
  std::ranges::sort(kept);
  return kept;
}

Points choose(const Points& points, const std::vector<std::size_t>& which) {
  Points chosen;
  for (const std::size_t i : which) chosen.push_back(points[i]);
  return chosen;
}

// Of a load of one at c. Coordinates are made orthonormal over the points first.
Eigen::VectorXd share_load(const Points& points, const Eigen::Vector2d& c) {
  const auto n = static_cast<Eigen::Index>(points.size());
  Eigen::MatrixXd A(n, 3);
  for (Eigen::Index i = 0; i < n; ++i) A.row(i) << 1, points[static_cast<std::size_t>(i)].transpose() - c.transpose();
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(A);
  const Eigen::Index rank = qr.rank();
  const Eigen::MatrixXd Q = qr.householderQ() * Eigen::MatrixXd::Identity(n, rank);  // of the columns' space
  const Eigen::VectorXd even =
      Q * (qr.matrixQR()
               .topLeftCorner(rank, rank)
               .triangularView<Eigen::Upper>()
               .transpose()
               .solve((qr.colsPermutation().transpose() * Eigen::Vector3d(1, 0, 0)).head(rank)));
  Eigen::VectorXd bound = Eigen::VectorXd::Zero(n), p = even;  // p = even + (1 - Q Q^T) bound, bound >= 0
  for (int turn = 0; turn < 2000; ++turn) {
    double largest = 0.0;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double stiffness = 1 - Q.row(i).squaredNorm();
      if (stiffness < 1e-12) continue;
      const double next = std::max(bound[i] - p[i] / stiffness, 0.0), step = next - bound[i];
      if (step == 0) continue;
      bound[i] = next, p -= step * (Q * Q.row(i).transpose()), p[i] += step;
      largest = std::max(largest, std::abs(step));
    }
    if (largest < 1e-12) break;
  }
  return p;
}

// For each of 16 directions, with no turn, with much and with little of it; and for the turn alone.
std::vector<double> compute_limits(const Points& points, const Eigen::Vector2d& c) {
  const Eigen::VectorXd p = share_load(points, c);
  double size = 0.0;
  for (const Eigen::Vector2d& x : points) size = std::max(size, (x - c).norm());
  std::vector<double> limits;
  const auto add = [&](const Eigen::Vector2d& v, double w) {
    double sum = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i)
      sum += p[static_cast<Eigen::Index>(i)] *
             (v + w * Eigen::Vector2d(c.y() - points[i].y(), points[i].x() - c.x())).norm();
    limits.push_back(sum);
  };
  add({0, 0}, 1 / size);
  for (int i = 0; i < 16; ++i)
    for (const double w : {0.0, 0.5, 2.0}) add({std::cos(kPi * i / 8), std::sin(kPi * i / 8)}, w / size);
  return limits;
}

// The largest relative difference, over loads at the middle and halfway from it to some of the points.
double compare(const Points& all, const Points& kept) {
  Eigen::Vector2d middle(0, 0);
  for (const Eigen::Vector2d& x : all) middle += x / static_cast<double>(all.size());
  double largest = 0.0;
  for (std::size_t k = 0; k <= 4; ++k) {
    const Eigen::Vector2d c = k == 0 ? middle : Eigen::Vector2d(0.5 * (middle + all[(k - 1) * all.size() / 4]));
    const std::vector<double> one = compute_limits(all, c), other = compute_limits(kept, c);
    for (std::size_t i = 0; i < one.size(); ++i) largest = std::max(largest, std::abs(other[i] / one[i] - 1));
  }
  return largest;
}

// Corners on an ellipse, at random angles.
Points make_polygon(Random& random, std::size_t count, double stretch) {
  std::vector<double> angles;
  for (std::size_t i = 0; i < count; ++i) angles.push_back(random.next_between(0, 2 * kPi));
  std::ranges::sort(angles);
  Points points;
  for (const double angle : angles) points.emplace_back(0.1 * stretch * std::cos(angle), 0.1 * std::sin(angle));
  return points;
}
Points make_grid(int columns, int rows) {
  Points points;
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < rows; ++j) points.emplace_back(0.01 * i, 0.01 * j);
  return points;
}

std::vector<Points> make_patches(Random& random) {
  std::vector<Points> patches;
  for (const std::size_t count : {17, 18, 32, 65, 500}) patches.push_back(make_polygon(random, count, 1));
  for (const std::size_t count : {17, 40}) patches.push_back(make_polygon(random, count, 30));
  patches.push_back(make_grid(11, 11)), patches.push_back(make_grid(40, 3));
  patches.push_back(make_grid(20, 1));  // a line, as of a pin in its hole
  return patches;
}

TEST(ReduceContactsFriction, HoldsForceAndMomentAsAllContactsDo) {
  Random random(11);
  for (const Points& all : make_patches(random))
    EXPECT_LE(compare(all, choose(all, reduce(make_found(all), kTouching))), 0.01) << all.size();
}

// So the judge tells them apart: the corners of a grid, or the ends of a line, hold a moment that is too large.
TEST(ReduceContactsFriction, FewerPointsWouldHoldAnotherMoment) {
  for (const Points& all : {make_grid(11, 11), make_grid(20, 1)}) {
    const std::vector<std::size_t> corners = reduce(make_found(all), -std::numeric_limits<double>::infinity());
    ASSERT_LE(corners.size(), 9u);
    EXPECT_GT(compare(all, choose(all, corners)), 0.3);
  }
}

// What is apart carries nothing, and is reduced; what touches beside it is not.
TEST(ReduceContactsFriction, OnlyWhatTouchesIsKept) {
  Random random(12);
  const Points touching = make_polygon(random, 40, 1), apart = make_polygon(random, 200, 2);
  FoundContacts found = make_found(touching);
  for (FoundContact contact : make_found(apart, Vec3::Zero(), 2 * kTouching).contacts) {
    contact.piece_a = PieceId(found.contacts.size());
    found.groups.push_back({static_cast<std::uint32_t>(found.contacts.size()), 1});
    found.contacts.push_back(contact);
  }
  const std::vector<std::size_t> kept = reduce(found, kTouching);
  for (std::size_t i = 0; i < touching.size(); ++i) EXPECT_TRUE(std::ranges::binary_search(kept, i));
  EXPECT_LE(kept.size(), touching.size() + 8);
}

// What a plane of several pieces touches in is one group, whose points share a load; another normal is another.
TEST(ReduceContactsFriction, FewContactsOfOneNormalAreOneGroup) {
  FoundContacts found = make_found(make_grid(4, 3));
  found.contacts[5].nhat_BA_W = Vec3(0.6, 0, 0.8);
  reduce_contacts(found, 2, 2, kTouching);  // the first two are of another pair
  ASSERT_EQ(found.groups.size(), 4u);
  EXPECT_EQ(found.groups[2].first, 2u);
  EXPECT_EQ(found.groups[2].count, 9u);
  EXPECT_EQ(found.groups[3].first, 11u);
  EXPECT_EQ(found.groups[3].count, 1u);
  EXPECT_EQ(found.contacts[11].piece_a, PieceId(5));
  EXPECT_EQ(found.contacts[10].piece_a, PieceId(11));
}

// More normals than there are patches to keep of what is apart.
TEST(ReduceContactsFriction, WhatTouchesStaysAlongAnyNumberOfNormals) {
  FoundContacts found;
  for (std::size_t i = 0; i < 60; ++i) {
    FoundContact contact;
    const double angle = 2 * kPi * static_cast<double>(i) / 60;
    contact.nhat_BA_W = contact.p_WCa = Vec3(std::cos(angle), std::sin(angle), 0);
    contact.piece_a = PieceId(i), contact.gap = i % 2 == 0 ? 1e-4 : 1e-3;
    found.groups.push_back({static_cast<std::uint32_t>(i), 1}), found.contacts.push_back(contact);
  }
  const std::vector<std::size_t> kept = reduce(found, kTouching);
  for (std::size_t i = 0; i < 60; i += 2) EXPECT_TRUE(std::ranges::binary_search(kept, i));
}

// Wherever the patch slides to, and whatever rounding does to it; of what touches and of what does not.
TEST(ReduceContactsFriction, TheSameContactsStayFromStepToStep) {
  Random random(13);
  for (const Points& all : make_patches(random)) {
    for (const double touching : {kTouching, -std::numeric_limits<double>::infinity()}) {
      const std::vector<std::size_t> before = reduce(make_found(all), touching);
      for (int step = 1; step <= 20; ++step) {
        FoundContacts found = make_found(all, Vec3(0.0123 * step, -0.0047 * step, 0));
        for (FoundContact& contact : found.contacts)
          contact.p_WCa += 1e-9 * random.next_direction(), contact.gap += 1e-10 * random.next_unit();
        EXPECT_EQ(reduce(found, touching), before) << all.size();
      }
    }
  }
}

}  // namespace
}  // namespace abut::contact

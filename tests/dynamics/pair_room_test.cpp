#include "abut/dynamics/pair_room.h"

#include <gtest/gtest.h>

#include "dynamics/sample_worlds.h"

namespace abut::dynamics {
namespace {

using math::Vec3;

// Two thick plates in the world's x-z plane, whose inner faces have these normals and are so far from the origin.
std::shared_ptr<const geometry::Shape> make_plates(const Vec3& n_1, const Vec3& n_2, double distance) {
  std::vector<geometry::Mesh> plates;
  for (const Vec3& n : {n_1, n_2}) {
    geometry::Mesh plate = geometry::make_box({4, 4, 2});
    const math::Quat q = math::Quat::FromTwoVectors(Vec3::UnitZ(), n);
    for (Vec3& p : plate.vertices) p = Vec3(q * p - (1 + distance) * n);
    plates.push_back(plate);
  }
  return make_shared_shape(geometry::make_shape_from_pieces(plates));
}

// However steep the wedge is, what lies in it can be lifted; what is in a slot cannot get away from both sides.
TEST(PairRoom, SidesOfASlotShareItsRoomThoseOfAWedgeDoNot) {
  constexpr double kRadius = 0.3, kGap = 1e-7, kSteep = 1.2;  // rad
  const Vec3 left(std::sin(kSteep), 0, std::cos(kSteep)), right(-std::sin(kSteep), 0, std::cos(kSteep));
  World slot, wedge;
  slot.add_fixed(make_plates(Vec3::UnitX(), -Vec3::UnitX(), kRadius + kGap), make_place(0, 0, 0));
  slot.add(make_ball_model(kRadius, 1), make_place(0, 0, 0));
  wedge.add_fixed(make_plates(left, right, 0.0), make_place(0, 0, 0));
  wedge.add(make_ball_model(kRadius, 1), make_place(0, 0, (kRadius + kGap) / std::cos(kSteep)));
  const StagedWorld in_slot(slot), in_wedge(wedge);
  ASSERT_EQ(in_slot.stage.groups.size(), 2u);
  ASSERT_EQ(in_wedge.stage.groups.size(), 2u);
  EXPECT_NEAR(in_slot.stage.pairs[0].lengths.security, 0.25 * (2 * kGap), 1e-10);
  EXPECT_GT(in_wedge.stage.pairs[0].lengths.security, 10 * kGap);
}

}  // namespace
}  // namespace abut::dynamics

#include "abut/proximity/feature_pair.h"

#include <gtest/gtest.h>

namespace abut::proximity {
namespace {

TEST(FeaturePair, ExchangingTheBodiesKeepsTheEquationOfTheRecord) {
  FeaturePair pair;
  pair.feature_a = PieceFeature::vertex(1);
  pair.feature_b = PieceFeature::face(2);
  pair.phi = 0.25;
  pair.nhat_BA_W = math::Vec3(0.6, 0.0, 0.8);
  pair.p_WCb = math::Vec3(3, -2, 5);
  pair.p_WCa = pair.p_WCb + pair.phi * pair.nhat_BA_W;

  const FeaturePair swapped = swap_bodies(pair);
  EXPECT_EQ(swapped.feature_a, pair.feature_b);
  EXPECT_EQ(swapped.feature_b, pair.feature_a);
  EXPECT_EQ(swapped.phi, pair.phi);
  EXPECT_NEAR(swapped.nhat_BA_W.dot(swapped.p_WCa - swapped.p_WCb), pair.phi, 1e-15);
}

}  // namespace
}  // namespace abut::proximity

#include "abut/geometry/feature.h"

#include <gtest/gtest.h>

namespace abut::geometry {
namespace {

TEST(Feature, AFeatureKnowsItsKindAndItsId) {
  EXPECT_EQ(Feature(VertexId(0)).kind(), FeatureKind::kVertex);
  EXPECT_EQ(Feature(EdgeId(3)).edge(), EdgeId(3));
  EXPECT_EQ(Feature(FaceId((1u << 30) - 1)).face(), FaceId((1u << 30) - 1));
}

TEST(Feature, EqualIdsOfDifferentKindsAreDifferentFeatures) {
  EXPECT_NE(Feature(VertexId(5)), Feature(EdgeId(5)));
  EXPECT_NE(Feature(EdgeId(5)), Feature(FaceId(5)));
}

TEST(Feature, WhatIsNotSaidToBeAFeatureIsACut) {
  EXPECT_TRUE(Feature().is_cut());
  EXPECT_EQ(Feature(), Feature::cut());
  EXPECT_FALSE(Feature(FaceId(7)).is_cut());
}

TEST(Feature, TakesFourBytes) {
  EXPECT_EQ(sizeof(Feature), 4u);
}

}  // namespace
}  // namespace abut::geometry

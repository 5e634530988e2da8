#include "abut/base/ids.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace abut {
namespace {

TEST(Ids, AnIdMadeWithoutAnIndexIsNone) {
  EXPECT_TRUE(FaceId().is_none());
  EXPECT_EQ(FaceId(), FaceId::none());
  EXPECT_FALSE(FaceId(0).is_none());
}

TEST(Ids, AnIdKeepsItsIndexAndItsOrder) {
  EXPECT_EQ(EdgeId(7).index(), 7u);
  EXPECT_LT(EdgeId(6), EdgeId(7));
}

TEST(Ids, OneKindOfIdIsNoOtherAndNoInteger) {
  EXPECT_FALSE((std::is_convertible_v<FaceId, EdgeId>));
  EXPECT_FALSE((std::is_convertible_v<int, EdgeId>));
  EXPECT_FALSE((std::is_constructible_v<int, EdgeId>));
}

}  // namespace
}  // namespace abut

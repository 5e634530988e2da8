#include "abut/base/suggest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace abut {
namespace {

const std::vector<std::string> kNames = {"box", "cone", "icosphere", "chain_link", "torus", "teeth", "radius"};

TEST(Suggest, AnEqualNameIsNearestToItself) {
  for (const std::string& name : kNames) EXPECT_EQ(find_nearest(name, kNames), name);
}

TEST(Suggest, OneLetterDroppedAddedChangedOrSwappedIsForgiven) {
  EXPECT_EQ(find_nearest("icosphre", kNames), "icosphere");
  EXPECT_EQ(find_nearest("torrus", kNames), "torus");
  EXPECT_EQ(find_nearest("radios", kNames), "radius");
  EXPECT_EQ(find_nearest("tooth", kNames), "teeth");
  EXPECT_EQ(find_nearest("bxo", kNames), "box");
}

TEST(Suggest, CapitalsAndHyphensMakeNoDifference) {
  EXPECT_EQ(find_nearest("Chain-Link", kNames), "chain_link");
}

TEST(Suggest, ABeginningOfThreeLettersIsEnough) {
  EXPECT_EQ(find_nearest("chain", kNames), "chain_link");
  EXPECT_EQ(find_nearest("ico", kNames), "icosphere");
  EXPECT_EQ(find_nearest("ic", kNames), "");
}

TEST(Suggest, NearnessEndsAtAThirdOfTheLongerWord) {
  // torus against words of five letters: two changes are near, three are not.
  EXPECT_EQ(find_nearest("torxx", kNames), "torus");
  EXPECT_EQ(find_nearest("toxxx", kNames), "");
}

TEST(Suggest, NothingIsNearToNothing) {
  EXPECT_EQ(find_nearest("", kNames), "");
  EXPECT_EQ(find_nearest("box", {}), "");
  EXPECT_EQ(find_nearest("helicopter", kNames), "");
  EXPECT_EQ(find_nearest(std::string(1'000'000, 'b'), kNames), "");
}

TEST(Suggest, OfSeveralEquallyNearTheFirstIsTaken) {
  EXPECT_EQ(find_nearest("bat", std::vector<std::string>{"cat", "hat"}), "cat");
  EXPECT_EQ(find_nearest("bat", std::vector<std::string>{"hat", "cat"}), "hat");
}

TEST(Suggest, SwappedNeighboursCountOnceAndDistantOnesTwice) {
  // "abcd" is one swap from "abdc" and two changes from "dbca": the first wins wherever it stands.
  EXPECT_EQ(find_nearest("abcd", std::vector<std::string>{"dbca", "abdc"}), "abdc");
}

}  // namespace
}  // namespace abut

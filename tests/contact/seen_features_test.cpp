#include "abut/contact/seen_features.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "abut/math/random.h"
#include "count_allocations.h"

namespace abut::contact {
namespace {

using geometry::Feature;

TEST(SeenFeatures, KnowsWhatWasInserted) {
  SeenFeatures seen;
  const Feature vertex(VertexId(3)), edge(EdgeId(3)), face(FaceId(3));
  EXPECT_TRUE(seen.insert(vertex, face));
  EXPECT_FALSE(seen.insert(vertex, face));
  EXPECT_TRUE(seen.insert(face, vertex));
  EXPECT_TRUE(seen.insert(edge, face));
  EXPECT_TRUE(seen.insert(vertex, Feature::cut()));
  EXPECT_FALSE(seen.insert(vertex, Feature::cut()));
  seen.clear();
  EXPECT_TRUE(seen.insert(vertex, face));
}

TEST(SeenFeatures, IsASet) {
  math::Random random(1);
  SeenFeatures seen;
  std::set<std::pair<Feature, Feature>> known;
  for (int i = 0; i < 20000; ++i) {
    const Feature a(VertexId(random.next_index(150))), b(EdgeId(random.next_index(150)));
    EXPECT_EQ(seen.insert(a, b), known.emplace(a, b).second);
  }
}

TEST(SeenFeatures, AllocatesNothingOnceItHasGrown) {
  SeenFeatures seen;
  const auto fill = [&] {
    seen.clear();
    for (std::uint32_t i = 0; i < 1000; ++i) seen.insert(Feature(VertexId(i)), Feature(FaceId(0)));
  };
  fill();
  const long before = num_allocations;
  fill();
  EXPECT_EQ(num_allocations, before);
}

}  // namespace
}  // namespace abut::contact

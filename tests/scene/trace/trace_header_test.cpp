#include "abut/scene/trace/trace_header.h"

#include <gtest/gtest.h>

#include "scene/trace/random_trace.h"

namespace abut::scene {
namespace {

TEST(TraceHeader, WhatIsWrittenIsReadToTheBit) {
  const TraceHeader header = RandomTrace(1).make_header(5);
  const std::string bytes = encode_trace_header(header);
  const std::optional<TraceHeader> read = decode_trace_header(bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(encode_trace_header(*read), bytes);  // so nothing that is written is lost
  EXPECT_EQ(read->writer, header.writer);
  EXPECT_EQ(read->scene_text, header.scene_text);
  EXPECT_EQ(read->save_every, header.save_every);
  EXPECT_EQ(read->exempt_pairs, header.exempt_pairs);
  ASSERT_EQ(read->shapes.size(), 3u);
  EXPECT_EQ(read->shapes[1].meshes.size(), 3u);
  EXPECT_EQ(read->shapes[1].meshes[2].triangles, header.shapes[1].meshes[2].triangles);
  EXPECT_EQ(read->shapes[2].kind, TraceShapeKind::kRound);
  EXPECT_EQ(read->shapes[2].meshes[0].segments, header.shapes[2].meshes[0].segments);
  ASSERT_EQ(read->bodies.size(), 5u);
  EXPECT_EQ(read->bodies[4].name, header.bodies[4].name);
  EXPECT_EQ(read->bodies[4].group, header.bodies[4].group);
  EXPECT_EQ(read->bodies[4].shape, header.bodies[4].shape);
  EXPECT_EQ(read->bodies[4].type, header.bodies[4].type);
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  EXPECT_EQ(bits(read->bodies[3].mass.I_BBcm_B(0, 2)), bits(header.bodies[3].mass.I_BBcm_B(0, 2)));
  EXPECT_EQ(bits(read->bodies[3].X_WB.q.z()), bits(header.bodies[3].X_WB.q.z()));
  EXPECT_EQ(bits(read->shapes[0].meshes[0].vertices[4].z()), bits(header.shapes[0].meshes[0].vertices[4].z()));
}

TEST(TraceHeader, TooFewAndTooManyBytesAreNone) {
  const std::string bytes = encode_trace_header(RandomTrace(2).make_header(3));
  for (std::size_t n = 0; n < bytes.size(); ++n) ASSERT_FALSE(decode_trace_header(bytes.substr(0, n))) << n;
  EXPECT_FALSE(decode_trace_header(bytes + '\0'));
}

TEST(TraceHeader, NamingWhatIsNotThereIsNone) {
  const TraceHeader good = RandomTrace(3).make_header(3);
  const auto is_refused = [&](auto&& spoil) {
    TraceHeader bad = good;
    spoil(bad);
    return !decode_trace_header(encode_trace_header(bad));
  };
  EXPECT_FALSE(is_refused([](TraceHeader&) {}));
  EXPECT_TRUE(is_refused([](TraceHeader& h) { h.bodies[1].shape = 3; }));
  EXPECT_TRUE(is_refused([](TraceHeader& h) { h.bodies[1].type = static_cast<dynamics::BodyType>(3); }));
  EXPECT_TRUE(is_refused([](TraceHeader& h) { h.exempt_pairs[0].second = BodyId(3); }));
  EXPECT_TRUE(is_refused([](TraceHeader& h) { h.shapes[0].meshes[0].triangles[2][1] = VertexId(5); }));
  EXPECT_TRUE(is_refused([](TraceHeader& h) { h.shapes[0].meshes[0].points[0] = VertexId(); }));
  EXPECT_TRUE(is_refused([](TraceHeader& h) { h.shapes[0].meshes.clear(); }));
  EXPECT_TRUE(is_refused([](TraceHeader& h) { h.shapes[1].meshes.clear(); }));
  EXPECT_TRUE(is_refused([](TraceHeader& h) { h.shapes[2].meshes[0].segments.clear(); }));
  EXPECT_TRUE(is_refused([](TraceHeader& h) { h.shapes[2].meshes[0].points = {VertexId(0)}; }));
  EXPECT_TRUE(is_refused([](TraceHeader& h) { h.save_every = -1; }));
}

}  // namespace
}  // namespace abut::scene

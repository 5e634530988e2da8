#include "abut/scene/trace/trace_state.h"

#include <gtest/gtest.h>

#include "abut/geometry/makers/registry.h"
#include "scene/trace/random_trace.h"

namespace abut::scene {
namespace {

using dynamics::State;

// Boxes: one piece, with 8 vertices, 12 edges and 6 faces.
std::vector<dynamics::BodyModel> make_models(std::size_t num) {
  geometry::Mesh mesh;
  for (int i = 0; i < 8; ++i) mesh.vertices.emplace_back(i & 1, i >> 1 & 1, i >> 2);
  constexpr int kQuads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& q : kQuads) {
    mesh.triangles.push_back({VertexId(q[0]), VertexId(q[1]), VertexId(q[2])});
    mesh.triangles.push_back({VertexId(q[0]), VertexId(q[2]), VertexId(q[3])});
  }
  dynamics::BodyModel model;
  model.shape = std::make_shared<const geometry::Shape>(geometry::make_shape(mesh));
  return std::vector(num, model);
}

TEST(TraceState, WhatIsWrittenIsReadToTheBit) {
  const auto models = make_models(4);
  const State state = RandomTrace(1).make_state(17, 4);
  const std::string bytes = encode_state(state);
  const std::optional<State> read = decode_state(bytes, models);
  ASSERT_TRUE(read);
  EXPECT_EQ(encode_state(*read), bytes);
  EXPECT_EQ(read->num_steps, 17);
  EXPECT_EQ(read->next_contact_id, state.next_contact_id);
  ASSERT_EQ(read->contacts.sets.size(), state.contacts.sets.size());
  for (std::size_t i = 0; i < state.contacts.sets.size(); ++i) {
    EXPECT_EQ(read->contacts.sets[i].a, state.contacts.sets[i].a);
    EXPECT_EQ(read->contacts.sets[i].first, state.contacts.sets[i].first);
    EXPECT_EQ(read->contacts.sets[i].count, state.contacts.sets[i].count);
  }
  ASSERT_EQ(read->contacts.contacts.size(), state.contacts.contacts.size());
  EXPECT_EQ(read->contacts.contacts.back().feature_b, state.contacts.contacts.back().feature_b);
  EXPECT_EQ(read->contacts.contacts.back().id, state.contacts.contacts.back().id);
  EXPECT_EQ(read->contacts.sets[2].closest_a, state.contacts.sets[2].closest_a);
  EXPECT_EQ(read->bodies[1].num_steps_held, state.bodies[1].num_steps_held);
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  EXPECT_EQ(bits(read->bodies[3].L_WBcm.y()), bits(state.bodies[3].L_WBcm.y()));
  EXPECT_EQ(bits(read->bodies[2].q_WB.w()), bits(state.bodies[2].q_WB.w()));
}

TEST(TraceState, WhatIsNoStateOfTheseBodiesIsNone) {
  const auto models = make_models(4);
  const State good = RandomTrace(2).make_state(17, 4);
  const std::string bytes = encode_state(good);
  for (std::size_t n = 0; n < bytes.size(); ++n) ASSERT_FALSE(decode_state(bytes.substr(0, n), models)) << n;
  EXPECT_FALSE(decode_state(bytes + '\0', models));
  EXPECT_FALSE(decode_state(bytes, make_models(3)));
  EXPECT_FALSE(decode_state(bytes, make_models(5)));
  const auto is_refused = [&](auto&& spoil) {
    State bad = good;
    spoil(bad.contacts);
    return !decode_state(encode_state(bad), models);
  };
  EXPECT_FALSE(is_refused([](contact::ContactSets&) {}));
  EXPECT_TRUE(is_refused([](contact::ContactSets& c) { c.sets[1].b = BodyId(4); }));
  EXPECT_TRUE(is_refused([](contact::ContactSets& c) { c.contacts[1].piece_a = PieceId(1); }));
  using proximity::PieceFeature;
  EXPECT_TRUE(is_refused([](contact::ContactSets& c) { c.sets[1].closest_b = PieceFeature::face(6); }));
  EXPECT_TRUE(is_refused([](contact::ContactSets& c) { c.contacts[1].feature_b = PieceFeature::vertex(8); }));
  EXPECT_TRUE(is_refused([](contact::ContactSets& c) { c.contacts[1].feature_a = PieceFeature::edge(12); }));
  EXPECT_TRUE(is_refused([](contact::ContactSets& c) { c.contacts[1].feature_a = PieceFeature::back_face(6); }));
}

}  // namespace
}  // namespace abut::scene

#include "abut/view/step_packet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scene/trace/random_trace.h"
#include "view/read_packet.h"

namespace abut::view {
namespace {

using dynamics::ContactRecord;
using math::Vec3;

TEST(StepPacket, PosesStandOneAfterAnotherPositionFirstThenTheQuaternionFromW) {
  PoseList list;
  list.add(0.25, std::vector{math::Pose{Vec3(1, 2, 3), math::Quat(0.5, 0.1, 0.2, 0.3)}, math::Pose{}});
  list.add(0.5, std::vector{math::Pose{Vec3(4, 5, 6), math::Quat(1, 0, 0, 0)}, math::Pose{}});
  const ReadPacket packet = read_packet(make_poses_packet(7, list, 3));
  EXPECT_EQ(packet.type(), "poses");
  EXPECT_EQ(packet.head["first"], 7);
  EXPECT_EQ(packet.head["count"], 2);
  EXPECT_EQ(packet.get<double>("t"), (std::vector{0.25, 0.5}));
  const std::vector<double> X_WB = packet.get<double>("X_WB");
  ASSERT_EQ(X_WB.size(), 28u);
  EXPECT_EQ(std::vector(X_WB.begin(), X_WB.begin() + 7), (std::vector<double>{1, 2, 3, 0.5, 0.1, 0.2, 0.3}));
  EXPECT_EQ(X_WB[14], 4.0);
}

TEST(StepPacket, EveryNumberOfAContactIsThatOfTheRecordToTheBit) {
  scene::RandomTrace random(1);
  scene::TraceStep step{random.make_step(3, 4), true, true, true};
  for (ContactRecord& c : step.record.contacts) c.nhat_BA_W = Vec3::UnitZ(), c.p_W = Vec3(0.1, 0.2, 0.3);
  const ReadPacket packet = read_packet(make_step_packet(step, 11));
  const std::size_t n = step.record.contacts.size();
  ASSERT_GT(n, 0u);
  const auto bits = [](const std::vector<double>& numbers) {
    std::vector<std::uint64_t> all;
    for (const double x : numbers) all.push_back(std::bit_cast<std::uint64_t>(x));
    return all;
  };
  std::vector<double> gap, mu, impulse, p, V;
  std::vector<std::uint64_t> id;
  std::vector<std::uint32_t> bodies, features;
  std::vector<std::uint8_t> impact;
  for (const ContactRecord& c : step.record.contacts) {
    id.push_back(c.id), gap.push_back(c.gap), mu.push_back(c.mu), impact.push_back(c.is_impact ? 1 : 0);
    bodies.push_back(c.a.value()), bodies.push_back(c.b.value());
    features.push_back(c.feature_a.bits()), features.push_back(c.feature_b.bits());
    for (int k = 0; k < 3; ++k) impulse.push_back(c.impulse_W[k]), p.push_back(c.p_W[k]);
  }
  for (const math::Twist& twist : step.record.V_WBcm) {
    for (int k = 0; k < 3; ++k) V.push_back(twist.w[k]);
    for (int k = 0; k < 3; ++k) V.push_back(twist.v[k]);
  }
  EXPECT_EQ(packet.get<std::uint64_t>("contact_id"), id);
  EXPECT_EQ(packet.get<std::uint32_t>("contact_bodies"), bodies);
  EXPECT_EQ(packet.get<std::uint32_t>("contact_features"), features);
  EXPECT_EQ(packet.get<std::uint8_t>("contact_impact"), impact);
  EXPECT_EQ(bits(packet.get<double>("contact_gap")), bits(gap));
  EXPECT_EQ(bits(packet.get<double>("contact_mu")), bits(mu));
  EXPECT_EQ(bits(packet.get<double>("contact_impulse")), bits(impulse));
  EXPECT_EQ(bits(packet.get<double>("contact_p")), bits(p));
  EXPECT_EQ(packet.get<double>("contact_normal").size(), 3 * n);
  EXPECT_EQ(bits(packet.get<double>("V_WBcm")), bits(V));
  std::vector<double> separation;
  for (const dynamics::CertificateRecord& c : step.record.certificates) separation.push_back(c.separation);
  EXPECT_EQ(bits(packet.get<double>("certificate_separation")), bits(separation));
  EXPECT_EQ(packet.get<std::uint32_t>("patch_first").back(), packet.get<std::uint32_t>("patch_contacts").size());
}

TEST(StepPacket, FiguresReadBackToTheSameBitsAndWhatIsNotFiniteIsNull) {
  scene::TraceStep step;
  dynamics::StepRecord& r = step.record;
  r.index = 12, r.t = 0.1 + 0.2, r.kinetic_energy = 1.0 / 3, r.potential_energy = -1e-300, r.residual = 5e-324;
  r.least_separation = std::numeric_limits<double>::infinity();
  r.momentum = Vec3(0.1, std::nan(""), -0.3);
  r.error = 2.0 / 3, r.error_rms = 1e-7, r.error_a = BodyId(4), r.error_b = BodyId(0);
  r.hash = 0xabcu, r.num_rounds = 2, r.num_asleep = 5;
  const ReadPacket packet = read_packet(make_step_packet(step, 0));
  EXPECT_EQ(packet.head["index"], 12);
  EXPECT_EQ(packet.head["t"].get<double>(), r.t);
  EXPECT_EQ(packet.head["kinetic_energy"].get<double>(), r.kinetic_energy);
  EXPECT_EQ(packet.head["potential_energy"].get<double>(), r.potential_energy);
  EXPECT_EQ(packet.head["residual"].get<double>(), r.residual);
  EXPECT_EQ(packet.head["error"].get<double>(), r.error);
  EXPECT_EQ(packet.head["error_rms"].get<double>(), r.error_rms);
  EXPECT_EQ(packet.head["error_bodies"], nlohmann::json({4, 0}));
  EXPECT_EQ(packet.head["is_solved"], false);
  EXPECT_TRUE(packet.head["least_separation"].is_null());
  EXPECT_TRUE(packet.head["momentum"][1].is_null());
  EXPECT_EQ(packet.head["momentum"][2].get<double>(), -0.3);
  EXPECT_EQ(packet.head["hash"], "0000000000000abc");
  EXPECT_EQ(packet.head["rounds"], 2);
  EXPECT_EQ(packet.head["asleep"], 5);
  EXPECT_EQ(packet.head["outcome"], "accepted");
  EXPECT_EQ(packet.head["has_contacts"], false);
  r.is_solved = true, r.error_a = r.error_b = BodyId::none();
  EXPECT_EQ(read_packet(make_step_packet(step, 0)).head["is_solved"], true);
  EXPECT_TRUE(read_packet(make_step_packet(step, 0)).head["error_bodies"].is_null());
  r.outcome = dynamics::StepOutcome::kSqueezed;
  EXPECT_EQ(read_packet(make_step_packet(step, 0)).head["outcome"], "squeezed");
}

TEST(StepPacket, TheStartHasNoFigures) {
  scene::TraceStep start;
  start.record.t = 0.5;
  const nlohmann::json head = read_packet(make_step_packet(start, 0)).head;
  EXPECT_EQ(head["index"], 0);
  EXPECT_EQ(head["t"], 0.5);
  for (const char* name : {"outcome", "kinetic_energy", "residual", "momentum", "rounds", "hash"})
    EXPECT_FALSE(head.contains(name)) << name;
}

}  // namespace
}  // namespace abut::view

#include "abut/scene/trace/verify_trace.h"

#include <gtest/gtest.h>

#include <sstream>

#include "abut/scene/trace/trace_writer.h"

namespace abut::scene {
namespace {

using math::Pose;
using math::Vec3;

geometry::Mesh make_box_mesh(const Vec3& center) {
  geometry::Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.emplace_back(center + Vec3((i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2) - 0.5));
  constexpr int kQuads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& q : kQuads) {
    mesh.triangles.push_back({VertexId(q[0]), VertexId(q[1]), VertexId(q[2])});
    mesh.triangles.push_back({VertexId(q[0]), VertexId(q[2]), VertexId(q[3])});
  }
  return mesh;
}

// A body of two boxes with a slot of 1 m between them, from x = -0.5 to 0.5, and a ball of radius 0.25.
TraceHeader make_header() {
  TraceHeader header;
  header.shapes.push_back(
      {TraceShapeKind::kPieces, true, false, 0.0, {make_box_mesh({-1, 0, 0}), make_box_mesh({1, 0, 0})}});
  geometry::Mesh point;
  point.vertices = {Vec3(0, 0, 0)};
  point.points = {VertexId(0)};
  header.shapes.push_back({TraceShapeKind::kRound, true, true, 0.25, {point}});
  header.bodies.resize(2);
  header.bodies[1].shape = 1;
  header.bodies[1].X_WB.p = Vec3(0, 0, 5);
  return header;
}

// The ball goes through these points, two segments a step, each along a path with this bend.
TraceVerification verify(const TraceHeader& header, const std::vector<Vec3>& path, const Vec3& bend = Vec3::Zero()) {
  std::ostringstream out;
  TraceWriter writer(out, "t.abut", header, Outputs{});
  for (std::size_t i = 0; 2 * i + 1 < path.size(); ++i) {
    dynamics::StepRecord record;
    record.index = static_cast<std::int64_t>(i) + 1;
    for (std::size_t k = 0; k < 2; ++k) {
      record.segments.push_back({0.1 * static_cast<double>(2 * i + k),
                                 0.1 * static_cast<double>(2 * i + k + 1),
                                 {Pose{}, Pose::from_translation(path[2 * i + k])},
                                 {Vec3::Zero(), bend}});
    }
    record.V_WBcm.resize(2);
    writer.write_step(record, {});
  }
  std::istringstream in(out.str());
  TraceReader reader(in, "t.abut");
  return verify_trace(reader);
}

TEST(VerifyTrace, ABallThroughASlotIsProvenApartWithItsLeastSeparation) {
  const TraceVerification found =
      verify(make_header(), {Vec3(0, 0, 3), Vec3(0, 0, 1), Vec3(0.25 - 0x1p-12, 0, 0), Vec3(0, 0, -4)});
  EXPECT_TRUE(found.report.is_proven());
  EXPECT_EQ(found.report.num_segments, 4u);
  EXPECT_EQ(found.num_steps, 2);
  EXPECT_DOUBLE_EQ(found.t, 0.4);
  // Nearest where its centre is 1/4 and 2^-12 m from the wall, at the end of a segment.
  EXPECT_LE(found.report.least_lower, 0x1p-12);
  EXPECT_GE(found.report.least_upper, 0x1p-12);
  EXPECT_LT(found.report.least_upper, 0x1.001p-12);
  ASSERT_TRUE(found.report.least_pair);
  EXPECT_EQ(*found.report.least_pair, BodyPair(0, 1));
}

TEST(VerifyTrace, ABallThatCutsACornerWithinASegmentIsFoundWithItsStepAndTime) {
  const TraceVerification found =
      verify(make_header(), {Vec3(0, 0, 3), Vec3(0, 0, 1), Vec3(0, 0, 0), Vec3(3, 0, 0), Vec3(3, 0, 1), Vec3(3, 0, 2)});
  EXPECT_FALSE(found.report.is_proven());
  ASSERT_EQ(found.report.meetings.size(), 1u);
  const SegmentTime& when = found.segments[found.report.meetings[0].first.segment];
  EXPECT_EQ(when.step, 2);
  EXPECT_DOUBLE_EQ(when.t0, 0.3);
  EXPECT_DOUBLE_EQ(when.t1, 0.4);
}

// Over the corner of the box that is in its straight way.
TEST(VerifyTrace, ABallGoesAlongTheBendThatIsRecorded) {
  const std::vector<Vec3> path{Vec3(0, 0, 3), Vec3(0, 0, 0.5), Vec3(1, 0, 1), Vec3(3, 0, 2)};
  const TraceVerification straight = verify(make_header(), path);
  ASSERT_EQ(straight.report.meetings.size(), 1u);
  EXPECT_EQ(straight.segments[straight.report.meetings[0].first.segment].step, 2);
  EXPECT_TRUE(verify(make_header(), path, Vec3(-0.5, 0, 1)).report.is_proven());
}

TEST(VerifyTrace, ExemptPairsMayMeetAndAreListed) {
  TraceHeader header = make_header();
  header.exempt_pairs = {{BodyId(0), BodyId(1)}};
  const TraceVerification found = verify(header, {Vec3(0, 0, 0), Vec3(3, 0, 0)});
  EXPECT_TRUE(found.report.is_proven());
  EXPECT_EQ(found.report.exempt, (std::vector<BodyPair>{{0, 1}}));
}

TEST(VerifyTrace, WhatIsInsideAPieceAtTheStartIsFound) {
  TraceHeader header = make_header();
  header.bodies[1].X_WB.p = Vec3(1, 0, 0);
  const TraceVerification found = verify(header, {});
  ASSERT_EQ(found.report.meetings.size(), 1u);
  EXPECT_TRUE(found.report.meetings[0].is_inside);
}

TEST(VerifyTrace, AllMeshesOfAShapeAreVerifiedAsOne) {
  TraceShape shape = make_header().shapes[0];
  shape.meshes[1].segments = {{VertexId(0), VertexId(7)}};
  shape.meshes[1].points = {VertexId(3)};
  const VerifiedBody body = make_verified_body(shape);
  EXPECT_EQ(body.mesh.vertices.size(), 16u);
  EXPECT_EQ(body.mesh.triangles.size(), 24u);
  EXPECT_EQ(body.mesh.triangles[12][0], VertexId(8));
  EXPECT_EQ(body.mesh.segments[0][1], VertexId(15));
  EXPECT_EQ(body.mesh.points[0], VertexId(11));
  EXPECT_TRUE(body.is_solid);
}

}  // namespace
}  // namespace abut::scene

#include "abut/scene/trace/verify_trace.h"

#include <algorithm>
#include <utility>

namespace abut::scene {
namespace {

void append_mesh(geometry::Mesh& whole, const geometry::Mesh& part) {
  const std::size_t first = whole.vertices.size();
  const auto shift = [&](VertexId v) { return VertexId(first + v.index()); };
  whole.vertices.insert(whole.vertices.end(), part.vertices.begin(), part.vertices.end());
  for (const auto& [a, b, c] : part.triangles) whole.triangles.push_back({shift(a), shift(b), shift(c)});
  for (const auto& [a, b] : part.segments) whole.segments.push_back({shift(a), shift(b)});
  for (const VertexId v : part.points) whole.points.push_back(shift(v));
}

Verifier make_verifier(const TraceHeader& header) {
  std::vector<VerifiedBody> bodies;
  for (const TraceBody& body : header.bodies) bodies.push_back(make_verified_body(header.shapes[body.shape]));
  std::vector<BodyPair> exempt;
  for (const auto& [a, b] : header.exempt_pairs) exempt.emplace_back(a.value(), b.value());
  return Verifier(std::move(bodies), std::move(exempt));
}

std::vector<math::Pose> list_start_poses(const TraceHeader& header) {
  std::vector<math::Pose> poses;
  for (const TraceBody& body : header.bodies) poses.push_back(body.X_WB);
  return poses;
}

}  // namespace

VerifiedBody make_verified_body(const TraceShape& shape) {
  VerifiedBody body{{}, shape.radius, shape.is_solid};
  for (const geometry::Mesh& mesh : shape.meshes) append_mesh(body.mesh, mesh);
  return body;
}

TraceVerification verify_trace(TraceReader& reader, const std::function<void(std::int64_t, double)>& on_step) {
  TraceVerification result;
  Verifier verifier = make_verifier(reader.header());
  verifier.start(list_start_poses(reader.header()));
  while (const TraceStep* step = reader.read_step()) {
    for (const dynamics::SegmentRecord& segment : step->record.segments) {
      verifier.advance(segment.X_WB, segment.bends, segment.t0, segment.t);
      result.segments.push_back({step->record.index, segment.t0, segment.t});
      result.t = std::max(result.t, segment.t);
    }
    result.num_steps = step->record.index;
    if (on_step) on_step(result.num_steps, result.t);
  }
  result.report = verifier.report();
  return result;
}

}  // namespace abut::scene

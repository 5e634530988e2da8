// What stands at the head of a trace: everything about a run that does not change. The scene as it was run, in our own
// format; every shape as the triangles, segments and points it is made of; every body with its mass and its start. No
// other file is needed to verify, draw or repeat the run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "abut/base/ids.h"
#include "abut/dynamics/body.h"
#include "abut/geometry/mass_properties.h"
#include "abut/geometry/mesh.h"
#include "abut/math/pose.h"
#include "abut/math/twist.h"

namespace abut::scene {

enum class TraceShapeKind : std::uint8_t {
  kMesh,    // one mesh
  kPieces,  // convex solids, one mesh each, which may touch and overlap
  kRound,   // a point or a segment with a radius: a ball, a capsule
};

struct TraceShape {
  TraceShapeKind kind = TraceShapeKind::kMesh;
  bool is_solid = false;               // it has an inside
  bool is_convex = false;              // it is one convex piece
  double radius = 0.0;                 // m: everything within it of the meshes belongs to the shape
  std::vector<geometry::Mesh> meshes;  // without components
};

struct TraceBody {
  std::string name;
  std::uint32_t source = 0;  // which of the scene's bodies it is, or is part of
  std::uint32_t shape = 0;   // in TraceHeader::shapes
  dynamics::BodyType type = dynamics::BodyType::kDynamic;
  std::uint32_t group = 0;  // bodies of one group never meet; 0: of none
  geometry::MassProperties mass;
  math::Pose X_WB;  // before the first step
  math::Twist V_WBcm;
};

struct TraceHeader {
  std::string writer;           // "abut 0.1.0"
  std::string scene_text;       // as write_scene gives it
  std::int64_t save_every = 0;  // steps; 0: the state is never saved
  std::vector<TraceShape> shapes;
  std::vector<TraceBody> bodies;
  std::vector<std::pair<BodyId, BodyId>>
      exempt_pairs;  // not looked at: of one group, or both without freedom; the lesser first
};

// Precondition: what is listed in it has fewer than 2^32 of each.
std::string encode_trace_header(const TraceHeader& header);

// Nothing if the bytes are no header: too few, too many, or a shape, body or vertex named that is not there.
std::optional<TraceHeader> decode_trace_header(std::string_view bytes);

}  // namespace abut::scene

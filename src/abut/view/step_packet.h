// Steps as packets: poses of many, everything about one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abut/math/pose.h"
#include "abut/scene/trace/trace_step.h"

namespace abut::view {

// Poses at the ends of successive steps.
struct PoseList {
  std::vector<double> t;     // s
  std::vector<double> X_WB;  // of every step, of every body: x, y, z, qw, qx, qy, qz

  void add(double t_end, std::span<const math::Pose> poses);
};

std::string make_poses_packet(std::int64_t first, const PoseList& poses, std::uint64_t id);

// Contacts with the patches they make, certificates, velocities, all figures.
std::string make_step_packet(const scene::TraceStep& step, std::uint64_t id);

}  // namespace abut::view

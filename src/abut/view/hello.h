// What a page is told first: what there is to see.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abut/math/types.h"
#include "abut/scene/load_scene.h"
#include "abut/scene/trace/trace_header.h"

namespace abut::view {

struct HelloBody {
  std::string name;
  std::string kind = "dynamic";  // or "static", "kinematic"
  std::uint32_t shape = 0;       // in Hello::shapes
  double mass = 0.0, volume = 0.0;
  math::Vec3 p_BBcm = math::Vec3::Zero();
  std::uint32_t group = 0;
};

struct HelloShape {
  std::string kind = "mesh";  // or "pieces", "round"
  bool is_solid = false, is_convex = false;
  double radius = 0.0;
};

struct Hello {
  std::string program;  // "abut 0.1.0"
  std::string mode;     // "trace", "live", "contact", "mesh"
  std::string title;
  std::vector<HelloBody> bodies;
  std::vector<HelloShape> shapes;
  double h = 0.0, duration = 0.0;  // s
  math::Vec3 gravity = math::Vec3::Zero();
  std::string law;
  std::vector<std::string> laws;
  std::int64_t num_steps = 0;
  std::string ending = "whole", outcome, note;
  double friction = 1.0;
  std::uint64_t run = 0;
  bool is_running = false;
  std::string reports = "[]";  // JSON
};

// Bodies, shapes and settings of a scene that is run or was run.
Hello make_scene_hello(const scene::TraceHeader& header, const scene::Scene& scene);

// A packet of type "hello".
std::string make_hello_packet(const Hello& hello);

}  // namespace abut::view

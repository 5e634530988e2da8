// Scenes of every kind of body and shape with random numbers in every place, for laws of reading and writing.
#pragma once

#include <cmath>
#include <random>
#include <string>

#include "abut/scene/rotation.h"
#include "abut/scene/scene.h"

namespace abut::scene {

class RandomScene {
 public:
  explicit RandomScene(unsigned seed) : random_(seed) {}

  Scene make() {
    Scene scene;
    scene.description = "with \"quotes\",\nlines and \xC3\xA9";
    scene.gravity = vector();
    scene.step = 1e-3 * positive();
    scene.duration = scene.step * 1000.0 * share() + scene.step;
    scene.law = get_law_names()[pick(3)];
    scene.impact_law = get_impact_law_names()[pick(3)];
    scene.impact_order = get_impact_order_names()[pick(2)];
    scene.tolerances.resting_speed = positive();
    scene.contact_margin = positive();
    scene.minimum_separation = positive();
    scene.sleep = true;
    scene.outputs = {flag(), flag(), flag(), static_cast<std::int64_t>(1 + pick(9))};
    scene.materials = {{"steel", positive(), positive(), 0.5 * share()}, {"wood", positive(), positive(), share()}};
    scene.pairs = {{MaterialId(1), MaterialId(0), positive(), share()}};
    for (std::size_t i = 0; i < 16; ++i) scene.bodies.push_back(make_body(i));
    return scene;
  }

 private:
  Body make_body(std::size_t i) {
    Body body;
    body.name = "body-" + std::to_string(i);
    if (flag()) body.description = "what it is";
    body.shape = make_shape(i % 8);
    body.split = flag();
    body.X_WB = make_pose();
    body.mass = make_mass(i % 7);
    body.material = MaterialId(pick(2));
    if (flag()) body.group = "g";
    body.type = static_cast<BodyType>(i % 3);
    if (body.type == BodyType::kStatic) return body;
    body.v_WBcm = vector();
    body.w_WB = vector();
    if (body.type == BodyType::kDynamic) {
      body.force = vector();
      body.torque = vector();
      body.locks.translation[1] = true;
      body.v_WBcm.y() = 0.0;
      return body;
    }
    if (flag()) body.script.until = positive();
    for (int k = 1; k <= 3; ++k) body.script.keyframes.push_back({k + 0.5 * share(), make_pose()});
    return body;
  }

  math::Pose make_pose() { return {vector(), make_rotation(vector(), 720.0 * share())}; }

  MassSource make_mass(std::size_t kind) {
    MassSource m;
    if (kind == 0) m.density = positive();
    if (kind == 1) m.areal_density = positive();
    if (kind == 2) m.line_density = positive();
    if (kind == 3) m.lumped_density = positive();
    if (kind >= 5) m.mass = positive();
    if (kind == 6) {
      // Second moments of a few random points, which some body has.
      math::Mat3 I = math::Mat3::Zero();
      for (int i = 0; i < 5; ++i) {
        const math::Vec3 r = vector();
        I += r.squaredNorm() * math::Mat3::Identity() - r * r.transpose();
      }
      m.I_BBcm_B = ((I + I.transpose()) / 2).eval();
      m.p_BBcm = vector();
    }
    return m;
  }

  Scaling make_scaling() {
    Scaling scaling;
    if (flag())
      scaling.size = math::Vec3(positive(), 0.0, positive());
    else
      scaling.factors = math::Vec3(positive(), -positive(), positive());
    return scaling;
  }

  ShapeSource make_shape(std::size_t kind) {
    if (kind == 5) return Ball{positive()};
    if (kind == 6) return Capsule{positive(), positive()};
    if (kind == 7) return make_pieces();
    return std::visit([](auto&& source) { return ShapeSource(source); }, make_polyhedron(kind));
  }

  PolyhedronSource make_polyhedron(std::size_t kind) {
    switch (kind) {
      case 0:
        return FileMesh{"folder/part.stl", geometry::Units::kInches, make_scaling()};
      case 1:
        return MadeMesh{"torus", {{"major_radius", {positive()}}}, make_scaling()};
      case 2:
        return make_inline();
      case 3:
        return Box{{positive(), positive(), positive()}};
      default:
        return Hull{{vector(), vector(), vector(), vector()}};
    }
  }

  InlineMesh make_inline() {
    InlineMesh result;
    result.mesh.vertices = {vector(), vector(), vector(), vector()};
    result.mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(2), VertexId(1), VertexId(3)}};
    result.mesh.segments = {{VertexId(0), VertexId(3)}};
    result.mesh.points = {VertexId(3), VertexId(1)};
    result.scaling = make_scaling();
    return result;
  }

  Pieces make_pieces() {
    Pieces pieces;
    for (std::size_t i = 0; i < 5; ++i) pieces.pieces.push_back({make_polyhedron(i), vector()});
    return pieces;
  }

  std::size_t pick(std::size_t n) { return random_() % n; }
  bool flag() { return pick(2) == 0; }
  double share() { return std::uniform_real_distribution<double>(0.0, 1.0)(random_); }
  double positive() { return std::exp(20.0 * share() - 10.0); }
  math::Vec3 vector() { return {share() - 0.5, positive() - 1.0, -0.0 - share()}; }

  std::mt19937 random_;
};

}  // namespace abut::scene

// A scene as written by a person: plain records, before any mesh is read. docs/scene-format.md says what each key of a
// file means; load_scene.h turns a scene into shapes and masses.
//
// SI units. Vectors without a frame in their name are in world axes. The body frame B is the frame of the model: of the
// coordinates in its mesh, not of its centre of mass.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "abut/base/ids.h"
#include "abut/base/tolerances.h"
#include "abut/math/pose.h"
#include "abut/math/types.h"
#include "abut/scene/shape_source.h"

namespace abut::scene {

struct Material {
  std::string name;
  double density = 1000.0;   // kg/m^3; of solids whose body says nothing about mass
  double friction = 0.5;     // Coulomb's coefficient, >= 0
  double restitution = 0.0;  // 0 to 1
};

// What two materials do to each other where they meet.
struct MaterialPair {
  MaterialId a, b;
  double friction = 0.5;
  double restitution = 0.0;
};

// How a body gets its mass. At most one of the first five.
struct MassSource {
  std::optional<double> density = std::nullopt;        // kg/m^3, of a solid
  std::optional<double> areal_density = std::nullopt;  // kg/m^2, of a surface without volume
  std::optional<double> line_density = std::nullopt;   // kg/m, of loose segments
  // rigid-ipc's: of a solid kg/m^3; else kg/m^2 (kg/m), sitting at the vertices
  std::optional<double> lumped_density = std::nullopt;
  std::optional<double> mass = std::nullopt;  // kg, spread evenly over the volume, else area, else length, else points
  // With a given mass only: about the centre of mass, in axes of B.
  std::optional<math::Mat3> I_BBcm_B = std::nullopt;
  std::optional<math::Vec3> p_BBcm = std::nullopt;  // with a given inertia only; else that of the even distribution
};

enum class BodyType : std::uint8_t { kDynamic, kStatic, kKinematic };

struct Keyframe {
  double t = 0.0;
  math::Pose X_WB;
};

// What a kinematic body does. From its pose at time 0 through the keyframes, if any: position linear in time,
// quaternion linear and normalised; after the last one, or from the start, with the body's velocities; at rest from
// `until` on.
struct Script {
  std::vector<Keyframe> keyframes;  // times positive and increasing
  double until = std::numeric_limits<double>::infinity();
};

// Degrees of freedom that a dynamic body does not have, along and about the world's x, y, z.
struct Locks {
  std::array<bool, 3> translation{};
  std::array<bool, 3> rotation{};
};

struct Body {
  std::string name;  // unique in its scene
  std::string description;
  ShapeSource shape;
  bool split = false;  // each connected component of the mesh becomes a body of its own

  BodyType type = BodyType::kDynamic;
  math::Pose X_WB;
  math::Vec3 v_WBcm = math::Vec3::Zero();  // m/s, of the centre of mass
  math::Vec3 w_WB = math::Vec3::Zero();    // rad/s
  math::Vec3 force = math::Vec3::Zero();   // N, at the centre of mass, throughout; gravity comes on top
  math::Vec3 torque = math::Vec3::Zero();  // N m
  MassSource mass;
  Script script;      // kinematic bodies only
  Locks locks;        // dynamic bodies only
  std::string group;  // bodies of one group never touch each other; empty: of no group
  MaterialId material;
};

// What a trace holds besides the poses of every step, which are always there: without them nothing can be verified.
struct Outputs {
  bool contacts = true;
  bool forces = true;
  bool certificates = true;
  std::int64_t every = 1;  // of these, each so many steps
};

struct Scene {
  std::string description;
  math::Vec3 gravity = math::Vec3(0.0, 0.0, -9.81);  // m/s^2
  double step = 1.0 / 240.0;                         // s
  double duration = 10.0;                            // s
  std::string law = "cone";
  std::string impact_law = "stronge";
  std::string impact_order = "simultaneous";
  Tolerances tolerances;
  // m, on top of the tolerances, which scale with the bodies: whatever their size, pairs that come nearer than the
  // margin are watched, and no pair comes nearer than the separation.
  double contact_margin = 0.0;
  double minimum_separation = 0.0;
  bool sleep = false;  // islands at rest fall asleep
  Outputs outputs;
  std::vector<Material> materials;
  std::vector<MaterialPair> pairs;
  std::vector<Body> bodies;
};

// Where a body stands in the file: "line 12, /bodies/3", and its shape.
struct BodyPlace {
  std::string body;
  std::string shape;
};

enum class SceneFormat : std::uint8_t { kNative, kRigidIpc };

// A scene together with where it came from, so that faults found later can name the place.
struct SceneFile {
  Scene scene;
  std::string name;  // as the user named it
  SceneFormat format = SceneFormat::kNative;
  std::vector<BodyPlace> places;  // of each body
  // Folders in which mesh files of relative path are looked for, in this order.
  std::vector<std::filesystem::path> mesh_folders;
  // What the reader did that the user may not expect: settings of another program set aside, and so on.
  std::vector<std::string> notes;
};

// What a law may be called in a scene, the default first.
const std::vector<std::string>& get_law_names();
const std::vector<std::string>& get_impact_law_names();
const std::vector<std::string>& get_impact_order_names();

// Friction and restitution between two materials: those of their pair where the scene lists it, in either order; else
// the geometric mean of their frictions (bit for bit the friction of both where they agree) and the larger restitution.
struct Meeting {
  double friction = 0.0;
  double restitution = 0.0;
};
Meeting compute_meeting(const Scene& scene, MaterialId a, MaterialId b);

}  // namespace abut::scene

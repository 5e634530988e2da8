#include "abut/scene/body_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "abut/geometry/inertia.h"
#include "abut/scene/fields.h"
#include "abut/scene/rotation.h"
#include "abut/scene/shape_reader.h"

namespace abut::scene {
namespace {

math::Quat read_axis_angle(JsonValue value) {
  math::Vec3 axis;
  double angle_deg = 0.0;
  Fields fields(value, "a rotation");
  const JsonValue axis_value = fields.require("axis");
  axis = read_vector(axis_value, any());
  fields.required("degrees", angle_deg, number());
  fields.finish();
  if (axis.isZero(0.0)) axis_value.fail("the axis is zero", "give a direction, of any length");
  return make_rotation(axis, angle_deg);
}

math::Quat read_rotation(JsonValue value) {
  if (value.is(JsonKind::kObject)) return read_axis_angle(value);
  if (!value.is(JsonKind::kArray) || value.num_children() != 4) {
    value.fail(fmt::format("found {}, expected a quaternion or an axis with an angle", value.describe()),
               "write [w, x, y, z] or {\"axis\": [x, y, z], \"degrees\": angle}");
  }
  const std::vector<JsonValue> e = value.children();
  const math::Quat q(read_number(e[0], any()), read_number(e[1], any()), read_number(e[2], any()),
                     read_number(e[3], any()));
  if (!math::is_valid_pose(math::Pose::from_rotation(q))) {
    value.fail(fmt::format("the quaternion has length {:.9g}, expected 1 within 1e-6", q.coeffs().stableNorm()),
               "divide it by its length");
  }
  return q;
}

math::Pose read_pose(Fields& fields) {
  math::Pose pose;
  fields.optional("position", pose.p, vector3(any("m")));
  fields.optional("rotation", pose.q, &read_rotation);
  return pose;
}

math::Mat3 read_inertia(JsonValue value) {
  math::Mat3 inertia = math::Mat3::Zero();
  const std::vector<JsonValue> rows = read_array(value, 3, 3);
  if (rows[0].is(JsonKind::kNumber)) {
    inertia.diagonal() = read_vector(value, any("kg m^2"));
  } else {
    for (int i = 0; i < 3; ++i) inertia.row(i) = read_vector(rows[static_cast<std::size_t>(i)], any("kg m^2"));
  }
  const std::vector<geometry::InertiaFault> faults = geometry::check_inertia(inertia);
  if (!faults.empty()) value.fail(faults.front().fault, faults.front().remedy);
  return inertia;
}

MassSource read_mass(Fields& fields) {
  MassSource m;
  fields.find_one_of({"density", "areal_density", "line_density", "lumped_density", "mass"});
  fields.optional("density", m.density, number(positive("kg/m^3")));
  fields.optional("areal_density", m.areal_density, number(positive("kg/m^2")));
  fields.optional("line_density", m.line_density, number(positive("kg/m")));
  fields.optional("lumped_density", m.lumped_density, number(positive("kg/m^3")));
  fields.optional("mass", m.mass, number(positive("kg")));
  if (fields.optional("inertia", m.I_BBcm_B, &read_inertia) && !m.mass) {
    fields.require("inertia").fail("an inertia is given, but no mass", "give both: \"mass\": ... (kg)");
  }
  if (fields.optional("center_of_mass", m.p_BBcm, vector3(any("m"))) && !m.I_BBcm_B) {
    fields.require("center_of_mass").fail("a centre of mass is given, but no inertia about it", "give \"inertia\" too");
  }
  return m;
}

Keyframe read_keyframe(JsonValue value) {
  Keyframe keyframe;
  Fields fields(value, "a keyframe");
  fields.required("time", keyframe.t, number(positive("s")));
  keyframe.X_WB = read_pose(fields);
  fields.finish();
  return keyframe;
}

Script read_script(JsonValue value) {
  Script script;
  Fields fields(value, "a motion");
  fields.optional("until", script.until, number(at_least(0.0, "s")));
  if (const std::optional<JsonValue> keyframes = fields.find("keyframes")) {
    for (const JsonValue& element : read_array(*keyframes, 1)) {
      const Keyframe keyframe = read_keyframe(element);
      if (!script.keyframes.empty() && keyframe.t <= script.keyframes.back().t) {
        element.fail(fmt::format("the keyframe at {} s follows one at {} s", keyframe.t, script.keyframes.back().t),
                     "put keyframes in the order of their times, each time once");
      }
      script.keyframes.push_back(keyframe);
    }
  }
  fields.finish();
  return script;
}

Locks read_locks(JsonValue value) {
  static const std::vector<std::string> names = {"x", "y", "z", "rx", "ry", "rz"};
  Locks locks;
  for (const JsonValue& element : read_array(value)) {
    const std::size_t i = read_choice(element, names);
    bool& lock = i < 3 ? locks.translation[i] : locks.rotation[i - 3];
    if (lock) element.fail(fmt::format("\"{}\" is locked twice", names[i]), "name it once");
    lock = true;
  }
  const auto all = [](const std::array<bool, 3>& l) { return l[0] && l[1] && l[2]; };
  if (all(locks.translation) && all(locks.rotation)) {
    value.fail("all six degrees of freedom are locked", "write \"type\": \"static\" instead");
  }
  return locks;
}

// A velocity along or about a locked axis would never change.
void require_no_locked_velocity(Fields& fields, std::string_view key, const math::Vec3& velocity,
                                const std::array<bool, 3>& locks) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (locks[i] && velocity[static_cast<Eigen::Index>(i)] != 0.0) {
      fields.require(key).fail(fmt::format("the velocity along a locked axis ({}) is {}, expected 0", "xyz"[i],
                                           velocity[static_cast<Eigen::Index>(i)]),
                               "unlock it, or make the body kinematic");
    }
  }
}

void refuse_keys(Fields& fields, const std::vector<std::string>& keys, std::string_view why) {
  for (const std::string& key : keys) {
    if (const std::optional<JsonValue> value = fields.find(key)) {
      value->fail(fmt::format("{} it has no \"{}\"", why, key), "remove the key, or change the body's \"type\"");
    }
  }
}

}  // namespace

BodyAsRead read_body(JsonValue value, std::size_t index) {
  BodyAsRead result;
  Body& body = result.body;
  body.name = fmt::format("body {}", index);
  Fields fields(value, "a body");
  fields.optional("name", body.name, text());
  fields.optional("description", body.description, text());
  fields.required("shape", body.shape, &read_shape);
  fields.optional("split", body.split, boolean());
  fields.optional(
      "type", body.type,
      choice<BodyType>(
          {{"dynamic", BodyType::kDynamic}, {"static", BodyType::kStatic}, {"kinematic", BodyType::kKinematic}}));
  if (body.type == BodyType::kStatic) {
    refuse_keys(fields, {"velocity", "angular_velocity", "force", "torque", "motion", "locks"},
                "a static body does not move:");
  } else if (body.type == BodyType::kKinematic) {
    refuse_keys(fields, {"force", "torque", "locks"}, "a kinematic body follows its script whatever acts on it:");
  } else {
    refuse_keys(fields, {"motion"}, "a dynamic body moves by forces:");
  }
  body.X_WB = read_pose(fields);
  fields.optional("velocity", body.v_WBcm, vector3(any("m/s")));
  fields.optional("angular_velocity", body.w_WB, vector3(any("rad/s")));
  fields.optional("force", body.force, vector3(any("N")));
  fields.optional("torque", body.torque, vector3(any("N m")));
  body.mass = read_mass(fields);
  fields.optional("motion", body.script, &read_script);
  fields.optional("locks", body.locks, &read_locks);
  fields.optional("group", body.group, text());
  fields.optional("material", result.material, text());
  fields.finish();
  require_no_locked_velocity(fields, "velocity", body.v_WBcm, body.locks.translation);
  require_no_locked_velocity(fields, "angular_velocity", body.w_WB, body.locks.rotation);
  return result;
}

}  // namespace abut::scene

// Scenes of rigid-ipc (github.com/ipc-sim/rigid-ipc), recognised by content, as our own scenes. Reads no mesh.
//
// Conversions:
//   the world is as the scene says, usually y up: only gravity tells
//   position, rotation  the pose of the model, rotation R = Rz Ry Rx in degrees; never applied to vertices
//   angular_velocity    degrees/s to rad/s; torque is multiplied by pi/180 too, as rigid-ipc does
//   dimensions          size of the bounding box (wins over scale); a flat extent of 0 counts as 1
//   density             rigid-ipc's rule (MassSource::lumped_density)
//   is_dof_fixed        locks; all six: static. Velocities along fixed axes become zero, as there
//   group_id            "group N"; all bodies that are not dynamic, and the groups of any of them, form the group
//   "fixed" kinematic_poses     keyframes, one a time step: position of the model's origin, rotation exp(vector) R.
//   (rigid-ipc
//                       means the frame of the principal axes: the same for models centred on it.)
//   initial_barrier_activation_distance  contact margin; minimum_separation_distance  minimum separation
//   inline edges        only those of no face are loose segments, only vertices of neither are loose points
// Keys that begin with # are comments. Settings of rigid-ipc's solvers, and keys that nobody knows, are set aside by
// name in SceneFile::notes, the latter with a suggestion.
#pragma once

#include <filesystem>
#include <vector>

#include "abut/scene/json_value.h"
#include "abut/scene/scene.h"

namespace abut::scene {

// By the keys "scene_type" and "rigid_body_problem", one of which every such scene has.
bool is_rigid_ipc_scene(JsonValue root);

SceneFile read_rigid_ipc_scene(const JsonDocument& document);

// Where rigid-ipc's mesh paths start: folders called "meshes" beside the scene or above it, the nearest first, then the
// scene's own folder.
std::vector<std::filesystem::path> find_rigid_ipc_mesh_folders(const std::filesystem::path& scene_path);

}  // namespace abut::scene

// What `abut view` shows of meshes: one with its defects, or two and how they stand to each other.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "abut/math/pose.h"
#include "abut/view/show.h"

namespace abut::app {

// Of each the report of `abut info`. A mesh that is too broken to have faces and edges is shown by its triangles.
// Throws InputError, naming the file, if one is no mesh.
std::unique_ptr<view::Show> make_mesh_show(const std::vector<std::string>& files, const std::string& units);

// The report of `abut contact`, and its manifold as the contacts of step 0.
std::unique_ptr<view::Show> make_contact_show(const std::string& file_a, const std::string& file_b,
                                              const std::string& units, const math::Pose& X_WA, const math::Pose& X_WB);

}  // namespace abut::app

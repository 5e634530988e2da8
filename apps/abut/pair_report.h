// A pair of features of two shapes in words and in JSON, for every command that reports some.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "abut/geometry/feature.h"
#include "abut/math/types.h"
#include "abut/proximity/shape_pairs.h"

namespace abut::app {

// "vertex 3", "edge 7", "face 0", "cut"
std::string name_of_feature(const geometry::Feature& feature);
const char* name_of_origin(proximity::NormalOrigin origin);

nlohmann::ordered_json make_json_vector(const math::Vec3& v);
std::string make_vector_text(const math::Vec3& v);

// phi, normal, witness points and features, by the keys of docs/contact.md.
nlohmann::ordered_json make_json_pair(const proximity::ShapePair& found);

}  // namespace abut::app

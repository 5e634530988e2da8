// Reads Wavefront OBJ: v (colours and weights are checked and set aside), f (v, v/vt, v//vn, v/vt/vn, any number of
// corners), l (polylines, as segments), p, o and g. Indices count from 1, or back from the last vertex if negative; a
// vertex may come after what uses it. Each object and each group is a component: `o` begins an object, `g` a group
// within it, named "object", "group" or "object/group"; given again, it goes on. Comments, continued lines (\), any
// line ending. Lines that only concern how it looks are skipped silently, unknown ones counted in a note.
#pragma once

#include <string_view>

#include "abut/geometry/io/mesh_collector.h"

namespace abut::geometry {

MeshFile read_obj(std::string_view bytes, MeshCollector& collector);

}  // namespace abut::geometry

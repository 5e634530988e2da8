// Welding: vertices at one place become one vertex.
//
// The rule. A vertex belongs to the component of the first triangle that uses it. Vertices that only loose segments and
// points use form one more component, where triangles have components at all; else everything is one component.
// Vertices of different components are never welded, so objects that touch stay apart, and those that nothing uses are
// left as they are. The vertex of lowest id stands for all that become one with it and keeps its coordinates;
// the remaining vertices keep their order. Elements that lose their extent by it are kept: dropping them is repair.
#pragma once

#include <cstddef>
#include <vector>

#include "abut/base/ids.h"
#include "abut/geometry/mesh.h"

namespace abut::geometry {

// The component each vertex belongs to, by the rule above; none if nothing uses it.
std::vector<ComponentId> compute_vertex_components(const Mesh& mesh);

// Makes one of all vertices of a component with equal coordinates (as numbers: -0 equals 0). Returns how many vertices
// that removed. Linear.
std::size_t weld_equal(Mesh& mesh);

// In the order of ids, makes each vertex one with the first kept vertex of its component that is within `distance`, in
// metres; if there is none the vertex is kept. So no vertex moves farther than `distance`, those kept are farther than
// that from each other, and a chain of close vertices does not collapse into one. Distances are compared as rounded.
// Returns how many vertices it removed. Linear: a cell of the grid holds few kept vertices. Throws InputError unless
// `distance` is finite and not negative.
std::size_t weld_within(Mesh& mesh, double distance);

}  // namespace abut::geometry

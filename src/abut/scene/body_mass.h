// What a body weighs, by what its scene says (MassSource) and what its shape is.
#pragma once

#include "abut/geometry/mass_properties.h"
#include "abut/scene/load_shape.h"
#include "abut/scene/scene.h"

namespace abut::scene {

// In the body's frame.
//   density         a solid's volume (where nothing is said: the material's density)
//   areal_density   all triangles of the mesh, also of a closed one, which is then hollow
//   line_density    all loose segments
//   lumped_density  rigid-ipc's rule: a solid's volume, else areas or lengths, sitting at the vertices
//   mass            spread evenly over the volume; without one over the area, the length, the points
//   inertia         taken as given; the centre of mass too, or that of the even distribution
// Throws InputError, without naming the scene, if a dynamic body has no positive finite mass this way, or if it could
// be torqued about an axis about which it has no inertia (a rod, a point). Bodies that are not dynamic need no mass:
// theirs is zero where it cannot be told.
geometry::MassProperties compute_body_mass(const Body& body, const Material& material, const LoadedShape& shape);

}  // namespace abut::scene

// Mass, centre of mass and inertia of a body from its mesh, in the body's frame B. Exact for polyhedra, sheets and
// wires up to rounding; the bound is kMomentsBound (moments.h) times sums of magnitudes about the middle of the mesh.
//
// What has no volume has mass by density on what it has: triangles by areal density, loose segments by line density,
// loose points by a mass each. A mesh that mixes them is the sum of the three.
//
// Where there is nothing to weigh (mass zero) the centre of mass is the middle of the mesh, the inertia zero.
#pragma once

#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

struct MassProperties {
  double mass = 0.0;    // kg
  double volume = 0.0;  // m^3, enclosed; only of a solid
  double area = 0.0;    // m^2, of all triangles
  double length = 0.0;  // m, of all loose segments
  math::Vec3 p_BBcm = math::Vec3::Zero();
  math::Mat3 I_BBcm_B = math::Mat3::Zero();  // about the centre of mass; symmetric to the bit
};

// Of the inside of a closed, outward wound surface (Brep::kind is kSolid); loose segments and points weigh nothing.
// `density` in kg/m^3. An inside-out surface has negative volume and mass; an open one has no meaningful answer.
MassProperties compute_solid_mass(const Mesh& mesh, double density);

// What the parts of a mesh without volume weigh.
struct SoupDensity {
  double areal = 0.0;  // kg/m^2, triangles
  double line = 0.0;   // kg/m, loose segments
  double point = 0.0;  // kg, each loose point
};
MassProperties compute_soup_mass(const Mesh& mesh, const SoupDensity& density);

// The rule of rigid-ipc for meshes without volume: mass sits at vertices. If the mesh has triangles, each gives
// density * area to its corners, by the part of it nearest to each (an obtuse triangle: half to its obtuse corner, a
// quarter to the others); else each segment gives density * length / 2 to both ends; else each loose point weighs
// `density`. The total is that of the exact integral; centre of mass and inertia are those of the lumps, which depend
// on how the surface is cut into triangles.
MassProperties compute_vertex_lumped_mass(const Mesh& mesh, double density);

// The same distribution with another total mass. Throws InputError unless both masses are positive and finite.
MassProperties scale_to_mass(const MassProperties& properties, double mass);

// Inertia about Q of a body with the given inertia about its centre of mass, p_BcmQ from there: the parallel axis
// theorem.
math::Mat3 compute_shifted_inertia(const math::Mat3& I_BBcm_B, double mass, const math::Vec3& p_BcmQ_B);

}  // namespace abut::geometry

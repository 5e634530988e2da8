// Integrals over a polyhedron, a triangulated sheet or a wire, exact or to a hundred digits, by other formulas than the
// library's: the divergence theorem turns the inside into polynomials on the faces (x dV = 1/2 x^2 n_x dA, ...), and a
// product of linear functions is integrated over a simplex term by term.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <span>

#include "abut/geometry/mesh.h"
#include "oracle/rational.h"

namespace abut::oracle {

using Real = boost::multiprecision::cpp_bin_float_100;

// Measure, integral of x, integral of x x^T, about the origin of the mesh's frame.
struct MassIntegrals {
  Real measure;
  std::array<Real, 3> first;
  std::array<std::array<Real, 3>, 3> second;
};

MassIntegrals integrate_inside(const geometry::Mesh& closed);
MassIntegrals integrate_triangles(const geometry::Mesh& mesh);
MassIntegrals integrate_segments(const geometry::Mesh& mesh);

// Of the whole about its centre of mass, for unit density.
struct CentralIntegrals {
  Real measure;
  std::array<Real, 3> centre;
  std::array<std::array<Real, 3>, 3> inertia;
};
CentralIntegrals centre(const MassIntegrals& integrals);

}  // namespace abut::oracle

// The directions of a group of contact points, while it is loaded (cone_group.h, cone_four.h): along which impulses
// act, and how bodies answer a unit along each.
#pragma once

#include <span>

#include "abut/math/types.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

struct ConeBody {
  math::Vec3 v, w, inv_mass;
  math::Mat3 inv_inertia;
  bool is_dynamic = false;

  // By an impulse and its moment about the centre of mass.
  void push(const math::Vec3& p, const math::Vec3& moment) { v += inv_mass.cwiseProduct(p), w += inv_inertia * moment; }
};

struct ConePoint {
  double mu = 0.0;
  double inv_n = 0.0;                                  // inverse mass along the normal
  double stop_11 = 0.0, stop_12 = 0.0, stop_22 = 0.0;  // impulse that stops a unit of slip: the inverse of W across it
  double slow = 0.0;                                   // of the larger inverse mass across it
  bool is_coupled = false;  // friction drives the normal so much that one after the other they would not settle
};

struct ConeRow {
  math::Vec3 d, turn_a, turn_b, moved, spin_a, spin_b;
};

ConeRow make_cone_row(const ConeBody& a, const ConeBody& b, const ProblemContact& contact, const math::Vec3& d);

// How fast an impulse of one along a row makes bodies move along another.
inline double couple(const ConeRow& x, const ConeRow& y) {
  return x.d.dot(y.moved) + x.turn_a.dot(y.spin_a) + x.turn_b.dot(y.spin_b);
}

// Inverse mass of a contact along a direction.
double compute_inverse_mass(const ConeBody& a, const ConeBody& b, const ProblemContact& contact, const math::Vec3& d);

// Of each contact the normal, then two directions across it, the same for all whose normals are; those of a point alone
// do not couple. Without friction normals only.
void make_cone_rows(const ConeBody& a, const ConeBody& b, std::span<const ProblemContact> contacts, bool has_friction,
                    std::span<ConeRow> rows);

// Of three rows, if it has friction, or of one.
ConePoint make_cone_point(const ProblemContact& contact, const ConeRow* rows, bool has_friction);

// W of the normals, by rows, and the inverse of it regularised: zero where nothing moves along them. Of n points, each
// with as many rows as it has axes.
void compute_normals(std::span<const ConeRow> rows, std::size_t n, std::size_t num_axes, double* W, double* inverse);

}  // namespace abut::response

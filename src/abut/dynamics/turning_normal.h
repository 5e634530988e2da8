// How the normal of a contact turns while its bodies move.
//
// The normal n of a face turns with the face's body. That of two edges with directions e, f is perpendicular to both
// all the time: n' . e = (w_A x n) . e, n' . f = (w_B x n) . f. That between two cores that are rounded by radii, d
// apart, turns as the way from one to the other does: n' = v_t / d, v the velocity of A's core against B's; along an
// edge as the edge turns. Sharp edges and corners have no such distance: where they meet, what the direction between
// them says of the next moment is noise, and it is taken as it stands.
//
// A contact problem solved with the normal of the start of a step takes gravity along it wrongly and lets what turns
// stray from the surface by half of w v h^2, both of first order over many steps; with that of when impulses act, both
// are of second order.
#pragma once

#include "abut/contact/find_contacts.h"
#include "abut/geometry/shape.h"
#include "abut/math/twist.h"

namespace abut::dynamics {

// A body of a contact, when it is found.
struct TurningBody {
  const geometry::Shape& shape;
  math::Mat3 R_WB;
  math::Vec3 p_WBcm;
  math::Twist V;
};

// 1/s: across the normal.
math::Vec3 compute_normal_rate(const contact::FoundContact& found, const TurningBody& a, const TurningBody& b);

}  // namespace abut::dynamics

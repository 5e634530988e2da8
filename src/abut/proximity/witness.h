// The closest points of two features that V-Clip found to be closest, with their distance and the direction between
// them.
//
// Near touch the difference of two rounded points says little about a direction. So where a feature fixes the direction
// it is taken from there: a face's normal, the cross product of two edges, the part of the difference that is
// perpendicular to an edge; and the distance is measured along it.
#pragma once

#include "abut/math/types.h"
#include "abut/proximity/feature_pair.h"
#include "abut/proximity/piece_pair.h"
#include "abut/proximity/vclip.h"

namespace abut::proximity {

// In B's frame; of the cores, radii play no part.
struct Witness {
  math::Vec3 p_BCa, p_BCb;
  math::Vec3 nhat_BA_B;                                 // unit: p_BCa = p_BCb + distance nhat_BA_B
  double distance = 0.0;                                // not negative
  NormalOrigin normal_origin = NormalOrigin::kWitness;  // kIndeterminate if the points coincide and no feature fixes it
};

// Precondition: vertex and vertex, vertex and edge, vertex and face, or two edges.
Witness compute_witness(const PieceRef& a, const PieceRef& b, const RelativePose& pose,
                        const ClosestFeatures& features);

}  // namespace abut::proximity

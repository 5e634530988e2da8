// A direction that parts the cores of two nodes at one instant, and how far apart they are along it, in plain doubles:
// a guess, which compute_clearance (relative_sweep.h) then proves or not.
//
// The nearest point to the origin of the difference of the cores is found by growing simplices of support points
// (Gilbert, Johnson and Keerthi 1988), nearest points of a simplex by regions. A nearest point this near to the origin
// has a poor direction; there the normal of the simplex, and of two features the normals and products of edges, are
// tried as well. Bounded: kMostSupports supports. Boxes count without their slack.
#pragma once

#include "abut/math/types.h"
#include "abut/scene/verify/feature_tree.h"
#include "abut/scene/verify/relative_sweep.h"

namespace abut::scene {

struct Parting {
  math::Vec3 n = math::Vec3::UnitZ();  // unit, in B's frame, from B towards A; the last guess where the cores overlap
  double gap = 0.0;                    // along n; not positive where they overlap
  double distance = 0.0;  // between a point of A's core and one of B's: not below the distance of the cores
};

// `start` is any guess.
Parting find_parting(const FeatureTree& a, const FeatureNode& node_a, const Placing& X_BA, const FeatureTree& b,
                     const FeatureNode& node_b, const math::Vec3& start);

// The same for two leaves: of what find_parting gives and all normals and products of edges, the direction with the
// largest gap.
Parting find_leaf_parting(const FeatureTree& a, const FeatureNode& leaf_a, const Placing& X_BA, const FeatureTree& b,
                          const FeatureNode& leaf_b, const math::Vec3& start);

}  // namespace abut::scene

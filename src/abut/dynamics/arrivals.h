// Contacts that begin within a step, and when.
#pragma once

#include <vector>

#include "abut/dynamics/settings.h"
#include "abut/dynamics/step_stage.h"

namespace abut::dynamics {

// When the first contact arrives: of those that carry an impulse and have not lasted from the step before, that which
// bodies reach first at more than the resting speed. As a share of the step in the stage: 0 for bodies that touch
// already, infinite where nothing arrives. From the velocities that bodies have at the start and, at the end, without
// the impulse of the contact: too early rather than too late.
double find_first_arrival(const StepStage& stage, const Settings& settings);

// m: of a contact where the step starts. Of one that certification found, as it was then, brought back with the speed
// that it had then: right where it was found soon. Bodies are not nearer than they are.
double compute_start_gap(const StepStage& stage, const StepContact& contact);

// Bodies that may meet each other within the step, and none besides, of which some arrive at others: those that move,
// and the fixed ones that they may meet. Ascending.
struct ArrivalCluster {
  std::vector<std::uint32_t> members;
  std::size_t num_moving = 0;
  bool has_bounce = false;  // some that arrive are not stopped
};

// Contacts of a cluster, at most, where some arrival bounces. Where all are stopped, which takes what it takes whenever
// it is told, and is followed for where it is that bodies turn, contacts times bodies that move: that is what it costs.
struct ClusterBounds {
  std::size_t bouncing = 64, stopping = 64;
};

// Clusters of at most so many contacts, with no body that sleeps, in the order of their least body. Bodies that arrive
// may go elsewhere than the step takes them, as far as their speeds take them: their candidate boxes grow by that, and
// pairs that this finds follow those of the stage.
std::vector<ArrivalCluster> find_arrival_clusters(StepStage& stage, std::span<const BodyModel> models,
                                                  const Settings& settings, const ClusterBounds& most = {});

}  // namespace abut::dynamics

// Contacts of two bodies that are nearly one, as one: meshes give many points where things touch once, and sweeps only
// push impulses to and fro between them.
//
// A contact joins the first cluster of its two bodies whose first contact has the same friction, a point within the
// distance that their groups allow, a normal within kMergeAngle, and a least speed as near as is asked: contacts whose
// least speeds the law tells apart do not share a load, only the one that asks for more carries. Members are compared
// with the first one only, in the order of their indices, so that clusters do not grow along a row of points, and
// depend on nothing else. A pair's contacts may lie in several groups.
//
// With n members, each has the share 1/n, and the merged contact
//
//   arms         the mean of theirs. The parts p_i = p / n have the force p, and about any point its moment
//   normal       the mean of theirs, normalised; delta is its largest angle to one of theirs
//   mu           tan(arctan mu - delta): a cone that lies within each of theirs, so that p_i lies in its own
//   least_speed  the largest of theirs
//   guess        the sum of theirs
//
// For delta not to use up friction, normals may differ by a quarter of it at most; those of contacts without friction
// not at all. What is merged stands in the group of its first member.
//
// The parts of an answer are no answer of the whole problem where bodies turn against each other, or where normals
// differ: points that lie apart have other velocities. What is left over is of the order of what was merged, and for
// the law to remove (cone_law.h).
//
// Cost: the square of a pair's contacts in comparisons, of one number where they lie apart; sorting the pairs. No
// allocation once the workspace has grown to the problem.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/response/contact_problem.h"

namespace abut::response {

inline constexpr double kMergeAngle = 1e-3;  // rad

// Room to work in.
class ContactMerger {
 public:
  // Whether there is anything to merge. Least speeds may differ by the bound, m/s, from that of a cluster's first
  // contact.
  bool merge(const ContactProblem& problem, double speed_bound);
  // The same with merged contacts, if there are any; its groups merge no further.
  const ContactProblem& merged() const { return merged_; }
  // Of every contact of the problem, the contact of merged() that it is part of.
  std::span<const std::uint32_t> targets() const { return targets_; }
  // The problem that was given, unmerged, with the parts of these impulses of merged() as its guess.
  const ContactProblem& split(const ContactProblem& problem, std::span<const math::Vec3> p);
  // The same with each impulse given to one member alone: to that which approaches most, with these velocities. Where
  // members are told apart it is the one that carries.
  const ContactProblem& gather(const ContactProblem& problem, std::span<const math::Vec3> p,
                               std::span<const math::Twist> V);

 private:
  // Groups of a pair that follow each other.
  struct Run {
    std::uint64_t pair = 0;
    std::uint32_t first = 0, end = 0;  // of contacts
    double distance_sq = 0.0;
  };
  // What a cluster adds up, besides its merged contact.
  struct Cluster {
    std::uint32_t count = 0, first = 0;
    math::Vec3 arm_a = math::Vec3::Zero(), arm_b = math::Vec3::Zero(), nhat = math::Vec3::Zero();  // less its first's
    double tilt = 0.0;                                                                             // tan delta
  };

  void list_runs(const ContactProblem& problem);
  bool find_clusters(const ContactProblem& problem, std::span<const Run> runs, double speed_bound);
  void make_merged(const ContactProblem& problem);
  void finish_merged(const ContactProblem& problem);

  std::vector<Run> runs_;              // by pair
  std::vector<std::uint32_t> heads_;   // the first contact of each cluster of a pair
  std::vector<double> distances_sq_;   // of those, what their groups allow
  std::vector<std::uint32_t> firsts_;  // of every contact, the first of its cluster
  std::vector<std::uint32_t> targets_;
  std::vector<Cluster> clusters_;  // of every merged contact
  std::vector<std::uint32_t> carriers_;
  std::vector<double> least_excesses_;  // m/s, of the carriers
  ContactProblem merged_, split_;
};

}  // namespace abut::response

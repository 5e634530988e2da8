#include "abut/view/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "abut/view/packet.h"

namespace abut::view {
namespace {

void append_vector(std::vector<double>& numbers, const math::Vec3& v) {
  numbers.insert(numbers.end(), {v.x(), v.y(), v.z()});
}

std::uint32_t count_missing(const std::vector<std::uint64_t>& ids, const std::vector<std::uint64_t>& among) {
  return static_cast<std::uint32_t>(std::count_if(
      ids.begin(), ids.end(), [&](std::uint64_t id) { return !std::binary_search(among.begin(), among.end(), id); }));
}

}  // namespace

void Series::add(const scene::TraceStep& step) {
  const dynamics::StepRecord& r = step.record;
  t_.push_back(r.t);
  kinetic_energy_.push_back(r.kinetic_energy);
  potential_energy_.push_back(r.potential_energy);
  for (std::size_t k = 0; k < energy_terms_.size(); ++k)
    energy_terms_[k].push_back(r.energy.*dynamics::kEnergyTerms[k].value);
  append_vector(momentum_, r.momentum);
  append_vector(angular_momentum_, r.angular_momentum);
  least_separation_.push_back(r.least_separation);
  lost_motion_.push_back(dynamics::compute_lost_motion(r));
  residual_.push_back(r.residual), error_.push_back(r.error), error_rms_.push_back(r.error_rms);
  const auto push = [](std::vector<std::uint32_t>& numbers, int n) {
    numbers.push_back(static_cast<std::uint32_t>(n));
  };
  push(impacts_, r.num_impacts), push(rounds_, r.num_rounds), push(substeps_, r.num_substeps);
  push(held_, r.num_held), push(asleep_, r.num_asleep), push(unsolved_, r.is_solved ? 0 : 1);
  contacts_.push_back(static_cast<std::uint32_t>(r.contacts.size()));
  count_changes(step);
}

// Of a step whose contacts were not recorded nothing is known: they count as those before.
void Series::count_changes(const scene::TraceStep& step) {
  if (!step.has_contacts) {
    contacts_.back() = static_cast<std::uint32_t>(ids_.size());
    born_.push_back(0), gone_.push_back(0);
    return;
  }
  std::vector<std::uint64_t> ids;
  for (const dynamics::ContactRecord& contact : step.record.contacts) ids.push_back(contact.id);
  std::sort(ids.begin(), ids.end());
  born_.push_back(count_missing(ids, ids_));
  gone_.push_back(count_missing(ids_, ids));
  ids_ = std::move(ids);
}

std::string Series::make_packet(std::int64_t first, std::int64_t count, std::uint64_t id) const {
  const std::int64_t begin = std::clamp<std::int64_t>(first - 1, 0, num_steps());
  const auto from = static_cast<std::size_t>(begin);
  const auto num = static_cast<std::size_t>(std::clamp<std::int64_t>(count, 0, num_steps() - begin));
  PacketWriter packet(fmt::format(R"({{"type": "series", "id": {}, "first": {}, "count": {}}})", id, begin + 1, num));
  const auto add = [&](const char* name, const auto& numbers, std::size_t each = 1) {
    packet.add(name, std::span(numbers).subspan(from * each, num * each));
  };
  add("t", t_);
  add("kinetic_energy", kinetic_energy_), add("potential_energy", potential_energy_);
  for (std::size_t k = 0; k < energy_terms_.size(); ++k) add(dynamics::kEnergyTerms[k].name, energy_terms_[k]);
  add("momentum", momentum_, 3), add("angular_momentum", angular_momentum_, 3);
  add("least_separation", least_separation_), add("lost_motion", lost_motion_), add("residual", residual_);
  add("error", error_), add("error_rms", error_rms_);
  add("contacts", contacts_), add("impacts", impacts_), add("born", born_), add("gone", gone_);
  add("rounds", rounds_), add("substeps", substeps_), add("held", held_), add("asleep", asleep_);
  add("unsolved", unsolved_);
  return packet.finish();
}

}  // namespace abut::view

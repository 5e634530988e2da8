#include "abut/scene/trace/trace_hand.h"

#include <algorithm>
#include <cmath>

#include "abut/dynamics/pull.h"
#include "abut/scene/trace/byte_codec.h"

namespace abut::scene {

std::string encode_hand(const Hand& hand) {
  ByteWriter writer;
  writer.put_f64(hand.friction);
  writer.put_vector(hand.gravity);
  writer.put_text(hand.law);
  writer.put_flag(hand.pull.has_value());
  if (hand.pull) {
    writer.put_id(hand.pull->body);
    writer.put_vector(hand.pull->p_BP);
    writer.put_vector(hand.pull->p_WT);
  }
  return std::string(writer.bytes());
}

std::optional<Hand> decode_hand(std::string_view bytes, std::size_t num_bodies) {
  ByteReader reader(bytes);
  Hand hand;
  hand.friction = reader.get_f64();
  hand.gravity = reader.get_vector();
  hand.law = reader.get_text();
  bool is_finite = std::isfinite(hand.friction) && hand.friction >= 0 && hand.gravity.allFinite();
  if (reader.get_flag()) {
    hand.pull.emplace();
    hand.pull->body = reader.get_id<BodyId>(num_bodies);
    hand.pull->p_BP = reader.get_vector();
    hand.pull->p_WT = reader.get_vector();
    is_finite = is_finite && hand.pull->p_BP.allFinite() && hand.pull->p_WT.allFinite();
  }
  const std::vector<std::string>& laws = response::get_law_names();
  const bool is_law = std::find(laws.begin(), laws.end(), hand.law) != laws.end();
  if (!reader.is_done() || !is_finite || !is_law) return std::nullopt;
  return hand;
}

HandOnRun::HandOnRun(const dynamics::Simulation& simulation)
    : settings_(simulation.settings()), hand_{1.0, settings_.gravity, settings_.law.name, std::nullopt} {}

void HandOnRun::set(const Hand& hand, dynamics::Simulation& simulation) {
  if (hand.friction != hand_.friction || hand.gravity != hand_.gravity || hand.law != hand_.law) {
    dynamics::Settings settings = settings_;
    settings.gravity = hand.gravity;
    settings.law.name = hand.law;
    for (dynamics::MaterialMeeting& meeting : settings.meetings) meeting.friction *= hand.friction;
    simulation.set_settings(std::move(settings));
  }
  if (hand_.pull && (!hand.pull || hand.pull->body != hand_.pull->body))
    simulation.set_load(hand_.pull->body, math::Vec3::Zero(), math::Vec3::Zero());
  hand_ = hand;
}

void HandOnRun::act(dynamics::Simulation& simulation) const {
  if (!hand_.pull) return;
  const std::size_t i = hand_.pull->body.index();
  const dynamics::Pull pull = dynamics::compute_pull(simulation.models()[i], simulation.state().bodies[i],
                                                     hand_.pull->p_BP, hand_.pull->p_WT, simulation.settings().step);
  simulation.set_load(hand_.pull->body, pull.force, pull.torque);
}

}  // namespace abut::scene

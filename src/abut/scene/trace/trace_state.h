// All that the next step of a simulation depends on, as bytes and back, to the bit: what a run goes on from that was
// killed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "abut/dynamics/simulation.h"

namespace abut::scene {

std::string encode_state(const dynamics::State& state);

// Nothing if the bytes are no state of these bodies: too few, too many, or a body, piece or feature named that is not
// there.
std::optional<dynamics::State> decode_state(std::string_view bytes, std::span<const dynamics::BodyModel> models);

}  // namespace abut::scene

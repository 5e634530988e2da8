// The name a user probably meant, for messages such as: unknown key "radios"; did you mean "radius"?
//
// Nearness is the number of letters to insert, drop, change or swap with their neighbour (no letter touched twice),
// capitals and small letters being one, '-' and '_' too. Cost: product of the lengths, for each candidate.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace abut {

// The candidate nearest to word, the first of several. Empty when none is near: the distance is at most a third of the
// longer length, rounded up; or else the word, of at least three letters, is the beginning of the candidate.
std::string find_nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace abut

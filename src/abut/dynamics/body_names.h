// How messages name bodies: as the scene does, or by their numbers where they have no names.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace abut::dynamics {

// bodies "peg" and "hole"
std::string name_bodies(std::span<const std::string> names, std::uint32_t a, std::uint32_t b);

}  // namespace abut::dynamics

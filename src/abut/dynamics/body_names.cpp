#include "abut/dynamics/body_names.h"

#include <fmt/format.h>

namespace abut::dynamics {
namespace {

std::string name_body(std::span<const std::string> names, std::uint32_t body) {
  return body < names.size() ? fmt::format("\"{}\"", names[body]) : fmt::format("body {}", body);
}

}  // namespace

std::string name_bodies(std::span<const std::string> names, std::uint32_t a, std::uint32_t b) {
  return fmt::format("bodies {} and {}", name_body(names, a), name_body(names, b));
}

}  // namespace abut::dynamics

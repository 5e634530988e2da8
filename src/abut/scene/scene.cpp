#include "abut/scene/scene.h"

#include <algorithm>
#include <cmath>

#include "abut/response/laws.h"

namespace abut::scene {

const std::vector<std::string>& get_law_names() {
  return response::get_law_names();
}

const std::vector<std::string>& get_impact_law_names() {
  static const std::vector<std::string> names = {"stronge", "newton", "poisson"};
  return names;
}

const std::vector<std::string>& get_impact_order_names() {
  static const std::vector<std::string> names = {"simultaneous", "sequential"};
  return names;
}

Meeting compute_meeting(const Scene& scene, MaterialId a, MaterialId b) {
  for (const MaterialPair& pair : scene.pairs) {
    if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)) return {pair.friction, pair.restitution};
  }
  const Material& m = scene.materials[a.index()];
  const Material& n = scene.materials[b.index()];
  // One root of each where their product leaves the range of doubles.
  const double product = m.friction * n.friction;
  const bool is_safe = std::isnormal(product) || m.friction == 0.0 || n.friction == 0.0;
  return {is_safe ? std::sqrt(product) : std::sqrt(m.friction) * std::sqrt(n.friction),
          std::max(m.restitution, n.restitution)};
}

}  // namespace abut::scene

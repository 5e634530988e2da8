// A feature of a shape: a vertex, edge or face of its boundary representation, or `cut`: not a feature of the shape at
// all, only where a piece was cut from its neighbour. Packed into 32 bits, since every feature of every piece carries
// one.
#pragma once

#include <compare>
#include <cstdint>

#include "abut/base/ids.h"

namespace abut::geometry {

enum class FeatureKind : std::uint8_t { kVertex = 0, kEdge = 1, kFace = 2, kCut = 3 };

class Feature {
 public:
  constexpr Feature() = default;  // a cut
  constexpr explicit Feature(VertexId v) : Feature(FeatureKind::kVertex, v.value()) {}
  constexpr explicit Feature(EdgeId e) : Feature(FeatureKind::kEdge, e.value()) {}
  constexpr explicit Feature(FaceId f) : Feature(FeatureKind::kFace, f.value()) {}
  static constexpr Feature cut() { return {}; }

  constexpr FeatureKind kind() const { return static_cast<FeatureKind>(bits_ >> 30); }
  constexpr bool is_cut() const { return kind() == FeatureKind::kCut; }
  // Preconditions: of that kind.
  constexpr VertexId vertex() const { return VertexId(bits_ & kIndexMask); }
  constexpr EdgeId edge() const { return EdgeId(bits_ & kIndexMask); }
  constexpr FaceId face() const { return FaceId(bits_ & kIndexMask); }

  constexpr std::uint32_t bits() const { return bits_; }  // another for every feature

  constexpr auto operator<=>(const Feature&) const = default;

 private:
  constexpr Feature(FeatureKind kind, std::uint32_t index)
      : bits_((static_cast<std::uint32_t>(kind) << 30) | (index & kIndexMask)) {}
  static constexpr std::uint32_t kIndexMask = (1u << 30) - 1;
  std::uint32_t bits_ = 0xffffffffu;
};

}  // namespace abut::geometry

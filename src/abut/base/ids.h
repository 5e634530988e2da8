// Ids are types: a FaceId cannot be passed where an EdgeId is meant. An id is an index into a flat array of its kind.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace abut {

// A 32-bit index that knows what it counts. Default-constructed, it is `none`.
template <class Tag>
class Id {
 public:
  constexpr Id() = default;
  template <class Integer>
  constexpr explicit Id(Integer index) : value_(static_cast<std::uint32_t>(index)) {}

  // The position in the array of its kind. Precondition: not none.
  constexpr std::size_t index() const { return value_; }
  constexpr std::uint32_t value() const { return value_; }
  constexpr bool is_none() const { return value_ == kNone; }

  constexpr auto operator<=>(const Id&) const = default;

  static constexpr Id none() { return Id(); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::uint32_t value_ = kNone;
};

// Of a mesh or its boundary representation.
using VertexId = Id<struct VertexTag>;
using TriangleId = Id<struct TriangleTag>;
using HalfEdgeId = Id<struct HalfEdgeTag>;
using EdgeId = Id<struct EdgeTag>;
using LoopId = Id<struct LoopTag>;
using FaceId = Id<struct FaceTag>;
using ShellId = Id<struct ShellTag>;
using ComponentId = Id<struct ComponentTag>;
using ContactFaceId = Id<struct ContactFaceTag>;
// Of a shape's convex pieces and of their tree.
using PieceId = Id<struct PieceTag>;
using NodeId = Id<struct NodeTag>;
// Of a scene.
using BodyId = Id<struct BodyTag>;
using MaterialId = Id<struct MaterialTag>;

}  // namespace abut

template <class Tag>
struct std::hash<abut::Id<Tag>> {
  std::size_t operator()(abut::Id<Tag> id) const noexcept { return id.value(); }
};

#include "abut/geometry/io/ply.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "abut/geometry/io/ply_header.h"
#include "abut/geometry/io/ply_source.h"

namespace abut::geometry {
namespace {

enum class Kind { kVertex, kFace, kEdge, kPoint, kOther };

// What a property is to us.
enum class Role { kNone, kX, kY, kZ, kCorners, kTail, kHead, kPoint };

struct RoleRule {
  Kind kind;
  std::string_view property;
  bool is_list;
  Role role;
};
constexpr std::array<RoleRule, 8> kRoles{{{Kind::kVertex, "x", false, Role::kX},
                                          {Kind::kVertex, "y", false, Role::kY},
                                          {Kind::kVertex, "z", false, Role::kZ},
                                          {Kind::kFace, "vertex_indices", true, Role::kCorners},
                                          {Kind::kFace, "vertex_index", true, Role::kCorners},
                                          {Kind::kEdge, "vertex1", false, Role::kTail},
                                          {Kind::kEdge, "vertex2", false, Role::kHead},
                                          {Kind::kPoint, "vertex_index", false, Role::kPoint}}};

struct KindRule {
  Kind kind;
  std::string_view element;
  std::ptrdiff_t num_roles;
  std::string_view needs;
};
constexpr std::array<KindRule, 4> kKinds{{{Kind::kVertex, "vertex", 3, "numbers x, y, z"},
                                          {Kind::kFace, "face", 1, "a list vertex_indices or vertex_index"},
                                          {Kind::kEdge, "edge", 2, "integers vertex1, vertex2"},
                                          {Kind::kPoint, "point", 1, "an integer vertex_index"}}};

Kind find_kind(const PlyElement& element) {
  for (const KindRule& rule : kKinds) {
    if (rule.element == element.name) return rule.kind;
  }
  return Kind::kOther;
}

Role find_role(Kind kind, const PlyProperty& property) {
  for (const RoleRule& rule : kRoles) {
    if (rule.kind == kind && rule.property == property.name && rule.is_list == property.is_list) return rule.role;
  }
  return Role::kNone;
}

// The roles of the element's properties. Throws InputError unless each role of its kind is filled once.
std::vector<Role> find_roles(const PlyElement& element, Kind kind, std::string_view file) {
  std::vector<Role> roles;
  for (const PlyProperty& property : element.properties) roles.push_back(find_role(kind, property));
  if (kind == Kind::kOther) return roles;
  const KindRule& rule = kKinds[static_cast<std::size_t>(kind)];
  std::vector<Role> filled = roles;
  std::erase(filled, Role::kNone);
  std::sort(filled.begin(), filled.end());
  const bool is_unique = std::adjacent_find(filled.begin(), filled.end()) == filled.end();
  if (!is_unique || std::ssize(filled) != rule.num_roles) {
    throw_fault(file, element.place, fmt::format("an element {} needs {}, once each", rule.element, rule.needs),
                "export the file again, with positions and faces");
  }
  return roles;
}

template <class Source>
class PlyReader {
 public:
  PlyReader(std::string_view bytes, const PlyHeader& header, MeshCollector& collector)
      : header_(header), collector_(collector), source_(bytes, collector.file(), header) {
    for (const PlyElement& element : header.elements) {
      if (find_kind(element) == Kind::kVertex) num_vertices_ = element.count;
    }
  }

  MeshFile read() {
    for (const PlyElement& element : header_.elements) read_elements(element);
    if (source_.has_more()) collector_.add_note("what follows the last element was skipped");
    return collector_.finish(MeshFormat::kPly);
  }

 private:
  void read_elements(const PlyElement& element) {
    if (element.count == 0 || element.properties.empty()) return;
    const Kind kind = find_kind(element);
    const std::vector<Role> roles = find_roles(element, kind, collector_.file());
    if (kind == Kind::kVertex) collector_.mesh().vertices.reserve(element.count);
    if (kind == Kind::kFace) collector_.mesh().triangles.reserve(element.count);
    if (kind == Kind::kOther) {
      collector_.add_note(fmt::format("{} elements {} were skipped", element.count, make_quote(element.name)));
    }
    for (std::size_t i = 0; i < element.count; ++i) {
      source_.begin(element, i);
      for (std::size_t k = 0; k < roles.size(); ++k) read_property(element.properties[k], roles[k]);
      source_.end();
      add_element(kind);
    }
  }

  void read_property(const PlyProperty& property, Role role) {
    switch (role) {
      case Role::kX:
        p_.x() = source_.read_number(property.type);
        break;
      case Role::kY:
        p_.y() = source_.read_number(property.type);
        break;
      case Role::kZ:
        p_.z() = source_.read_number(property.type);
        break;
      case Role::kCorners:
        read_corners(property);
        break;
      case Role::kTail:
        tail_ = read_vertex(property.type);
        break;
      case Role::kHead:
        head_ = read_vertex(property.type);
        break;
      case Role::kPoint:
        tail_ = read_vertex(property.type);
        break;
      case Role::kNone:
        source_.skip(property.type, property.is_list ? read_length(property) : 1);
        break;
    }
  }

  void add_element(Kind kind) {
    switch (kind) {
      case Kind::kVertex:
        collector_.add_vertex(p_, source_.place());
        break;
      case Kind::kFace:
        collector_.add_polygon(corners_, source_.place());
        break;
      case Kind::kEdge:
        collector_.add_segment(tail_, head_, source_.place());
        break;
      case Kind::kPoint:
        collector_.add_point(tail_, source_.place());
        break;
      case Kind::kOther:
        break;
    }
  }

  void read_corners(const PlyProperty& property) {
    corners_.clear();
    for (std::size_t n = read_length(property); n > 0; --n) corners_.push_back(read_vertex(property.type));
  }

  std::size_t read_length(const PlyProperty& property) {
    const std::int64_t length = source_.read_integer(property.count_type);
    if (length < 0) fail(fmt::format("a list of {} items", length), "export the file again");
    return static_cast<std::size_t>(length);
  }

  std::uint32_t read_vertex(PlyType type) {
    const std::int64_t v = source_.read_integer(type);
    if (v < 0 || v >= static_cast<std::int64_t>(num_vertices_)) {
      fail(fmt::format("vertex {} does not exist: the file has {} vertices, counted from 0", v, num_vertices_),
           "correct the number, or export the file again");
    }
    return static_cast<std::uint32_t>(v);
  }

  [[noreturn]] void fail(std::string fault, std::string remedy) const {
    throw_fault(collector_.file(), source_.place(), std::move(fault), std::move(remedy));
  }

  const PlyHeader& header_;
  MeshCollector& collector_;
  Source source_;
  std::size_t num_vertices_ = 0;
  // Of the current element.
  math::Vec3 p_ = math::Vec3::Zero();
  std::uint32_t tail_ = 0, head_ = 0;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

MeshFile read_ply(std::string_view bytes, MeshCollector& collector) {
  const PlyHeader header = read_ply_header(bytes, collector.file());
  switch (header.encoding) {
    case PlyEncoding::kLittleEndian:
      return PlyReader<PlyBinarySource<std::endian::little>>(bytes, header, collector).read();
    case PlyEncoding::kBigEndian:
      return PlyReader<PlyBinarySource<std::endian::big>>(bytes, header, collector).read();
    case PlyEncoding::kText:
      break;
  }
  return PlyReader<PlyTextSource>(bytes, header, collector).read();
}

}  // namespace abut::geometry

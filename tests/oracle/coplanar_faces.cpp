#include "oracle/coplanar_faces.h"

#include <algorithm>
#include <set>

namespace abut::oracle {
namespace {

struct Plane {
  RVec3 normal;  // not unit
  Rational offset;
  bool has_area() const { return dot(normal, normal) != 0; }
};

RVec3 point(const geometry::Mesh& mesh, VertexId v) {
  return exact(mesh.vertices[v.index()]);
}

Plane plane_of(const geometry::Mesh& mesh, const geometry::Triangle& t) {
  const RVec3 a = point(mesh, t[0]);
  const RVec3 normal = cross(point(mesh, t[1]) - a, point(mesh, t[2]) - a);
  return {normal, dot(normal, a)};
}

// The same plane and the same side of it.
bool is_same(const Plane& p, const Plane& q) {
  const RVec3 turn = cross(p.normal, q.normal);
  return p.has_area() && q.has_area() && dot(turn, turn) == 0 && dot(p.normal, q.normal) > 0 &&
         p.offset * dot(q.normal, q.normal) == q.offset * dot(p.normal, q.normal);
}

struct Side {
  std::size_t triangle;
  bool is_upward;  // from the lower to the higher vertex
};

std::map<EdgeEnds, std::vector<Side>> sides_of_edges(const geometry::Mesh& mesh) {
  std::map<EdgeEnds, std::vector<Side>> edges;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const VertexId a = mesh.triangles[t][k], b = mesh.triangles[t][(k + 1) % 3];
      edges[{std::min(a, b), std::max(a, b)}].push_back({t, a < b});
    }
  }
  return edges;
}

Angle angle_between(const geometry::Mesh& mesh, const geometry::Triangle& s, const geometry::Triangle& t) {
  const Plane p = plane_of(mesh, s), q = plane_of(mesh, t);
  if (is_same(p, q)) return Angle::kInsideFace;
  Rational height = 0;  // of t's third vertex above s
  for (const VertexId v : t) {
    const Rational h = dot(p.normal, point(mesh, v)) - p.offset;
    if (h != 0) height = h;
  }
  return height < 0 ? Angle::kConvex : height > 0 ? Angle::kReflex : Angle::kFlat;
}

}  // namespace

std::map<EdgeEnds, Angle> classify_edges(const geometry::Mesh& mesh) {
  std::map<EdgeEnds, Angle> result;
  for (const auto& [ends, sides] : sides_of_edges(mesh)) {
    if (sides.size() == 1) {
      result[ends] = Angle::kBorder;
    } else if (sides.size() > 2 || sides[0].is_upward == sides[1].is_upward) {
      result[ends] = Angle::kNonManifold;
    } else {
      result[ends] = angle_between(mesh, mesh.triangles[sides[0].triangle], mesh.triangles[sides[1].triangle]);
    }
  }
  return result;
}

std::vector<std::size_t> group_faces(const geometry::Mesh& mesh) {
  const std::map<EdgeEnds, Angle> angles = classify_edges(mesh);
  const std::map<EdgeEnds, std::vector<Side>> edges = sides_of_edges(mesh);
  std::vector<std::size_t> lowest(mesh.triangles.size());
  for (std::size_t t = 0; t < lowest.size(); ++t) lowest[t] = t;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (const auto& [ends, sides] : edges) {
      if (angles.at(ends) != Angle::kInsideFace) continue;
      std::size_t &s = lowest[sides[0].triangle], &t = lowest[sides[1].triangle];
      is_changed |= s != t;
      s = t = std::min(s, t);
    }
  }
  return lowest;
}

std::vector<VertexId> find_corners(const geometry::Mesh& mesh) {
  // The other ends of the edges at each vertex, without those inside faces.
  std::map<VertexId, std::vector<VertexId>> ends_at;
  for (const auto& [ends, angle] : classify_edges(mesh)) {
    if (angle == Angle::kInsideFace) continue;
    ends_at[ends.first].push_back(ends.second);
    ends_at[ends.second].push_back(ends.first);
  }
  std::vector<VertexId> corners;
  for (const auto& [v, others] : ends_at) {
    if (others.size() == 2) {
      const RVec3 in = point(mesh, v) - point(mesh, others[0]), out = point(mesh, others[1]) - point(mesh, v);
      const RVec3 turn = cross(in, out);
      if (dot(turn, turn) == 0 && dot(in, out) > 0) continue;
    }
    corners.push_back(v);
  }
  return corners;
}

Rational compute_volume(const geometry::Mesh& mesh) {
  Rational sum = 0;
  for (const geometry::Triangle& t : mesh.triangles) {
    sum += dot(point(mesh, t[0]), cross(point(mesh, t[1]), point(mesh, t[2])));
  }
  return sum / 6;
}

}  // namespace abut::oracle

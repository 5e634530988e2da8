#include "abut/geometry/pieces/part_cuts.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace abut::geometry {
namespace {

using Point = std::array<double, 3>;
using FaceOutline = std::vector<Point>;  // the least first, then along the border

FaceOutline turned_to_least(FaceOutline corners) {
  std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
  return corners;
}

FaceOutline collect_corners(const Brep& brep, FaceId face) {
  FaceOutline corners;
  const HalfEdgeId first = brep.loops[brep.faces[face.index()].first_loop].half_edge;
  HalfEdgeId h = first;
  do {
    const HalfEdge& half_edge = brep.half_edges[h.index()];
    const math::Vec3& p = brep.vertices[half_edge.origin.index()];
    corners.push_back({p[0], p[1], p[2]});
    h = half_edge.next;
  } while (h != first);
  return corners;
}

// The faces of all parts, by their corners.
std::set<FaceOutline> collect_faces(std::span<const Brep> parts) {
  std::set<FaceOutline> faces;
  for (const Brep& part : parts) {
    for (std::size_t f = 0; f < part.faces.size(); ++f) faces.insert(turned_to_least(collect_corners(part, FaceId(f))));
  }
  return faces;
}

// One flag for each face of the part. No convex part has an opposite to a face of its own.
std::vector<char> find_cut_faces(const Brep& part, const std::set<FaceOutline>& faces) {
  std::vector<char> is_cut(part.faces.size(), 0);
  for (std::size_t f = 0; f < is_cut.size(); ++f) {
    FaceOutline opposite = collect_corners(part, FaceId(f));
    std::reverse(opposite.begin(), opposite.end());
    is_cut[f] = faces.contains(turned_to_least(std::move(opposite)));
  }
  return is_cut;
}

SolidSources make_sources(const Brep& part, const BrepOffsets& at, const std::vector<char>& is_cut_face) {
  // A feature is a cut unless a face that is none has it.
  SolidSources sources{std::vector<Feature>(part.vertices.size()), std::vector<Feature>(part.edges.size()),
                       std::vector<Feature>(part.faces.size())};
  for (std::size_t f = 0; f < part.faces.size(); ++f) {
    if (!is_cut_face[f]) sources.faces[f] = Feature(FaceId(at.faces + f));
  }
  for (const HalfEdge& h : part.half_edges) {
    if (is_cut_face[h.face.index()]) continue;
    sources.edges[h.edge.index()] = Feature(EdgeId(at.edges + h.edge.value()));
    sources.vertices[h.origin.index()] = Feature(VertexId(at.vertices + h.origin.value()));
  }
  return sources;
}

}  // namespace

std::vector<SolidSources> make_part_sources(std::span<const Brep> parts, const JoinedBrep& joined) {
  const std::set<FaceOutline> faces = collect_faces(parts);
  std::vector<SolidSources> sources;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sources.push_back(make_sources(parts[i], joined.offsets[i], find_cut_faces(parts[i], faces)));
  }
  return sources;
}

}  // namespace abut::geometry

#include "abut/geometry/brep/contact_faces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

namespace abut::geometry {
namespace {

using math::Vec3;

struct FacePlane {
  Vec3 normal;
  double offset;
};

// Calls visit(half-edge) for every half-edge of the face.
template <class Visit>
void for_each_half_edge(const Brep& brep, FaceId f, Visit visit) {
  const Face& face = brep.faces[f.index()];
  for (std::uint32_t l = 0; l < face.num_loops; ++l) {
    const HalfEdgeId first = brep.loops[face.first_loop + l].half_edge;
    HalfEdgeId h = first;
    do {
      visit(brep.half_edges[h.index()]);
      h = brep.half_edges[h.index()].next;
    } while (h != first);
  }
}

double compute_area(const Brep& brep, FaceId f) {
  const Face& face = brep.faces[f.index()];
  double area = 0.0;
  for (std::uint32_t i = 0; i < face.num_triangles; ++i) {
    const auto& [a, b, c] = brep.triangles[brep.face_triangles[face.first_triangle + i].index()];
    const Vec3& origin = brep.vertices[a.index()];
    area += 0.5 * (brep.vertices[b.index()] - origin).cross(brep.vertices[c.index()] - origin).norm();
  }
  return area;
}

class ContactFaceMaker {
 public:
  ContactFaceMaker(Brep& brep, const ContactFaceTolerance& tolerance) : brep_(brep), height_(tolerance.height) {
    // Two unit vectors at the angle a are 2 sin(a / 2) >= a - a^3 / 24 apart, so within that they are within a.
    const double angle = std::min(tolerance.angle, 1.0);
    chord_ = angle - angle * angle * angle / 24.0;
  }

  void make() {
    areas_.resize(brep_.faces.size());
    for (std::size_t f = 0; f < areas_.size(); ++f) areas_[f] = compute_area(brep_, FaceId(f));
    std::vector<std::uint32_t> order(brep_.faces.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t f, std::uint32_t g) { return areas_[f] != areas_[g] ? areas_[f] > areas_[g] : f < g; });
    for (const std::uint32_t seed : order) {
      if (brep_.faces[seed].contact_face.is_none()) grow_from(FaceId(seed));
    }
  }

 private:
  void grow_from(FaceId seed) {
    const ContactFaceId id(brep_.contact_faces.size());
    const std::size_t begin = brep_.contact_face_faces.size();
    const Face& seed_face = brep_.faces[seed.index()];
    const FacePlane seed_plane{seed_face.normal, seed_face.offset};
    const auto take = [&](FaceId f) {
      brep_.faces[f.index()].contact_face = id;
      brep_.contact_face_faces.push_back(f);
    };
    take(seed);
    for (std::size_t i = begin; i < brep_.contact_face_faces.size(); ++i) {
      for_each_half_edge(brep_, brep_.contact_face_faces[i], [&](const HalfEdge& half_edge) {
        const EdgeKind kind = brep_.edges[half_edge.edge.index()].kind;
        if (kind != EdgeKind::kConvex && kind != EdgeKind::kReflex) return;
        const FaceId neighbour = brep_.half_edges[half_edge.mate.index()].face;
        if (brep_.faces[neighbour.index()].contact_face.is_none() && is_near(neighbour, seed_plane)) take(neighbour);
      });
    }
    const std::span<const FaceId> members = std::span(brep_.contact_face_faces).subspan(begin);
    const FacePlane mean = members.size() == 1 ? seed_plane : compute_mean_plane(members);
    const bool is_mean_near = std::all_of(members.begin(), members.end(), [&](FaceId f) { return is_near(f, mean); });
    const FacePlane& plane = is_mean_near ? mean : seed_plane;
    brep_.contact_faces.push_back(
        {plane.normal, plane.offset, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(members.size())});
  }

  bool is_near(FaceId f, const FacePlane& plane) const {
    const Vec3& normal = brep_.faces[f.index()].normal;
    if (normal == Vec3::Zero() || (normal - plane.normal).squaredNorm() > chord_ * chord_) return false;
    double greatest = 0.0;
    for_each_half_edge(brep_, f, [&](const HalfEdge& half_edge) {
      greatest = std::max(greatest, std::abs(plane.normal.dot(point(half_edge.origin)) - plane.offset));
    });
    return greatest <= height_;
  }

  FacePlane compute_mean_plane(std::span<const FaceId> members) const {
    Vec3 sum = Vec3::Zero();
    for (const FaceId f : members) sum += areas_[f.index()] * brep_.faces[f.index()].normal;
    const Vec3 normal = sum / sum.norm();
    double least = std::numeric_limits<double>::infinity(), greatest = -least;
    for (const FaceId f : members) {
      for_each_half_edge(brep_, f, [&](const HalfEdge& half_edge) {
        const double height = normal.dot(point(half_edge.origin));
        least = std::min(least, height);
        greatest = std::max(greatest, height);
      });
    }
    return {normal, 0.5 * least + 0.5 * greatest};
  }

  const Vec3& point(VertexId v) const { return brep_.vertices[v.index()]; }

  Brep& brep_;
  double height_;
  double chord_ = 0.0;
  std::vector<double> areas_;
};

void make_single_contact_faces(Brep& brep) {
  for (std::size_t f = 0; f < brep.faces.size(); ++f) {
    Face& face = brep.faces[f];
    face.contact_face = ContactFaceId(f);
    brep.contact_faces.push_back({face.normal, face.offset, static_cast<std::uint32_t>(f), 1});
    brep.contact_face_faces.emplace_back(f);
  }
}

}  // namespace

void update_contact_faces(Brep& brep, const ContactFaceTolerance& tolerance) {
  brep.contact_faces.clear();
  brep.contact_face_faces.clear();
  brep.contact_face_faces.reserve(brep.faces.size());
  for (Face& face : brep.faces) face.contact_face = ContactFaceId();
  if (tolerance.angle > 0.0 && tolerance.height > 0.0) {
    ContactFaceMaker(brep, tolerance).make();
  } else {
    brep.contact_faces.reserve(brep.faces.size());
    make_single_contact_faces(brep);
  }
}

}  // namespace abut::geometry

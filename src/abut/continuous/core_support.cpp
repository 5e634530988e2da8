#include "abut/continuous/core_support.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "abut/geometry/pieces/polygon_plane.h"

namespace abut::continuous {
namespace {

using geometry::ConvexPieces;
using geometry::kUnitRoundoff;
using math::Vec3;
using proximity::PieceFeature;
using proximity::PieceRef;

// Below this many vertices looking at all of them costs less than a cone of normals.
constexpr std::uint32_t kFewVertices = 24;

// A dot product of three terms is off by at most 3 u sum |d_i v_i| <= 3 u |d| |v|, and |d| <= 2.
constexpr double kDotBound = 8 * kUnitRoundoff;

// No vertex of the piece is farther beyond the rounded plane of a face, in units of the reach M: the true normal is
// within kNormalBound of the rounded one, which at a distance of at most 2 M from a corner makes 2 kNormalBound, and
// the plane is off by kNormalBound D + kOffsetBound M at the corner, D <= 2 M (polygon_plane.h).
constexpr double kFaceBound = 4 * geometry::kNormalBound + geometry::kOffsetBound;

double scan_vertices(const PieceRef& ref, const Vec3& d) {
  double farthest = -std::numeric_limits<double>::infinity();
  for (const geometry::PieceVertex& v : ref.pieces.vertices_of(ref.id)) farthest = std::max(farthest, d.dot(v.p));
  return farthest + kDotBound * ref.piece().reach;
}

// From mu, not negative, of some faces. The sums are off by at most 8 u of sum mu M and |d| M.
double bound_by_faces(const PieceRef& ref, const Vec3& d, std::span<const std::uint32_t> faces, Vec3 mu) {
  Vec3 rho = d;
  double sum = 0, total = 0;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const double m = std::max(mu[static_cast<Eigen::Index>(i)], 0.0);
    const geometry::PieceFace& face = ref.pieces.faces[faces[i]];
    rho -= m * face.normal;
    sum += m * face.offset;
    total += m;
  }
  const double reach = ref.piece().reach;
  return sum + (kFaceBound * total + 16 * kUnitRoundoff * (total + 2) + rho.norm() * (1 + kDotBound)) * reach;
}

double bound_by_edge(const PieceRef& ref, const Vec3& d, std::uint32_t left, std::uint32_t right) {
  const Vec3 &n = ref.pieces.faces[left].normal, &m = ref.pieces.faces[right].normal;
  const double c = n.dot(m), dn = d.dot(n), dm = d.dot(m), det = 1 - c * c;
  const std::array faces{left, right};
  return bound_by_faces(ref, d, faces, {(dn - c * dm) / det, (dm - c * dn) / det, 0.0});
}

// The face on the left of the spoke, seen from its vertex: it lies between this spoke and the next.
std::uint32_t find_face_after(const ConvexPieces& pieces, std::uint32_t vertex, const geometry::PieceSpoke& spoke) {
  const geometry::PieceEdge& e = pieces.edges[spoke.edge];
  return pieces.half_edges[e.tail == vertex ? e.left : e.right].face;
}

// The cone of a vertex's normals is cut into triangles a, b, c that share the first of them, and d = mu_a a + mu_b b +
// mu_c c for the one it is in: there c . (a x d) and b . (a x d), which are mu_b and -mu_c times a . (b x c), have
// unlike signs. Infinite if it is in none. Any triangle, and any mu, would give a bound; only a poor one.
double bound_by_vertex(const PieceRef& ref, const Vec3& d, std::uint32_t vertex) {
  constexpr double kSlack = 1e-12;  // of d: it may be in the plane of two normals, and is not exactly a support
  const auto spokes = ref.pieces.spokes_of(vertex);
  std::array<std::uint32_t, 3> faces{find_face_after(ref.pieces, vertex, spokes[0]),
                                     find_face_after(ref.pieces, vertex, spokes[1]), 0};
  const Vec3 &a = ref.pieces.faces[faces[0]].normal, ad = a.cross(d);
  double at_b = ref.pieces.faces[faces[1]].normal.dot(ad);
  for (std::size_t i = 2; i < spokes.size(); ++i, faces[1] = faces[2]) {
    faces[2] = find_face_after(ref.pieces, vertex, spokes[i]);
    const Vec3 &b = ref.pieces.faces[faces[1]].normal, &c = ref.pieces.faces[faces[2]].normal;
    const double at_c = c.dot(ad);
    if (at_b <= kSlack && at_c >= -kSlack) {
      const Vec3 bc = b.cross(c), mu = Vec3(d.dot(bc), at_c, -at_b) / a.dot(bc);
      if (mu.minCoeff() >= -kSlack) return bound_by_faces(ref, d, faces, mu);
    }
    at_b = at_c;
  }
  return std::numeric_limits<double>::infinity();
}

double bound_by_feature(const PieceRef& ref, const Vec3& d, PieceFeature feature) {
  const ConvexPieces& pieces = ref.pieces;
  if (feature.is_vertex()) return bound_by_vertex(ref, d, feature.index());
  if (feature.is_edge()) {
    const geometry::PieceEdge& e = pieces.edges[feature.index()];
    return bound_by_edge(ref, d, pieces.half_edges[e.left].face, pieces.half_edges[e.right].face);
  }
  const std::array faces{feature.index()};
  return bound_by_faces(ref, d, faces, {d.dot(pieces.faces[feature.index()].normal), 0.0, 0.0});
}

std::uint32_t find_vertex(const ConvexPieces& pieces, PieceFeature feature) {
  if (feature.is_vertex()) return feature.index();
  if (feature.is_edge()) return pieces.edges[feature.index()].tail;
  return pieces.origin_of(pieces.faces[feature.index()].first_half_edge);
}

}  // namespace

double compute_support_bound(const PieceRef& ref, const Vec3& d, PieceFeature farthest) {
  const geometry::Piece& piece = ref.piece();
  if (piece.kind != geometry::PieceKind::kSolid || piece.num_vertices <= kFewVertices) return scan_vertices(ref, d);
  constexpr double kTight = 0x1p-40;  // of the reach: what a bound may exceed a vertex by before all are looked at
  const double bound = bound_by_feature(ref, d, farthest);
  const double reached = d.dot(ref.pieces.vertices[find_vertex(ref.pieces, farthest)].p);
  return bound <= reached + kTight * piece.reach ? bound : scan_vertices(ref, d);
}

}  // namespace abut::continuous

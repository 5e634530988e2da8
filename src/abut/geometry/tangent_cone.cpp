#include "abut/geometry/tangent_cone.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace abut::geometry {
namespace {

using math::Vec3;

// What points through a plane by less than this is rounding.
constexpr double kThroughBound = 1e-12;
// Normals nearer to each other than 1e-6, or three nearer to one plane, are taken for fewer: the share of each would be
// known to 1e-16 / 1e-12 only.
constexpr double kDependentBound = 1e-12;
// Normals that are taken in. What is left of n falls with every one; reaching this leaves it too large by what the
// last few would have taken away.
constexpr int kMostNormals = 64;

// Calls visit(normal, height of the point over the plane) for each half-space that the piece is of.
template <class Visit>
void visit_half_spaces(const ConvexPieces& pieces, const Piece& piece, const Vec3& point, const Visit& visit) {
  const auto faces = std::span(pieces.faces).subspan(piece.first_face, piece.num_faces);
  for (const PieceFace& face : faces) visit(face.normal, face.normal.dot(point) - face.offset);
  if (piece.kind != PieceKind::kPolygon) return;
  visit(-faces[0].normal, faces[0].offset - faces[0].normal.dot(point));
  for (const PieceHalfEdge& side : pieces.half_edges_of(piece.first_face))
    visit(side.side_normal, side.side_normal.dot(point) - side.side_offset);
}

// What is left of n without the part that lies in the cone of the normals taken in so far.
class ConeRest {
 public:
  explicit ConeRest(const Vec3& n) : n_(n), rest_(n) {}

  const Vec3& get() const { return rest_; }

  // Takes in a normal that the rest points along: it is one of those that the new rest is perpendicular to, together
  // with at most two of the others. False if nothing is gained.
  bool take_in(const Vec3& a) {
    const std::array<Vec3, 3> others = normals_;
    const std::size_t num_others = num_normals_;
    best_sq_ = rest_.squaredNorm();
    const double before_sq = best_sq_;
    try_alone(a);
    for (std::size_t i = 0; i < num_others; ++i) try_two(a, others[i]);
    for (std::size_t i = 0; i < num_others; ++i)
      for (std::size_t k = 0; k < i; ++k) try_three(a, others[i], others[k]);
    return best_sq_ < before_sq;
  }

 private:
  void keep(const Vec3& rest, const std::array<Vec3, 3>& normals, std::size_t num) {
    if (!(rest.squaredNorm() < best_sq_)) return;
    best_sq_ = rest.squaredNorm(), rest_ = rest, normals_ = normals, num_normals_ = num;
  }
  void try_alone(const Vec3& a) { keep(n_ - a.dot(n_) * a, {a}, 1); }
  // n = x a + y b + rest, x and y not negative.
  void try_two(const Vec3& a, const Vec3& b) {
    const double c = a.dot(b), det = 1 - c * c;
    if (det < kDependentBound) return;
    const double x = (a.dot(n_) - c * b.dot(n_)) / det, y = (b.dot(n_) - c * a.dot(n_)) / det;
    if (x >= 0 && y >= 0) keep(n_ - x * a - y * b, {a, b}, 2);
  }
  // n = x a + y b + z c: nothing is left.
  void try_three(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double det = a.dot(b.cross(c));
    if (std::abs(det) < kDependentBound) return;
    const double x = n_.dot(b.cross(c)) / det, y = n_.dot(c.cross(a)) / det, z = n_.dot(a.cross(b)) / det;
    if (x >= 0 && y >= 0 && z >= 0) keep(Vec3::Zero(), {a, b, c}, 3);
  }

  Vec3 n_, rest_;
  std::array<Vec3, 3> normals_{};
  std::size_t num_normals_ = 0;
  double best_sq_ = 0.0;
};

std::optional<double> find_rise_of_planes(const ConvexPieces& pieces, const Piece& piece, const Vec3& point,
                                          const Vec3& direction, double tolerance) {
  bool is_beyond = false;
  visit_half_spaces(pieces, piece, point, [&](const Vec3&, double height) { is_beyond |= height > tolerance; });
  if (is_beyond) return std::nullopt;
  ConeRest rest(direction);
  for (int i = 0; i < kMostNormals; ++i) {
    Vec3 steepest = Vec3::Zero();
    double most = kThroughBound;
    visit_half_spaces(pieces, piece, point, [&](const Vec3& normal, double height) {
      if (height < -tolerance || !(normal.dot(rest.get()) > most)) return;
      most = normal.dot(rest.get()), steepest = normal;
    });
    if (most == kThroughBound || !rest.take_in(steepest)) break;
  }
  return rest.get().norm();
}

std::optional<double> find_rise_of_segment(const Vec3& tail, const Vec3& head, const Vec3& point, const Vec3& direction,
                                           double tolerance) {
  const double length = (head - tail).norm();
  const Vec3 along = (head - tail) / length, from_tail = point - tail;
  const double place = along.dot(from_tail);
  if (place < -tolerance || place > length + tolerance || (from_tail - place * along).norm() > tolerance)
    return std::nullopt;
  double rise = 0.0;
  if (place < length - tolerance) rise = std::max(rise, along.dot(direction));
  if (place > tolerance) rise = std::max(rise, -along.dot(direction));
  return rise;
}

}  // namespace

std::optional<double> find_rise(const ConvexPieces& pieces, PieceId id, const Vec3& point, const Vec3& direction,
                                double tolerance) {
  const Piece& piece = pieces.pieces[id.index()];
  const std::span<const PieceVertex> vertices = pieces.vertices_of(id);
  switch (piece.kind) {
    case PieceKind::kPoint:
      return (point - vertices[0].p).norm() <= tolerance ? std::optional(0.0) : std::nullopt;
    case PieceKind::kSegment:
      return find_rise_of_segment(vertices[0].p, vertices[1].p, point, direction, tolerance);
    default:
      return find_rise_of_planes(pieces, piece, point, direction, tolerance);
  }
}

}  // namespace abut::geometry

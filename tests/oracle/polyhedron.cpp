#include "oracle/polyhedron.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "oracle/rotation.h"

namespace abut::oracle {
namespace {

using math::Pose;
using math::Vec3;

int find_exponent_of_points(std::span<const Vec3> points) {
  int exponent = std::numeric_limits<int>::max();
  for (const Vec3& p : points) exponent = std::min(exponent, find_exponent(p));
  return exponent;
}

IVec3 make_integers(const Vec3& v, int exponent) {
  return {make_integer(v[0], exponent), make_integer(v[1], exponent), make_integer(v[2], exponent)};
}

// A multiple of the quaternion: as good as it, since |q|^2 is divided out in the end.
std::array<Integer, 4> make_integers(const math::Quat& q) {
  const int exponent = find_exponent(q.coeffs());
  return {make_integer(q.w(), exponent), make_integer(q.x(), exponent), make_integer(q.y(), exponent),
          make_integer(q.z(), exponent)};
}

Integer norm_sq(const std::array<Integer, 4>& q) {
  return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
}

// Where A's origin is from B's, in the world, as a difference of whole numbers.
IVec3 subtract(const Vec3& p_WA, const Vec3& p_WB, int exponent) {
  return make_integers(p_WA, exponent) - make_integers(p_WB, exponent);
}

Rational power_of_two(int exponent) {
  const Integer power = Integer(1) << static_cast<unsigned>(std::abs(exponent));
  return exponent >= 0 ? Rational(power) : Rational(1) / Rational(power);
}

// All of them at once: the exponent of zeros alone is any.
int find_common_exponent(std::initializer_list<int> exponents) {
  const int least = std::min(exponents);
  return least == std::numeric_limits<int>::max() ? 0 : least;
}

bool is_zero(const IVec3& v) {
  return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

std::vector<IVec3> make_whole_vertices(const std::vector<Vec3>& vertices) {
  const int exponent = find_common_exponent({find_exponent_of_points(vertices)});
  std::vector<IVec3> whole;
  for (const Vec3& v : vertices) whole.push_back(make_integers(v, exponent));
  return whole;
}

}  // namespace

IVec3 compute_area_vector(const std::vector<IVec3>& vertices, const std::vector<std::uint32_t>& loop) {
  const IVec3& first = vertices[loop[0]];
  IVec3 sum{};
  for (std::size_t k = 2; k < loop.size(); ++k) {
    sum = sum + cross(vertices[loop[k - 1]] - first, vertices[loop[k]] - first);
  }
  return sum;
}

Polyhedron make_polyhedron(std::vector<Vec3> vertices, std::vector<std::vector<std::uint32_t>> faces,
                           const std::vector<std::array<std::uint32_t, 2>>& segments) {
  const std::vector<IVec3> p = make_whole_vertices(vertices);
  Polyhedron body{std::move(vertices), std::move(faces), segments, false};
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<IVec3>> normals_at;  // of the faces at each edge
  for (const auto& loop : body.faces) {
    const IVec3 n = compute_area_vector(p, loop);
    for (std::size_t k = 0; k < loop.size(); ++k) {
      normals_at[std::minmax(loop[k], loop[(k + 1) % loop.size()])].push_back(n);
    }
    const auto is_off = [&](const IVec3& x) { return dot(n, x - p[loop[0]]) != 0; };
    body.is_solid = body.is_solid || std::ranges::any_of(p, is_off);
  }
  for (const auto& [ends, normals] : normals_at) {
    if (normals.size() == 2 && is_zero(cross(normals[0], normals[1])) && dot(normals[0], normals[1]) > 0) continue;
    body.edges.push_back({ends.first, ends.second});
  }
  return body;
}

Polyhedron make_polyhedron(const geometry::Mesh& mesh) {
  std::vector<std::vector<std::uint32_t>> faces;
  std::vector<std::array<std::uint32_t, 2>> segments;
  for (const auto& [i, j, k] : mesh.triangles) faces.push_back({i.value(), j.value(), k.value()});
  for (const auto& [i, j] : mesh.segments) segments.push_back({i.value(), j.value()});
  return make_polyhedron(mesh.vertices, std::move(faces), segments);
}

Polyhedron make_part(const Polyhedron& body, const std::vector<std::uint32_t>& vertices) {
  std::vector<Vec3> corners;
  std::vector<std::uint32_t> loop;
  for (const std::uint32_t v : vertices) {
    loop.push_back(static_cast<std::uint32_t>(corners.size()));
    corners.push_back(body.vertices[v]);
  }
  if (loop.size() == 1) return make_polyhedron(std::move(corners), {});
  if (loop.size() == 2) return make_polyhedron(std::move(corners), {}, {{0, 1}});
  return make_polyhedron(std::move(corners), {loop});
}

PlacedPair place(const Polyhedron& a, const Pose& X_WA, const Polyhedron& b, const Pose& X_WB) {
  const int exponent = find_common_exponent({find_exponent_of_points(a.vertices), find_exponent_of_points(b.vertices),
                                             find_exponent(X_WA.p), find_exponent(X_WB.p)});
  const std::array<Integer, 4> qa = make_integers(X_WA.q), qb = make_integers(X_WB.q);
  const Integer qa_sq = norm_sq(qa), qb_sq = norm_sq(qb);
  const IVec3 p_BA = qa_sq * subtract(X_WA.p, X_WB.p, exponent);
  PlacedPair placed;
  for (const Vec3& v : a.vertices) {
    placed.a.push_back(qb_sq * (p_BA + rotate_and_scale<Integer>(qa, make_integers(v, exponent))));
  }
  for (const Vec3& v : b.vertices) {
    placed.b.push_back(qa_sq * rotate_and_scale<Integer>(qb, make_integers(v, exponent)));
  }
  placed.unit = power_of_two(exponent) / Rational(Integer(qa_sq * qb_sq));
  return placed;
}

Rational compute_separation(const Polyhedron& a, const Pose& X_WA, const Polyhedron& b, const Pose& X_WB,
                            const Vec3& n_W) {
  // The direction is taken to each body, where a vertex costs three short products.
  const int exponent = find_common_exponent({find_exponent_of_points(a.vertices), find_exponent_of_points(b.vertices),
                                             find_exponent(X_WA.p), find_exponent(X_WB.p)});
  const int n_exponent = find_common_exponent({find_exponent(n_W)});
  const IVec3 n = make_integers(n_W, n_exponent);
  const std::array<Integer, 4> q_AW = make_integers(X_WA.q.conjugate()), q_BW = make_integers(X_WB.q.conjugate());
  const IVec3 n_A = rotate_and_scale<Integer>(q_AW, n), n_B = rotate_and_scale<Integer>(q_BW, n);
  const auto along = [&](const IVec3& direction, const Vec3& v) { return dot(direction, make_integers(v, exponent)); };
  Integer least = along(n_A, a.vertices[0]), most = along(n_B, b.vertices[0]);
  for (const Vec3& v : a.vertices) least = std::min<Integer>(least, along(n_A, v));
  for (const Vec3& v : b.vertices) most = std::max<Integer>(most, along(n_B, v));
  const Rational whole = Rational(least) / Rational(norm_sq(q_AW)) - Rational(most) / Rational(norm_sq(q_BW)) +
                         Rational(dot(n, subtract(X_WA.p, X_WB.p, exponent)));
  return power_of_two(exponent) * power_of_two(n_exponent) * whole;
}

}  // namespace abut::oracle

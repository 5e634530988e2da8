#include "oracle/mass_oracle.h"

#include <vector>

namespace abut::oracle {
namespace {

// Integral over a k-cornered simplex of unit measure of the product of linear functions with these values at the
// corners: with n factors, (k - 1)! / (n + k - 1)! times the sum over all choices of a corner for each factor of the
// product of values and of the factorials of how often each corner was chosen.
template <class Scalar>
Scalar integrate_product(const std::vector<std::vector<Scalar>>& factors) {
  const std::size_t k = factors[0].size();
  const std::size_t n = factors.size();
  Scalar sum = 0;
  std::vector<std::size_t> choice(n, 0);
  for (bool more = true; more;) {
    Scalar term = 1;
    std::vector<int> chosen(k, 0);
    for (std::size_t f = 0; f < n; ++f) {
      term *= factors[f][choice[f]];
      term *= ++chosen[choice[f]];
    }
    sum += term;
    more = false;
    for (std::size_t f = 0; f < n && !more; ++f) {
      more = ++choice[f] < k;
      if (!more) choice[f] = 0;
    }
  }
  for (std::size_t i = k; i < n + k; ++i) sum /= static_cast<int>(i);
  return sum;
}

template <class Scalar>
std::vector<Scalar> coordinate(const std::vector<RVec3>& corners, std::size_t axis) {
  std::vector<Scalar> values;
  for (const RVec3& corner : corners) values.push_back(Scalar(corner[axis]));
  return values;
}

template <class Simplex>
std::vector<RVec3> corners_of(const geometry::Mesh& mesh, const Simplex& simplex) {
  std::vector<RVec3> corners;
  for (const VertexId v : simplex) corners.push_back(exact(mesh.vertices[v.index()]));
  return corners;
}

void add_simplex(MassIntegrals& total, const std::vector<RVec3>& corners, const Real& measure) {
  std::array<std::vector<Real>, 3> x;
  for (std::size_t i = 0; i < 3; ++i) x[i] = coordinate<Real>(corners, i);
  total.measure += measure;
  for (std::size_t i = 0; i < 3; ++i) {
    total.first[i] += measure * integrate_product<Real>({x[i]});
    for (std::size_t j = 0; j < 3; ++j) total.second[i][j] += measure * integrate_product<Real>({x[i], x[j]});
  }
}

}  // namespace

MassIntegrals integrate_inside(const geometry::Mesh& closed) {
  Rational volume = 0;
  std::array<Rational, 3> first{};
  std::array<std::array<Rational, 3>, 3> second{};
  for (const geometry::Triangle& t : closed.triangles) {
    const std::vector<RVec3> corners = corners_of(closed, t);
    const RVec3 twice_area = cross(corners[1] - corners[0], corners[2] - corners[0]);
    std::array<std::vector<Rational>, 3> x;
    for (std::size_t i = 0; i < 3; ++i) x[i] = coordinate<Rational>(corners, i);
    volume += twice_area[0] / 2 * integrate_product<Rational>({x[0]});
    for (std::size_t i = 0; i < 3; ++i) {
      first[i] += twice_area[i] / 4 * integrate_product<Rational>({x[i], x[i]});
      second[i][i] += twice_area[i] / 6 * integrate_product<Rational>({x[i], x[i], x[i]});
      const std::size_t j = (i + 1) % 3;
      second[i][j] += twice_area[i] / 4 * integrate_product<Rational>({x[i], x[i], x[j]});
    }
  }
  MassIntegrals result;
  result.measure = Real(volume);
  for (std::size_t i = 0; i < 3; ++i) {
    result.first[i] = Real(first[i]);
    result.second[i][i] = Real(second[i][i]);
    const std::size_t j = (i + 1) % 3;
    result.second[i][j] = result.second[j][i] = Real(second[i][j]);
  }
  return result;
}

MassIntegrals integrate_triangles(const geometry::Mesh& mesh) {
  MassIntegrals total{};
  for (const geometry::Triangle& t : mesh.triangles) {
    const std::vector<RVec3> corners = corners_of(mesh, t);
    const RVec3 n = cross(corners[1] - corners[0], corners[2] - corners[0]);
    add_simplex(total, corners, sqrt(Real(dot(n, n))) / 2);
  }
  return total;
}

MassIntegrals integrate_segments(const geometry::Mesh& mesh) {
  MassIntegrals total{};
  for (const geometry::Segment& s : mesh.segments) {
    const std::vector<RVec3> corners = corners_of(mesh, s);
    const RVec3 e = corners[1] - corners[0];
    add_simplex(total, corners, sqrt(Real(dot(e, e))));
  }
  return total;
}

CentralIntegrals centre(const MassIntegrals& integrals) {
  CentralIntegrals result;
  result.measure = integrals.measure;
  for (std::size_t i = 0; i < 3; ++i) result.centre[i] = integrals.first[i] / integrals.measure;
  std::array<std::array<Real, 3>, 3> about_centre;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      about_centre[i][j] = integrals.second[i][j] - integrals.first[i] * result.centre[j];
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      result.inertia[i][j] = i == j ? about_centre[(i + 1) % 3][(i + 1) % 3] + about_centre[(i + 2) % 3][(i + 2) % 3]
                                    : Real(-about_centre[i][j]);
    }
  }
  return result;
}

}  // namespace abut::oracle

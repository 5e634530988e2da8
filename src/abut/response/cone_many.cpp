#include "abut/response/cone_many.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "abut/response/delassus.h"
#include "abut/response/even_normals.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Vec3;

// Of the largest value of T: locks let nothing move that way.
constexpr double kLockedPlane = 1e-12;

// Arms of a body that does not move may be anything.
const Vec3& get_arm(const ConeBody& a, const ProblemContact& contact) {
  return a.is_dynamic ? contact.arm_a : contact.arm_b;
}

PlaneSpread find_carrier_spread(const ConeBody& a, std::span<const ProblemContact> contacts, const ConeMany& many,
                                std::span<Vec3> places) {
  std::size_t count = 0;
  double reach = 0.0;
  for (const ProblemContact& contact : contacts) {
    if (contact.least_speed == many.least_speed) places[count++] = get_arm(a, contact);
    reach = std::max(reach, (get_arm(a, contact) - get_arm(a, contacts[0])).norm());
  }
  return find_spread(places.first(count), many.axes[1], many.axes[2], reach > 0 ? reach : 1.0);
}

// How bodies answer the three parts of a resultant: a push at the middle, and two turns without a push.
void load_plane(const ConeBody& a, const ConeBody& b, const ProblemContact& middle, const PlaneSpread& spread,
                ConeMany& many) {
  many.plane[0] = make_cone_row(a, b, middle, many.axes[0]);
  for (std::size_t i = 0; i < 2; ++i) {
    const Vec3 turn = spread.units[i].cross(many.axes[0]);
    many.plane[i + 1] = {Vec3::Zero(), turn, turn, Vec3::Zero(), a.inv_inertia * turn, b.inv_inertia * turn};
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      many.T(i, j) = couple(many.plane[static_cast<std::size_t>(i)], many.plane[static_cast<std::size_t>(j)]);
}

// Of the part that carriers with a width can change, by its values that are not zero.
Mat3 invert_plane(Mat3 T, const PlaneSpread& spread) {
  for (int i = 0; i < 2; ++i)
    if (!spread.has_width[static_cast<std::size_t>(i)]) T.row(i + 1).setZero(), T.col(i + 1).setZero();
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(T);
  const Vec3& values = solver.eigenvalues();
  Mat3 inverse = Mat3::Zero();
  for (int i = 0; i < 3; ++i) {
    if (!(values[i] > kLockedPlane * values[2])) continue;
    inverse += solver.eigenvectors().col(i) * solver.eigenvectors().col(i).transpose() / values[i];
  }
  return inverse;
}

}  // namespace

std::uint32_t ManyTables::append(std::uint32_t count) {
  groups.emplace_back().first = points.size();
  points.resize(points.size() + count), places.resize(points.size()), carriers.resize(points.size());
  return static_cast<std::uint32_t>(groups.size() - 1);
}

void load_many(const ConeBody& a, const ConeBody& b, std::span<const ProblemContact> contacts,
               std::span<ConePoint> points, ManyTables& tables, std::uint32_t index) {
  ConeMany& many = tables.groups[index];
  const std::span<Vec3> places = std::span(tables.places).subspan(many.first, contacts.size()),
                        carriers = std::span(tables.carriers).subspan(many.first, contacts.size());
  const Vec3& n = contacts[0].nhat_BA_W;
  const Tangents across = make_tangents(n);
  many.axes = {n, across.t1, across.t2};
  many.least_speed = std::ranges::max(contacts, {}, &ProblemContact::least_speed).least_speed;
  const PlaneSpread spread = find_carrier_spread(a, contacts, many, places);
  ProblemContact middle = contacts[0];
  const Vec3 from_first = spread.middle - get_arm(a, contacts[0]);
  middle.arm_a += from_first, middle.arm_b += from_first;
  load_plane(a, b, middle, spread, many);
  many.inverse = invert_plane(many.T, spread);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ProblemContact& contact = contacts[k];
    const std::array rows{make_cone_row(a, b, contact, n), make_cone_row(a, b, contact, across.t1),
                          make_cone_row(a, b, contact, across.t2)};
    points[k] = make_cone_point(contact, rows.data(), true);
    tables.points[many.first + k] = {rows[1], rows[2]};
    places[k] = spread.find_place(get_arm(a, contact));
    carriers[k] = contact.least_speed == many.least_speed ? places[k] : Vec3(Vec3::Zero());
  }
}

}  // namespace abut::response

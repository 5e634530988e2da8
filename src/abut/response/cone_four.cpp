#include "abut/response/cone_four.h"

namespace abut::response {
namespace {

void set_body(const PlacedBody& placed, std::uint32_t lane, FourBodies& bodies) {
  bodies.index[lane] = placed.index;
  bodies.inv_mass.set(lane, placed.body.inv_mass), bodies.inv_inertia.set(lane, placed.body.inv_inertia);
}

void set_point(const ProblemContact& contact, const ConePoint& point, std::uint32_t lane, FourPoint& four) {
  four.arm_a.set(lane, contact.arm_a), four.arm_b.set(lane, contact.arm_b);
  four.offset.set(lane, contact.compute_offset());
  four.mu.set(lane, point.mu), four.inv_n.set(lane, point.inv_n);
  four.stop_11.set(lane, point.stop_11), four.stop_12.set(lane, point.stop_12), four.stop_22.set(lane, point.stop_22);
  four.slow.set(lane, point.slow), four.inv_across.set(lane, 1 / point.slow);
}

}  // namespace

std::uint32_t FourTables::append(std::uint32_t count) {
  ConeFour four;
  four.count = count, four.point = points.size(), four.normals = delassus.size();
  fours.push_back(four);
  points.resize(points.size() + count);
  for (std::vector<Four>* matrices : {&delassus, &inverse})
    matrices->resize(matrices->size() + std::size_t{count} * count);
  return static_cast<std::uint32_t>(fours.size() - 1);
}

void load_lane(std::uint32_t lane, const PlacedBody& a, const PlacedBody& b, std::span<const ProblemContact> contacts,
               std::span<const ConeRow> rows, std::span<const ConePoint> points, FourTables& tables,
               std::uint32_t four) {
  ConeFour& all = tables.fours[four];
  set_body(a, lane, all.a), set_body(b, lane, all.b);
  for (std::size_t i = 0; i < 3; ++i) all.axes[i].set(lane, rows[i].d);
  for (std::size_t k = 0; k < contacts.size(); ++k)
    set_point(contacts[k], points[k], lane, tables.points[all.point + k]);
  std::array<double, std::size_t{kMostOfFour} * kMostOfFour> W, inverse;
  compute_normals(rows, contacts.size(), 3, W.data(), inverse.data());
  for (std::size_t i = 0; i < contacts.size() * contacts.size(); ++i)
    tables.delassus[all.normals + i].set(lane, W[i]), tables.inverse[all.normals + i].set(lane, inverse[i]);
}

}  // namespace abut::response

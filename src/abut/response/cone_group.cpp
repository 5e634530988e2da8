#include "abut/response/cone_group.h"

#include <algorithm>
#include <cmath>

namespace abut::response {
namespace {

using math::Vec3;

// J z = d . (v_a - v_b) + turn_a . w_a - turn_b . w_b, and with what an impulse along a row makes of z, W.
void load_matrices(const ConeGroup& group, std::span<const ConeRow> rows, ConeTables& tables) {
  const std::size_t R = group.num_rows();
  double* J = &tables.J[group.jacobian];
  std::fill_n(J, kNumBodyRows * R, 0.0);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const ConeRow& row = rows[r];
    for (std::size_t i = 0; i < 3; ++i) {
      const auto axis = static_cast<Eigen::Index>(i);
      J[i * R + r] = row.d[axis], J[(3 + i) * R + r] = row.turn_a[axis], J[(6 + i) * R + r] = row.turn_b[axis];
    }
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const ConeRow& row = rows[r];
    float* W = &tables.W[group.matrix + r * R];
    for (std::size_t s = 0; s < R; s += 4) {
      FourRows sum = FourRows::Zero();
      for (std::size_t i = 0; i < 3; ++i) {
        const auto axis = static_cast<Eigen::Index>(i);
        sum += row.moved[axis] * at_rows(J + i * R + s) + row.spin_a[axis] * at_rows(J + (3 + i) * R + s) +
               row.spin_b[axis] * at_rows(J + (6 + i) * R + s);
      }
      Eigen::Map<Eigen::Array4f>(W + s) = sum.cast<float>();
    }
  }
  compute_normals(rows, group.count, group.num_axes, &tables.delassus[group.normals], &tables.inverse[group.normals]);
}

// Along which a row's impulse acts.
Vec3 get_direction(const ConeGroup& group, std::size_t r, const ConeTables& tables) {
  if (group.num_lanes > 1) return tables.fours.fours[group.four].axes[r % group.num_axes][group.lane];
  if (group.is_many) return tables.many.groups[group.many].axes[r % group.num_axes];
  const double* J = &tables.J[group.jacobian];
  const std::size_t R = group.num_rows();
  return {J[r], J[R + r], J[2 * R + r]};
}

void load_group_of_many(const ConeGroup& group, const ConeBody& a, const ConeBody& b,
                        std::span<const ProblemContact> contacts, std::span<const Vec3> guess, ConeTables& tables) {
  const std::span<ConePoint> points = std::span(tables.points).subspan(group.first, group.count);
  load_many(a, b, contacts, points, tables.many, group.many);
  std::fill_n(&tables.p[group.row], group.num_rows(), 0.0);
  std::fill_n(&tables.weight[group.row], group.num_rows(), 0.0);
  std::fill_n(&tables.offset[group.row], group.num_rows(), 0.0);
  for (std::size_t r = 0; r < 3 * points.size(); ++r) {
    const Vec3 direction = get_direction(group, r, tables);
    const double along = guess[r / 3].dot(direction);
    tables.p[group.row + r] = r % 3 == 0 ? std::max(along, 0.0) : along;
    tables.weight[group.row + r] = points[r / 3].inv_n;
    tables.offset[group.row + r] = contacts[r / 3].compute_offset().dot(direction);
  }
}

}  // namespace

void ConeTables::resize(std::span<ConeGroup> groups, std::size_t num_points) {
  std::size_t row = 0, jacobian = 0, matrix = 0, normals = 0;
  fours.clear(), many.clear();
  for (std::size_t i = 0; i < groups.size();) {
    const std::size_t R = groups[i].num_rows(), lanes = groups[i].num_lanes, count = groups[i].count;
    const std::uint32_t four = lanes > 1 ? fours.append(groups[i].count) : 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane, ++i)
      groups[i].row = row, groups[i].four = four, groups[i].lane = lane;
    row += lanes * R;
    if (lanes > 1) continue;
    ConeGroup& group = groups[i - 1];
    if (group.is_many) {
      group.many = many.append(group.count);
      continue;
    }
    group.jacobian = jacobian, group.matrix = matrix, group.normals = normals;
    jacobian += kNumBodyRows * R, matrix += R * R, normals += count * count;
  }
  p.resize(row), weight.resize(row), offset.resize(row);
  // Not filled with zeros for every problem: load_group writes all of its place.
  const auto grow = [](auto& table, std::size_t size) { table.resize(std::max(table.size(), size)); };
  grow(points, num_points), grow(J, jacobian), grow(W, matrix), grow(delassus, normals), grow(inverse, normals);
}

void load_group(const ConeGroup& group, const ConeBody& a, const ConeBody& b, std::span<const ProblemContact> contacts,
                std::span<const Vec3> guess, ConeTables& tables) {
  if (group.is_many) return load_group_of_many(group, a, b, contacts, guess, tables);
  const std::size_t axes = group.num_axes, num_used = axes * group.count;
  std::array<ConeRow, kMostRows> room;
  const std::span<ConeRow> rows = std::span(room).first(num_used);
  const std::span<ConePoint> points = std::span(tables.points).subspan(group.first, group.count);
  make_cone_rows(a, b, contacts, axes > 1, rows);
  for (std::size_t k = 0; k < points.size(); ++k) points[k] = make_cone_point(contacts[k], &rows[axes * k], axes > 1);
  for (std::size_t r = 0; r < group.num_rows(); ++r) {
    double &p = tables.p[group.find_row(r)], &weight = tables.weight[group.find_row(r)];
    p = r < num_used ? guess[r / axes].dot(rows[r].d) : 0.0;
    if (r % axes == 0) p = std::max(p, 0.0);
    weight = r < num_used ? points[r / axes].inv_n : 0.0;
    tables.offset[group.find_row(r)] = r < num_used ? contacts[r / axes].compute_offset().dot(rows[r].d) : 0.0;
  }
  if (group.num_lanes == 1) return load_matrices(group, rows, tables);
  load_lane(group.lane, {group.a, a}, {group.b, b}, contacts, rows, points, tables.fours, group.four);
}

void push_bodies(const ConeGroup& group, const ConeTables& tables, ConeBody& a, ConeBody& b) {
  push_by_rows(&tables.J[group.jacobian], &tables.p[group.row], group.num_rows(), a, b);
}

Vec3 get_impulse(const ConeGroup& group, std::size_t k, const ConeTables& tables) {
  Vec3 impulse = Vec3::Zero();
  for (std::size_t r = group.num_axes * k; r < group.num_axes * (k + 1); ++r)
    impulse += tables.p[group.find_row(r)] * get_direction(group, r, tables);
  return impulse;
}

void set_impulse(const ConeGroup& group, std::size_t k, const Vec3& p, ConeTables& tables) {
  for (std::size_t r = group.num_axes * k; r < group.num_axes * (k + 1); ++r)
    tables.p[group.find_row(r)] = p.dot(get_direction(group, r, tables));
}

}  // namespace abut::response

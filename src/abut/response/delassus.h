// How impulses along some directions at contacts change the velocities along others, as one dense matrix, for laws that
// solve small problems whole.
//
// A row is a direction d at a contact: u = d . (relative velocity), and an impulse x along it gives d x to A. With all
// rows J and the masses M, u = J V + W x, W = J M^-1 J^T, symmetric and positive semidefinite.
// Cost: the square of the number of rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/math/types.h"
#include "abut/response/contact_problem.h"

namespace abut::response {

struct ContactRow {
  std::uint32_t contact = 0;
  math::Vec3 d = math::Vec3::UnitZ();
};

// W, of rows `outputs` by columns `inputs`.
Eigen::MatrixXd compute_delassus(const ContactProblem& problem, std::span<const ContactRow> outputs,
                                 std::span<const ContactRow> inputs);

// J V: along each row, before any impulse.
Eigen::VectorXd compute_row_speeds(const ContactProblem& problem, std::span<const ContactRow> rows);

// W of one contact in one direction: what the impulses of a contact are scaled by.
double compute_inverse_mass(const ContactProblem& problem, const ContactRow& row);

// How an impulse on A at a contact changes the relative velocity there, in world axes.
math::Mat3 compute_inverse_mass_matrix(const ContactProblem& problem, const ProblemContact& contact);

// Two directions across a unit normal, at right angles, the same each time.
struct Tangents {
  math::Vec3 t1, t2;
};
Tangents make_tangents(const math::Vec3& nhat);

}  // namespace abut::response

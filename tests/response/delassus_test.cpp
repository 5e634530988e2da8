#include "abut/response/delassus.h"

#include <gtest/gtest.h>

#include "response/sample_problems.h"

namespace abut::response {
namespace {

using math::Vec3;

std::vector<ContactRow> make_rows(const ContactProblem& problem, math::Random& random) {
  std::vector<ContactRow> rows;
  for (std::uint32_t i = 0; i < problem.contacts.size(); ++i)
    for (int k = 0; k < 2; ++k) rows.push_back({i, random.next_direction()});
  return rows;
}

// Speeds along rows with impulses x along others, by the records' own definition.
Eigen::VectorXd compute_speeds(const ContactProblem& problem, const std::vector<ContactRow>& outputs,
                               const std::vector<ContactRow>& inputs, const Eigen::VectorXd& x) {
  std::vector<Vec3> p(problem.contacts.size(), Vec3::Zero());
  for (std::size_t j = 0; j < inputs.size(); ++j) p[inputs[j].contact] += x(static_cast<Eigen::Index>(j)) * inputs[j].d;
  const std::vector<math::Twist> V = compute_velocities(problem, p);
  Eigen::VectorXd u(static_cast<Eigen::Index>(outputs.size()));
  for (std::size_t i = 0; i < outputs.size(); ++i)
    u(static_cast<Eigen::Index>(i)) =
        outputs[i].d.dot(compute_contact_velocity(problem.contacts[outputs[i].contact], V));
  return u;
}

TEST(Delassus, IsWhatImpulsesDoToVelocities) {
  math::Random random(1);
  for (int k = 0; k < 50; ++k) {
    const ContactProblem problem = make_random_problem(random, {});
    const std::vector<ContactRow> outputs = make_rows(problem, random), inputs = make_rows(problem, random);
    Eigen::VectorXd x(static_cast<Eigen::Index>(inputs.size()));
    for (double& each : x) each = random.next_between(-1, 1);
    const Eigen::VectorXd u = compute_delassus(problem, outputs, inputs) * x + compute_row_speeds(problem, outputs);
    EXPECT_LT((u - compute_speeds(problem, outputs, inputs, x)).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(Delassus, IsSymmetricAndNeverNegative) {
  math::Random random(2);
  for (int k = 0; k < 20; ++k) {
    const ContactProblem problem = make_random_problem(random, {});
    const std::vector<ContactRow> rows = make_rows(problem, random);
    const Eigen::MatrixXd W = compute_delassus(problem, rows, rows);
    EXPECT_LT((W - W.transpose()).cwiseAbs().maxCoeff(), 1e-12);
    const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(W).eigenvalues();
    EXPECT_GT(values.minCoeff(), -1e-12 * values.maxCoeff());
    EXPECT_EQ(compute_inverse_mass(problem, rows[3]), W(3, 3));
  }
}

TEST(Delassus, OfABlockUnderItsCentreIsItsInverseMass) {
  ProblemMaker made;
  const std::uint32_t block = made.add_cube(4.0, {0, 0, 0.5});
  made.add_manifold(block, kGround, Vec3::UnitZ(), {Vec3::Zero()}, 0.5);
  EXPECT_EQ(compute_inverse_mass(made.problem, {0, Vec3::UnitZ()}), 0.25);
  EXPECT_DOUBLE_EQ(compute_inverse_mass(made.problem, {0, Vec3::UnitX()}), 0.25 + 0.25 * 12 / (4.0 * 2));
}

TEST(Delassus, TangentsAreAtRightAngles) {
  math::Random random(3);
  for (int k = 0; k < 200; ++k) {
    const Vec3 n = k < 3 ? Vec3(Vec3::Unit(k)) : random.next_direction();
    const Tangents tangents = make_tangents(n);
    EXPECT_NEAR(tangents.t1.norm(), 1, 1e-14);
    EXPECT_NEAR((n.cross(tangents.t1) - tangents.t2).norm(), 0, 1e-14);
    EXPECT_NEAR(n.dot(tangents.t1), 0, 1e-14);
  }
}

}  // namespace
}  // namespace abut::response

#include "abut/response/cone_many.h"

#include <gtest/gtest.h>

#include <vector>

#include "response/cone_meeting.h"

namespace abut::response {
namespace {

using math::Mat3;
using math::Random;
using math::Vec3;

struct ManyCase {
  ConeBody a, b;
  std::vector<ProblemContact> contacts;
  std::vector<ConePoint> points;
  ManyTables tables;

  explicit ManyCase(Random& random) : a(make_body(random, 2)), b(make_body(random, 5)) {
    const Vec3 n = random.next_direction(), x = n.unitOrthogonal(), y = n.cross(x);
    for (int k = 0; k < 20; ++k) {
      const Vec3 arm = 0.2 * n + random.next_between(-1, 1) * x + random.next_between(-1, 1) * y;
      contacts.push_back({0, 1, n, arm, arm + Vec3(0.3, 0.2, 0.1), 0.5, k % 4 == 0 ? -1.0 : 0.0});
    }
  }
  const ConeMany& load() {
    points.resize(contacts.size());
    tables.append(3);  // another
    const std::uint32_t many = tables.append(static_cast<std::uint32_t>(contacts.size()));
    load_many(a, b, contacts, points, tables, many);
    return tables.groups[many];
  }
};

// W of the normals is what T makes of the places.
TEST(ConeMany, ThreeNumbersStandForAllNormals) {
  Random random(1);
  ManyCase one(random);
  const ConeMany& many = one.load();
  for (std::size_t i = 0; i < one.contacts.size(); ++i) {
    const ConeRow row = make_cone_row(one.a, one.b, one.contacts[i], one.contacts[i].nhat_BA_W);
    const Vec3& place = one.tables.places[many.first + i];
    for (std::size_t k = 0; k < one.contacts.size(); ++k) {
      const ConeRow other = make_cone_row(one.a, one.b, one.contacts[k], one.contacts[k].nhat_BA_W);
      EXPECT_NEAR(place.dot(many.T * one.tables.places[many.first + k]), couple(row, other), 1e-13);
    }
    EXPECT_NEAR(one.points[i].inv_n, couple(row, row), 1e-15);
    EXPECT_EQ(one.tables.carriers[many.first + i], i % 4 == 0 ? Vec3(Vec3::Zero()) : place);
  }
  EXPECT_LT((many.T * many.inverse - Mat3::Identity()).norm(), 1e-12);
  EXPECT_EQ(many.least_speed, 0.0);
}

// Of points on a line, and of bodies with locks, the inverse is that of what can change.
TEST(ConeMany, InvertsWhatCanChange) {
  Random random(2);
  ManyCase line(random);
  const Vec3 along = line.contacts[0].nhat_BA_W.unitOrthogonal();
  for (std::size_t k = 0; k < line.contacts.size(); ++k)
    line.contacts[k].arm_a = line.contacts[k].arm_b = 0.1 * static_cast<double>(k) * along;
  const ConeMany& many = line.load();
  EXPECT_EQ(many.inverse.row(2).norm(), 0.0);
  EXPECT_LT((many.T * many.inverse).topLeftCorner(2, 2).isIdentity(1e-12) ? 0.0 : 1.0, 0.5);
  ManyCase locked(random);
  locked.a.inv_inertia.setZero(), locked.b.inv_inertia.setZero();
  const ConeMany& pushed = locked.load();
  EXPECT_NEAR(pushed.inverse(0, 0) * pushed.T(0, 0), 1.0, 1e-12);
  EXPECT_LT(pushed.inverse.bottomRightCorner(2, 2).norm(), 1e-12);
}

}  // namespace
}  // namespace abut::response

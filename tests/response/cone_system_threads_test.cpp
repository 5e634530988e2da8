// Sweeps that threads share, of a body with more partners than there are colours.
#include <gtest/gtest.h>

#include <vector>

#include "abut/response/colour_groups.h"
#include "abut/response/cone_system.h"
#include "response/sample_problems.h"
#include "wake_team.h"

namespace abut::response {
namespace {

using math::Vec3;

// Cubes on a tray that slides on the ground: no two of their groups may be swept at once, and all but the first 63 have
// the last colour.
ContactProblem make_tray() {
  constexpr int kSide = 25;
  static_assert(kSide * kSide > 8 * kNumColours);
  ProblemMaker made;
  const std::uint32_t tray = made.add_cube(50, {0, 0, 0.5});
  made.add_manifold(tray, kGround, Vec3::UnitZ(), make_square(0.5, 0.0), 0.5);
  for (int i = 0; i < kSide * kSide; ++i) {
    const Vec3 p(0.04 * (i % kSide) - 0.5, 0.04 * (i / kSide) - 0.5, 1);
    const std::uint32_t cube = made.add_cube(0.1 + 0.01 * (i % 7), p + Vec3(0, 0, 0.5));
    made.add_manifold(cube, tray, Vec3::UnitZ(), {p, p + Vec3(0.01, 0, 0), p + Vec3(0, 0.01, 0)}, 0.5);
  }
  made.fall({0.1, 0.2, -1});
  return made.problem;
}

TEST(ConeSystemThreads, ABodyOfManyPartnersIsSweptToTheSameBits) {
  const ContactProblem problem = make_tray();
  std::vector<ContactImpulses> answers;
  for (const int num_threads : {1, 2, 4}) {
    const ThreadTeam team(num_threads);
    wake(team);
    ConeSystem system;
    system.load(problem, &team), system.prepare();
    for (int i = 0; i < 10; ++i) system.sweep(i % 2 == 0);
    system.store(answers.emplace_back());
    EXPECT_EQ(answers.back().p, answers[0].p) << num_threads;
  }
  EXPECT_NE(answers[0].p, std::vector<Vec3>(answers[0].p.size(), Vec3::Zero()));
}

}  // namespace
}  // namespace abut::response

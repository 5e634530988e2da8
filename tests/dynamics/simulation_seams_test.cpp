// Bodies of many pieces move as what they are, not as their pieces: a plane of triangles, or of parts, has no seams,
// and what slides over it without friction keeps its velocity and its height.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "abut/math/random.h"
#include "dynamics/physics_worlds.h"
#include "full_run.h"

namespace abut::dynamics {
namespace {

using geometry::Mesh;

constexpr double kSteps[] = {1.0 / 60, 1.0 / 240, 1.0 / 1000};

// A square of side 8 around (2, 0), cut into n by n squares of two triangles, each corner where `place` puts it.
Mesh make_plane(int n, const std::function<Vec3(double, double)>& place) {
  Mesh mesh;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) mesh.vertices.push_back(place(-2 + 8.0 * i / n, -4 + 8.0 * j / n));
  const auto at = [n](int i, int j) { return VertexId((n + 1) * i + j); };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

struct Slide {
  double speed = 0.0, way = 0.0;     // m/s, m: along
  double sideways = 0.0, hop = 0.0;  // m: across, and the farthest up on the way
};

// A cube of 0.5 m set on the plane z = 0, of one body or more, which all is turned with by q, slides along x at 2 m/s
// for `duration`.
Slide slide_cube(const std::vector<ShapePointer>& plane, double h, double duration, const Quat& q = Quat::Identity()) {
  World world;
  world.settings.step = h;
  world.settings.gravity = q * Vec3(0, 0, -kGravity);
  world.settings.meetings = {{0.0, 0.0}};
  for (const ShapePointer& shape : plane) world.add_fixed(shape, Pose());
  const Vec3 start(0, 0, 0.25 + compute_resting_gap({0.5, 0.5, 0.5}));
  world.add(make_box_model({0.5, 0.5, 0.5}, 1), {q * start, q}, {Vec3::Zero(), q * Vec3(2, 0, 0)});
  Simulation simulation = world.make();
  Slide slide;
  const auto num_steps = static_cast<int>(std::round(duration / h));
  for (int i = 0; i < num_steps; ++i) {
    const StepRecord& record = simulation.step();
    EXPECT_EQ(record.outcome, StepOutcome::kAccepted);
    EXPECT_EQ(record.path_lost, 0);
    const Vec3 moved = q.conjugate() * get_body(simulation, plane.size()).p_WBcm - start;
    slide.way = moved.x(), slide.sideways = std::abs(moved.y()), slide.hop = std::max(slide.hop, moved.z());
  }
  slide.speed = (q.conjugate() * get_body(simulation, plane.size()).v_WBcm).x();
  return slide;
}

void expect_straight(const Slide& slide, double duration, double bound) {
  EXPECT_NEAR(slide.speed, 2.0, 2 * bound);
  EXPECT_NEAR(slide.way, 2 * duration, 2 * duration * bound);
  EXPECT_LT(slide.sideways, bound);
  EXPECT_LT(slide.hop, bound);
}

TEST(SimulationSeams, TwoTrianglesOneCornerOffAreOnePlane) {
  Mesh mesh;
  mesh.vertices = {{-2, -4, 0}, {6, -4, 0}, {6, 4, 1e-12}, {-2, 4, 0}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(0), VertexId(2), VertexId(3)}};
  const ShapePointer plane = make_shared_shape(geometry::make_shape(mesh));
  for (const double h : kSteps) expect_straight(slide_cube({plane}, h, 1.5), 1.5, 1e-6);
}

TEST(SimulationSeams, APlaneThatIsTiltedInDoublesIsOnePlane) {
  const Quat q = Quat(1, 0.1, 0.2, 0.05).normalized();
  const ShapePointer plane = make_shared_shape(
      geometry::make_shape(make_plane(16, [&](double x, double y) -> Vec3 { return q * Vec3(x, y, 0); })));
  for (const double h : kSteps) expect_straight(slide_cube({plane}, h, 1.5, q), 1.5, 1e-6);
}

// Noise e on squares of side l. From triangle to triangle, two a square, it may lift the cube by 2 e, and within the
// breaking distance nothing takes it down again; what lifts it is taken from its motion. Faces are tilted by up to
// 2 e / l against the plane and so by up to 4 e / l against each other, and push it sideways by no more than that share
// of its weight; and those that lift it, tilted sideways as much as along its way, push it aside as much as back.
TEST(SimulationSeams, NoiseIsNoSeam) {
  constexpr double kNoise = 1e-7, kDuration = 1.0, kSpeed = 2.0;
  const int n = is_full_run() ? 256 : 64;
  math::Random random(3);
  const ShapePointer plane = make_shared_shape(geometry::make_shape(make_plane(n, [&](double x, double y) -> Vec3 {
    return {x, y, kNoise * random.next_between(-1, 1)};
  })));
  const double side = 8.0 / n, lift = kSpeed * kDuration / side * 4 * kNoise, braked = kGravity * lift / kSpeed;
  for (const double h : kSteps) {
    const Slide slide = slide_cube({plane}, h, kDuration);
    EXPECT_NEAR(slide.speed, kSpeed, braked) << h;
    EXPECT_NEAR(slide.way, kSpeed * kDuration, braked * kDuration) << h;
    EXPECT_LT(slide.sideways, 0.5 * kGravity * (4 * kNoise / side) * kDuration * kDuration + braked * kDuration) << h;
    EXPECT_LT(slide.hop, lift) << h;
  }
}

// Side by side, and of several sizes with corners within each other's sides and one that is deeper: all flush above.
TEST(SimulationSeams, PartsOfOneBodyAreOnePlane) {
  const std::vector<Mesh> two{make_moved_box({-2, -2, -0.5}, {1, 2, 0}), make_moved_box({1, -2, -0.5}, {6, 2, 0})};
  const std::vector<Mesh> many{make_moved_box({-2, -2, -0.5}, {1, 2, 0}), make_moved_box({1, -3, -0.5}, {2, 0.1, 0}),
                               make_moved_box({1, 0.1, -0.5}, {2, 4, 0}), make_moved_box({1.7, -2, -0.7}, {6, 2, 0})};
  for (const std::vector<Mesh>& parts : {two, many}) {
    const ShapePointer plane = make_shared_shape(geometry::make_shape_from_pieces(parts));
    for (const double h : kSteps) expect_straight(slide_cube({plane}, h, 1.5), 1.5, 1e-6);
  }
}

std::vector<ShapePointer> make_tiles(const std::vector<Mesh>& meshes) {
  std::vector<ShapePointer> tiles;
  for (const Mesh& mesh : meshes) tiles.push_back(make_shared_shape(geometry::make_shape(mesh)));
  return tiles;
}

// Boxes flush above, whose edges and corners lie under the cube's face, its sides, and within them.
TEST(SimulationSeams, TilesThatAreBodiesOfTheirOwnAreOnePlane) {
  const std::vector<Mesh> two{make_moved_box({-1, -2, -0.5}, {0.5, 2, 0}), make_moved_box({0.5, -2, -0.5}, {5, 2, 0})};
  std::vector<Mesh> rows, apart;  // four rows of tiles of a third of the cube's side; with joints of 2 mm
  for (int i = -3; i < 24; ++i) {
    for (int j = -2; j < 2; ++j) {
      const double x = i / 6.0, y = j / 6.0;
      rows.push_back(make_moved_box({x, y, -0.1}, {x + 1 / 6.0, y + 1 / 6.0, 0}));
      apart.push_back(make_moved_box({x, y, -0.1}, {x + 1 / 6.0 - 2e-3, y + 1 / 6.0 - 2e-3, 0}));
    }
  }
  for (const std::vector<Mesh>& meshes : {two, rows, apart}) {
    const std::vector<ShapePointer> tiles = make_tiles(meshes);
    for (const double h : kSteps) expect_straight(slide_cube(tiles, h, 1.5), 1.5, 1e-6);
  }
}

// What sticks out by less than the gap that the cube rests at, less what it is lifted by, is slid over; by more,
// struck. Stopped at its foot the cube turns about that, with 3/8 of its speed left along x, of which gravity takes 3/8
// g.
TEST(SimulationSeams, ATileThatStandsOutIsStruck) {
  const double gap = compute_resting_gap({0.5, 0.5, 0.5});
  const auto make = [](double height) {
    return make_tiles({make_moved_box({-1, -2, -0.5}, {0.5, 2, 0}), make_moved_box({0.5, -2, -0.5}, {5, 2, height})});
  };
  for (const double h : kSteps) {
    expect_straight(slide_cube(make(0.5 * gap), h, 1.0), 1.0, 1e-6);
    for (const double height : {2 * gap, 1e-3}) {
      const double seconds = 0.125 + 4 * h;  // it arrives after 1/8 s
      EXPECT_NEAR(slide_cube(make(height), h, seconds).speed, 0.375 * 2, 0.01 + 0.375 * kGravity * 5 * h)
          << h << ", " << height;
    }
  }
}

// A step up is no seam: one part 1 mm higher stops the cube.
TEST(SimulationSeams, APartThatStandsOutIsStruck) {
  const ShapePointer plane = make_shared_shape(geometry::make_shape_from_pieces(
      std::vector<Mesh>{make_moved_box({-2, -2, -0.5}, {1, 2, 0}), make_moved_box({1, -2, -0.5}, {6, 2, 1e-3})}));
  EXPECT_LT(slide_cube({plane}, 1.0 / 240, 1.0).way, 0.76);
}

// Half a pipe of radius 1 along y, of 180 facets, in which a ball without friction swings: what it touches are faces.
TEST(SimulationSeams, ABallInATroughTouchesFacesOnly) {
  constexpr int kFacets = 180;
  Mesh mesh;
  for (int i = 0; i <= kFacets; ++i) {
    const double angle = kPi * i / kFacets;
    for (const double y : {-1.0, 1.0}) mesh.vertices.emplace_back(-std::cos(angle), y, -std::sin(angle));
  }
  for (int i = 0; i < 2 * kFacets; i += 2) {
    mesh.triangles.push_back({VertexId(i), VertexId(i + 2), VertexId(i + 3)});
    mesh.triangles.push_back({VertexId(i), VertexId(i + 3), VertexId(i + 1)});
  }
  const auto trough = make_shared_shape(geometry::make_shape(mesh));
  World world;
  world.settings.meetings = {{0.0, 0.0}};
  world.add_fixed(trough, Pose());
  const double angle = 0.6, out = 0.9 - 2e-4;  // facets are up to 1.5e-4 nearer
  world.add(make_ball_model(0.1, 1), make_place(-out * std::cos(angle), 0, -out * std::sin(angle)));
  Simulation simulation = world.make();
  std::size_t num_contacts = 0;
  for (int i = 0; i < 480; ++i) {
    const StepRecord& record = simulation.step();
    ASSERT_EQ(record.outcome, StepOutcome::kAccepted);
    for (const contact::TrackedContact& contact : simulation.state().contacts.contacts) {
      ++num_contacts;
      EXPECT_TRUE(contact.feature_a.is_face()) << i;
    }
  }
  EXPECT_GT(num_contacts, 400u);
}

}  // namespace
}  // namespace abut::dynamics

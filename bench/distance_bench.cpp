// Tracked distance beside peers, in one run: two ellipsoidal icospheres (radii 1, .8, .6; centres 2.3 apart), one
// orbiting the other and tumbling by the same angle a query. Every program sees the same poses, in turns, so that noise
// falls on all alike; the median of the turns counts, and the spread is printed. A turn is one flight without a pause,
// and all of it counts: ten times around at 1 degree a query. Its first queries find the caches full of what the other
// programs left there; what they cost alone, the first 720 of each turn, is printed beside it.
//
//   abut    update_feature_pair: witness points, features and a rounding bound, cached between queries
//   FCL     distance with nearest points, GJK by libccd, signed distance off
//   Bullet  btGjkPairDetector, last separating axis cached, in single precision as Debian builds it
//   libccd  ccdGJKIntersect, ODE dCollide: neither knows a distance, so they only say that the bodies are apart
//
// The answers of the first three are compared. Wanted (issue "Two shapes at one instant"): at 1 degree ours / FCL at
// most 1/16, 1/20, 1/20, 1/24, 1/30; at 10 and 50 degrees 1/6; at 0.1 degree, 2562 vertices at most three times 12.
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <ccd/ccd.h>
#include <fmt/format.h>
#include <ode/ode.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "abut/geometry/makers/sphere.h"
#include "abut/geometry/shape.h"
#include "abut/proximity/distance.h"
#include "fcl_convex.h"

namespace {

using abut::geometry::Mesh;
using abut::geometry::Shape;
using abut::math::Mat3;
using abut::math::Pose;
using abut::math::Quat;
using abut::math::Vec3;

constexpr std::size_t kNumQueries = 3600;
constexpr std::size_t kNumFirst = 720;
constexpr int kNumTurns = 9;

// A's poses; B stays at the origin.
std::vector<Pose> make_orbit(double step_deg) {
  const Vec3 orbit_axis = Vec3(0.2, -0.3, 1).normalized(), tumble_axis = Vec3(1, 0.5, -0.4).normalized();
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < kNumQueries; ++i) {
    const double angle = static_cast<double>(i) * step_deg * std::numbers::pi / 180;
    const Vec3 p = 2.3 * (Eigen::AngleAxisd(angle, orbit_axis) * orbit_axis.unitOrthogonal());
    poses.push_back({p, Quat(Eigen::AngleAxisd(angle, tumble_axis))});
  }
  return poses;
}

// A program with both bodies loaded: answers one query after another, as in a simulation.
struct Program {
  std::string name;
  bool knows_distance = true;  // otherwise it answers 0 for "meeting" and anything else for "apart"
  std::function<void(const std::vector<Pose>&)> load;
  std::function<double(std::size_t)> query;
};

Program make_abut(const Shape& shape) {
  struct State {
    std::vector<Pose> poses;
    abut::proximity::PairCache cache;
  };
  auto state = std::make_shared<State>();
  const abut::proximity::PieceRef piece{shape.pieces, abut::PieceId(0)};
  return {"abut", true,
          [state](const std::vector<Pose>& poses) {
            state->poses = poses;
            state->cache = {};
          },
          [state, piece](std::size_t i) {
            return update_feature_pair(piece, piece, state->poses[i], Pose::identity(), state->cache).phi;
          }};
}

Program make_fcl(const Mesh& mesh) {
  auto convex = abut::bench::make_fcl_convex(mesh);
  auto poses = std::make_shared<std::vector<fcl::Transform3d>>();
  fcl::DistanceRequestd request(true);
  request.gjk_solver_type = fcl::GST_LIBCCD;
  return {"FCL", true, [poses](const std::vector<Pose>& from) { *poses = abut::bench::make_fcl_poses(from); },
          [convex, poses, request](std::size_t i) {
            fcl::DistanceResultd result;
            return fcl::distance(convex.get(), (*poses)[i], convex.get(), fcl::Transform3d::Identity(), request,
                                 result);
          }};
}

Program make_bullet(const Mesh& mesh) {
  struct State {
    btConvexHullShape shape;
    std::vector<btTransform> poses;
    btVoronoiSimplexSolver solver;
    btVector3 axis{0, 1, 0};
  };
  auto state = std::make_shared<State>();
  const auto scalar = [](double x) { return static_cast<btScalar>(x); };
  const auto vector = [scalar](const Vec3& v) { return btVector3(scalar(v.x()), scalar(v.y()), scalar(v.z())); };
  for (const Vec3& v : mesh.vertices) state->shape.addPoint(vector(v), false);
  state->shape.setMargin(0);
  state->shape.recalcLocalAabb();
  return {"Bullet", true,
          [state, scalar, vector](const std::vector<Pose>& poses) {
            state->poses.clear();
            for (const Pose& X : poses) {
              const btQuaternion q(scalar(X.q.x()), scalar(X.q.y()), scalar(X.q.z()), scalar(X.q.w()));
              state->poses.emplace_back(q, vector(X.p));
            }
          },
          [state](std::size_t i) {
            btGjkPairDetector detector(&state->shape, &state->shape, &state->solver, nullptr);
            detector.setCachedSeparatingAxis(state->axis);
            btGjkPairDetector::ClosestPointInput input;
            input.m_transformA = state->poses[i];
            input.m_transformB.setIdentity();
            btPointCollector result;
            detector.getClosestPoints(input, result, nullptr);
            state->axis = detector.getCachedSeparatingAxis();
            return static_cast<double>(result.m_distance);
          }};
}

// For libccd: a body at a pose, its support found by climbing from vertex to vertex.
struct CcdBody {
  const Shape* shape = nullptr;
  Vec3 p = Vec3::Zero();
  Mat3 R = Mat3::Identity();
  mutable std::uint32_t last = 0;

  static void find_support(const void* body, const ccd_vec3_t* direction, ccd_vec3_t* out) {
    const CcdBody& me = *static_cast<const CcdBody*>(body);
    const abut::geometry::ConvexPieces& pieces = me.shape->pieces;
    const Vec3 d = me.R.transpose() * Vec3(ccdVec3X(direction), ccdVec3Y(direction), ccdVec3Z(direction));
    std::uint32_t best = me.last, before = best;
    do {
      before = best;
      for (const auto& spoke : pieces.spokes_of(before)) {
        if (d.dot(pieces.vertices[spoke.tip].p) > d.dot(pieces.vertices[best].p)) best = spoke.tip;
      }
    } while (best != before);
    me.last = best;
    const Vec3 x = me.R * pieces.vertices[best].p + me.p;
    ccdVec3Set(out, x.x(), x.y(), x.z());
  }
};

Program make_libccd(const Shape& shape) {
  auto poses = std::make_shared<std::vector<CcdBody>>();
  return {"libccd", false,
          [poses, &shape](const std::vector<Pose>& from) {
            poses->clear();
            for (const Pose& X : from) poses->push_back({&shape, X.p, X.q.toRotationMatrix(), 0});
          },
          [poses, fixed = CcdBody{&shape, Vec3::Zero(), Mat3::Identity(), 0}](std::size_t i) {
            ccd_t ccd;
            CCD_INIT(&ccd);
            ccd.support1 = ccd.support2 = CcdBody::find_support;
            ccd.max_iterations = 200;
            return ccdGJKIntersect(&(*poses)[i], &fixed, &ccd) != 0 ? 0.0 : 1.0;
          }};
}

Program make_ode(const Mesh& mesh) {
  struct State {
    std::vector<dReal> planes, points;
    std::vector<unsigned int> polygons;
    std::vector<Pose> poses;
    dGeomID a = nullptr, b = nullptr;
    ~State() { dGeomDestroy(a), dGeomDestroy(b); }
  };
  auto state = std::make_shared<State>();
  for (const Vec3& v : mesh.vertices) state->points.insert(state->points.end(), {v.x(), v.y(), v.z()});
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vec3 &p = mesh.vertices[i.index()], &q = mesh.vertices[j.index()], &r = mesh.vertices[k.index()];
    const Vec3 n = (q - p).cross(r - p).normalized();
    state->planes.insert(state->planes.end(), {n.x(), n.y(), n.z(), n.dot(p)});
    state->polygons.insert(state->polygons.end(), {3, i.value(), j.value(), k.value()});
  }
  const auto create = [&] {
    return dCreateConvex(nullptr, state->planes.data(), static_cast<unsigned>(mesh.triangles.size()),
                         state->points.data(), static_cast<unsigned>(mesh.vertices.size()), state->polygons.data());
  };
  state->a = create();
  state->b = create();
  return {"ODE", false, [state](const std::vector<Pose>& poses) { state->poses = poses; },
          [state](std::size_t i) {
            const Pose& X = state->poses[i];
            const dQuaternion q{X.q.w(), X.q.x(), X.q.y(), X.q.z()};
            dGeomSetPosition(state->a, X.p.x(), X.p.y(), X.p.z());
            dGeomSetQuaternion(state->a, q);
            dContactGeom contact;
            return dCollide(state->a, state->b, 1, &contact, sizeof contact) > 0 ? 0.0 : 1.0;
          }};
}

struct Timing {
  double median_ns = 0, least_ns = 0, most_ns = 0;
  double first_ns = 0;  // of the first queries of a turn
  std::vector<double> answers;
};

// Of this thread, so that what else the machine does counts little.
double get_processor_ns() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

// Nanoseconds of processor time a query: of the first ones, and of all.
std::pair<double, double> time_turn(const Program& program, std::vector<double>& answers) {
  const double start = get_processor_ns();
  for (std::size_t i = 0; i < kNumFirst; ++i) answers[i] = program.query(i);
  const double between = get_processor_ns();
  for (std::size_t i = kNumFirst; i < kNumQueries; ++i) answers[i] = program.query(i);
  const double end = get_processor_ns();
  return {(between - start) / static_cast<double>(kNumFirst), (end - start) / static_cast<double>(kNumQueries)};
}

std::vector<Timing> time_in_turns(std::vector<Program>& programs, const std::vector<Pose>& poses) {
  std::vector<std::vector<double>> firsts(programs.size()), turns(programs.size());
  std::vector<Timing> timings(programs.size());
  for (Program& program : programs) program.load(poses);
  for (int turn = 0; turn < kNumTurns; ++turn) {
    for (std::size_t k = 0; k < programs.size(); ++k) {
      timings[k].answers.assign(kNumQueries, 0.0);
      const auto [first, all] = time_turn(programs[k], timings[k].answers);
      firsts[k].push_back(first);
      turns[k].push_back(all);
    }
  }
  for (std::size_t k = 0; k < programs.size(); ++k) {
    std::ranges::sort(firsts[k]);
    std::ranges::sort(turns[k]);
    timings[k].first_ns = firsts[k][kNumTurns / 2];
    timings[k].median_ns = turns[k][kNumTurns / 2];
    timings[k].least_ns = turns[k].front();
    timings[k].most_ns = turns[k].back();
  }
  return timings;
}

// The largest difference from our distance or, of what knows none, how often it takes the bodies to meet.
std::string compare(const Program& program, const Timing& ours, const Timing& timing) {
  double largest = 0;
  int num_meeting = 0;
  for (std::size_t i = 0; i < kNumQueries; ++i) {
    largest = std::max(largest, std::abs(timing.answers[i] - ours.answers[i]));
    num_meeting += timing.answers[i] == 0;
  }
  return program.knows_distance ? fmt::format("{:.1e}", largest) : fmt::format("{} meet", num_meeting);
}

// All programs with a body of 12, 42, 162, 642 or 2562 vertices at levels 0 to 4.
struct Bodies {
  Mesh mesh;
  Shape shape;
  std::vector<Program> programs;

  explicit Bodies(int level)
      : mesh(abut::geometry::make_icosphere(level, Vec3(1, 0.8, 0.6))),
        shape(abut::geometry::make_shape(mesh)),
        programs{make_abut(shape), make_fcl(mesh), make_bullet(mesh), make_libccd(shape), make_ode(mesh)} {}
};

void run(int level, const std::vector<double>& steps_deg) {
  Bodies bodies(level);
  std::vector<Program>& programs = bodies.programs;
  for (const double step_deg : steps_deg) {
    const std::vector<Timing> timings = time_in_turns(programs, make_orbit(step_deg));
    for (std::size_t k = 0; k < programs.size(); ++k) {
      fmt::print("{:>8} {:>7} {:>8} {:>10.0f} {:>10.0f} .. {:<8.0f} {:>10.4f} {:>10.0f} {:>12}\n",
                 bodies.mesh.vertices.size(), step_deg, programs[k].name, timings[k].median_ns, timings[k].least_ns,
                 timings[k].most_ns, timings[0].median_ns / timings[k].median_ns, timings[k].first_ns,
                 compare(programs[k], timings[0], timings[k]));
    }
  }
}

}  // namespace

// One program on one trajectory, for counting its instructions: what scripts/draw_coherence.py asks of callgrind.
extern "C" [[gnu::noinline]] void abut_bench_count(Program& program) {
  for (std::size_t i = 0; i < kNumFirst; ++i) program.query(i);
}

int main(int argc, char** argv) {
  dInitODE();
  if (argc == 4) {  // program, level, degrees
    Bodies bodies(std::stoi(argv[2]));
    for (Program& program : bodies.programs) {
      if (program.name != argv[1]) continue;
      program.load(make_orbit(std::stod(argv[3])));
      abut_bench_count(program);
    }
    return 0;
  }
  fmt::print("{} queries a turn, {} turns; first: the first {} of each alone; difference: of the distance from ours\n",
             kNumQueries, kNumTurns, kNumFirst);
  fmt::print("{:>8} {:>7} {:>8} {:>10} {:>22} {:>10} {:>10} {:>12}\n", "vertices", "degrees", "program", "median ns",
             "spread", "ours/its", "first ns", "difference");
  for (const int level : {0, 1, 2, 3, 4}) run(level, {0.1, 1, 10, 50});
  dCloseODE();
  return 0;
}

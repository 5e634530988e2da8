// A step of many boxes beside peers, in one run: ms a step (median of steps 100 to 600), and how deep everyone lets the
// boxes sink into each other, measured by our exact code. Unit cubes, mass 1, mu 0.5, e 0, fixed box as ground, dt
// 1/240 s, one thread, sleeping off everywhere, Bullet and ODE at 10 iterations, Bullet in single precision as Debian
// builds it. Ours prints the residual of the contact law and the motion lost.
//
//   step_bench [PART OF A SCENE'S NAME]
#include <btBulletDynamicsCommon.h>
#include <fmt/format.h>
#include <ode/ode.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "abut/continuous/swept_pairs.h"
#include "abut/dynamics/simulation.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/shape.h"
#include "abut/proximity/distance.h"
#include "box_scenes.h"

namespace {

using namespace abut;
using bench::BoxScene;
using bench::kGroundHeight;
using bench::kGroundSize;
using math::Pose;
using math::Quat;
using math::Vec3;

constexpr double kStep = 1.0 / 240;
constexpr int kFirstStep = 100, kNumSteps = 600;

struct Engine {
  std::string name;
  std::function<void()> step;
  std::function<std::vector<Pose>()> get_poses;
  std::function<std::string()> report = [] { return std::string(); };
};

Engine make_abut(const BoxScene& scene) {
  struct State {
    std::unique_ptr<dynamics::Simulation> simulation;
    double residual = 0.0, lost = 0.0, asked = 0.0;
    long sweeps = 0, held = 0;
  };
  const auto state = std::make_shared<State>();
  std::vector<dynamics::BodyModel> models(1);
  models[0].shape = std::make_shared<geometry::Shape>(
      geometry::make_shape(geometry::make_box({kGroundSize, kGroundSize, kGroundHeight})));
  models[0].type = dynamics::BodyType::kStatic;
  std::vector<dynamics::BodyState> states{
      make_body_state(models[0], Pose::from_translation({0, 0, -kGroundHeight / 2}), {})};
  dynamics::BodyModel cube;
  cube.shape = std::make_shared<geometry::Shape>(geometry::make_shape(geometry::make_box({1, 1, 1})));
  cube.I_BBcm_B = math::Mat3::Identity() / 6, cube.inv_I_BBcm_B = 6 * math::Mat3::Identity();
  for (const Pose& X_WB : scene.X_WB) {
    models.push_back(cube);
    states.push_back(make_body_state(cube, X_WB, {}));
  }
  dynamics::Settings settings;
  settings.records_contacts = settings.records_certificates = false;
  state->simulation = std::make_unique<dynamics::Simulation>(models, states, settings, std::vector<std::string>());
  return {"abut",
          [state] {
            const dynamics::StepRecord& record = state->simulation->step();
            state->residual = std::max(state->residual, record.residual);
            state->lost += record.path_lost, state->asked += record.path_asked;
            state->sweeps += record.num_sweeps, state->held += record.num_held;
          },
          [state] {
            std::vector<Pose> poses;
            const auto& bodies = state->simulation->state().bodies;
            for (std::size_t i = 1; i < bodies.size(); ++i) poses.push_back({bodies[i].p_WBcm, bodies[i].q_WB});
            return poses;
          },
          [state] {
            return fmt::format("residual {:.1e}, {:.1f} sweeps a step, lost motion {:.1e}, {} held", state->residual,
                               static_cast<double>(state->sweeps) / kNumSteps,
                               state->asked > 0 ? state->lost / state->asked : 0.0, state->held);
          }};
}

Engine make_bullet(const BoxScene& scene) {
  struct State {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    btBoxShape ground{btVector3(kGroundSize / 2, kGroundSize / 2, kGroundHeight / 2)},
        cube{btVector3(0.5f, 0.5f, 0.5f)};
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    ~State() {
      for (auto& body : bodies) world.removeRigidBody(body.get());
    }
  };
  const auto state = std::make_shared<State>();
  state->world.setGravity(btVector3(0, 0, -9.81f));
  state->world.getSolverInfo().m_numIterations = 10;
  const auto add = [&](btBoxShape& shape, float mass, const Pose& X) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape.calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
    info.m_friction = std::sqrt(0.5f), info.m_restitution = 0;  // Bullet multiplies both bodies' friction
    const auto f = [](double x) { return static_cast<float>(x); };
    info.m_startWorldTransform = btTransform(btQuaternion(f(X.q.x()), f(X.q.y()), f(X.q.z()), f(X.q.w())),
                                             btVector3(f(X.p.x()), f(X.p.y()), f(X.p.z())));
    state->bodies.push_back(std::make_unique<btRigidBody>(info));
    state->bodies.back()->setActivationState(DISABLE_DEACTIVATION);
    state->world.addRigidBody(state->bodies.back().get());
  };
  add(state->ground, 0, Pose::from_translation({0, 0, -kGroundHeight / 2}));
  for (const Pose& X : scene.X_WB) add(state->cube, 1, X);
  return {"Bullet", [state] { state->world.stepSimulation(static_cast<float>(kStep), 0); },
          [state] {
            std::vector<Pose> poses;
            for (std::size_t i = 1; i < state->bodies.size(); ++i) {
              const btTransform& X = state->bodies[i]->getWorldTransform();
              const btQuaternion q = X.getRotation();
              const btVector3& p = X.getOrigin();
              poses.push_back({Vec3(p.x(), p.y(), p.z()), Quat(q.w(), q.x(), q.y(), q.z()).normalized()});
            }
            return poses;
          }};
}

struct OdeWorld {
  dWorldID world = dWorldCreate();
  dSpaceID space = dHashSpaceCreate(nullptr);
  dJointGroupID joints = dJointGroupCreate(0);
  std::vector<dBodyID> bodies;
  ~OdeWorld() { dJointGroupDestroy(joints), dSpaceDestroy(space), dWorldDestroy(world); }
};

void make_ode_contacts(void* data, dGeomID a, dGeomID b) {
  const auto& ode = *static_cast<OdeWorld*>(data);
  dContact contacts[8];
  const int num_contacts = dCollide(a, b, 8, &contacts[0].geom, sizeof(dContact));
  for (int i = 0; i < num_contacts; ++i) {
    contacts[i].surface = {};
    contacts[i].surface.mode = dContactApprox1;
    contacts[i].surface.mu = 0.5;
    dJointAttach(dJointCreateContact(ode.world, ode.joints, &contacts[i]), dGeomGetBody(a), dGeomGetBody(b));
  }
}

Engine make_ode(const BoxScene& scene) {
  dInitODE();
  const auto ode = std::make_shared<OdeWorld>();
  dWorldSetGravity(ode->world, 0, 0, -9.81);
  dWorldSetQuickStepNumIterations(ode->world, 10);
  dGeomSetPosition(dCreateBox(ode->space, kGroundSize, kGroundSize, kGroundHeight), 0, 0, -kGroundHeight / 2);
  for (const Pose& X : scene.X_WB) {
    const dBodyID body = dBodyCreate(ode->world);
    dMass mass;
    dMassSetBoxTotal(&mass, 1, 1, 1, 1);
    dBodySetMass(body, &mass);
    dGeomSetBody(dCreateBox(ode->space, 1, 1, 1), body);
    dBodySetPosition(body, X.p.x(), X.p.y(), X.p.z());
    const dQuaternion q{X.q.w(), X.q.x(), X.q.y(), X.q.z()};
    dBodySetQuaternion(body, q);
    ode->bodies.push_back(body);
  }
  return {"ODE",
          [ode] {
            dSpaceCollide(ode->space, ode.get(), &make_ode_contacts);
            dWorldQuickStep(ode->world, kStep);
            dJointGroupEmpty(ode->joints);
          },
          [ode] {
            std::vector<Pose> poses;
            for (const dBodyID body : ode->bodies) {
              const dReal *p = dBodyGetPosition(body), *q = dBodyGetQuaternion(body);
              poses.push_back({Vec3(p[0], p[1], p[2]), Quat(q[0], q[1], q[2], q[3]).normalized()});
            }
            return poses;
          }};
}

// The deepest overlap of any two bodies, by the minimum translational distance; 0 if none overlap.
double measure_depth(const std::vector<Pose>& cubes) {
  static const geometry::Shape cube = geometry::make_shape(geometry::make_box({1, 1, 1})),
                               ground =
                                   geometry::make_shape(geometry::make_box({kGroundSize, kGroundSize, kGroundHeight}));
  continuous::SweptPairs sweeper;
  std::vector<continuous::SweptBody> bodies;
  const Pose X_WG = Pose::from_translation({0, 0, -kGroundHeight / 2});
  bodies.push_back({{X_WG.p - Vec3(kGroundSize, kGroundSize, kGroundHeight) / 2,
                     X_WG.p + Vec3(kGroundSize, kGroundSize, kGroundHeight) / 2},
                    false});
  for (const Pose& X : cubes) bodies.push_back({{X.p - Vec3::Constant(0.9), X.p + Vec3::Constant(0.9)}, true});
  double deepest = 0.0;
  for (const continuous::SweptPair& pair : sweeper.update(bodies)) {
    proximity::PairCache cache;
    const bool has_ground = pair.a == 0;
    const proximity::PieceRef a{has_ground ? ground.pieces : cube.pieces, PieceId(0)}, b{cube.pieces, PieceId(0)};
    deepest = std::max(deepest,
                       -update_feature_pair(a, b, has_ground ? X_WG : cubes[pair.a - 1], cubes[pair.b - 1], cache).phi);
  }
  return deepest;
}

struct Figures {
  double median = 0.0, fastest = 0.0, slowest = 0.0, depth = 0.0;
};

// All engines a step each in turns, so that noise falls on all alike.
void run(const BoxScene& scene) {
  std::vector<Engine> engines{make_abut(scene), make_bullet(scene), make_ode(scene)};
  std::vector<std::vector<double>> times(engines.size());
  std::vector<double> depths(engines.size(), 0.0);
  for (int i = 0; i < kNumSteps; ++i) {
    for (std::size_t k = 0; k < engines.size(); ++k) {
      const auto start = std::chrono::steady_clock::now();
      engines[k].step();
      const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
      if (i >= kFirstStep) times[k].push_back(time.count());
      if (i % 20 == 0) depths[k] = std::max(depths[k], measure_depth(engines[k].get_poses()));
    }
  }
  double bullet = 0.0;
  for (std::size_t k = 0; k < engines.size(); ++k) {
    std::sort(times[k].begin(), times[k].end());
    if (engines[k].name == "Bullet") bullet = times[k][times[k].size() / 2];
  }
  for (std::size_t k = 0; k < engines.size(); ++k) {
    const double median = times[k][times[k].size() / 2];
    fmt::print("{:20} {:8} {:9.4f} ms ({:.4f} .. {:.4f})  {:6.2f} of Bullet  deepest {:8.3f} mm  {}\n", scene.name,
               engines[k].name, median, times[k].front(), times[k].back(), median / bullet, 1e3 * depths[k],
               engines[k].report());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const double gap = 9.81 * kStep * kStep;
  const std::vector<BoxScene> scenes{bench::make_box_stack(10, gap), bench::make_box_pyramid(10, false, gap),
                                     bench::make_box_pyramid(10, true, gap), bench::make_box_pile(10)};
  for (const BoxScene& scene : scenes)
    if (argc < 2 || argv[1][0] == '-' || scene.name.find(argv[1]) != std::string::npos) run(scene);
}

#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <memory>

#include "engines/engine.h"

namespace abut::bench {

using math::Pose;
using math::Quat;
using math::Vec3;

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

}  // namespace abut::bench

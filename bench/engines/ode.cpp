#include <ode/ode.h>

#include <memory>

#include "engines/engine.h"

namespace abut::bench {

using math::Pose;
using math::Quat;
using math::Vec3;

namespace {

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

}  // namespace

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

}  // namespace abut::bench

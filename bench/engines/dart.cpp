#include <dart/collision/dart/DARTCollisionDetector.hpp>
#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>
#include <memory>
#include <string>

#include "engines/engine.h"

namespace abut::bench {

using math::Pose;
using math::Quat;

namespace {

using namespace dart::dynamics;  // NOLINT: its names, in this file alone

SkeletonPtr make_box(const std::string& name, const Eigen::Vector3d& size, const Pose& X, bool is_fixed) {
  const SkeletonPtr skeleton = Skeleton::create(name);
  BodyNode* body = is_fixed ? skeleton->createJointAndBodyNodePair<WeldJoint>().second
                            : skeleton->createJointAndBodyNodePair<FreeJoint>().second;
  const auto shape = std::make_shared<BoxShape>(size);
  ShapeNode* node = body->createShapeNodeWith<CollisionAspect, DynamicsAspect>(shape);
  node->getDynamicsAspect()->setFrictionCoeff(0.5);
  node->getDynamicsAspect()->setRestitutionCoeff(0.0);
  Inertia inertia;
  inertia.setMass(1.0);
  inertia.setMoment(shape->computeInertia(1.0));
  body->setInertia(inertia);
  Eigen::Isometry3d placing = Eigen::Isometry3d::Identity();
  placing.translation() = X.p, placing.linear() = X.q.toRotationMatrix();
  if (is_fixed)
    body->getParentJoint()->setTransformFromParentBodyNode(placing);
  else
    skeleton->setPositions(FreeJoint::convertToPositions(placing));
  return skeleton;
}

}  // namespace

Engine make_dart(const BoxScene& scene) {
  const dart::simulation::WorldPtr world = dart::simulation::World::create();
  world->setTimeStep(kStep);
  world->setGravity({0, 0, -9.81});
  world->getConstraintSolver()->setCollisionDetector(dart::collision::DARTCollisionDetector::create());
  world->addSkeleton(make_box("ground", {kGroundSize, kGroundSize, kGroundHeight},
                              Pose::from_translation({0, 0, -kGroundHeight / 2}), true));
  for (const Pose& X : scene.X_WB)
    world->addSkeleton(make_box(std::to_string(world->getNumSkeletons()), {1, 1, 1}, X, false));
  return {"DART", [world] { world->step(); },
          [world] {
            std::vector<Pose> poses;
            for (std::size_t i = 1; i < world->getNumSkeletons(); ++i) {
              const Eigen::Isometry3d& X = world->getSkeleton(i)->getBodyNode(0)->getTransform();
              poses.push_back({X.translation(), Quat(Eigen::Matrix3d(X.linear())).normalized()});
            }
            return poses;
          }};
}

}  // namespace abut::bench

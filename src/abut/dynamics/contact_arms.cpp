#include "abut/dynamics/contact_arms.h"

#include <algorithm>

namespace abut::dynamics {
namespace {

using contact::FoundContact;
using math::Twist;
using math::Vec3;

// How fast the contact point moves: with the vertex that it is of, with both where it is of two edges; of a round
// feature, with its core. (Where a ball rolls, its surface is at rest; the point of contact goes along with its
// centre.)
Vec3 compute_point_velocity(const FoundContact& found, const Vec3& x_a, const Twist& A, const Vec3& x_b,
                            const Twist& B) {
  const Vec3 core_a = found.p_WCa + found.radius_a * found.nhat_BA_W,
             core_b = found.p_WCb - found.radius_b * found.nhat_BA_W;
  const Vec3 with_a = A.v + A.w.cross(core_a - x_a), with_b = B.v + B.w.cross(core_b - x_b);
  if (found.feature_a.is_vertex() == found.feature_b.is_vertex()) return 0.5 * (with_a + with_b);
  return found.feature_a.is_vertex() ? with_a : with_b;
}

Vec3 compute_reference(const MovingBody& body, const BodyState& state, double h) {
  return state.p_WBcm + (body.s_impulse * h) * body.flight.V0.v;
}

}  // namespace

void place_contact(const StepStage& stage, const State& state, double s, StepContact& contact) {
  const BodyPair& pair = stage.pairs[contact.pair];
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  const Twist &A = s > 0 ? a.V_move : a.flight.V0, &B = s > 0 ? b.V_move : b.flight.V0;
  const double t = s * stage.h;
  contact.s_found = s;
  contact.v_W = compute_point_velocity(contact.found, state.bodies[pair.a].p_WBcm + t * A.v, A,
                                       state.bodies[pair.b].p_WBcm + t * B.v, B);
}

double compute_impulse_share(const StepStage& stage, const BodyPair& pair) {
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  return std::min(a.is_dynamic ? a.s_impulse : 1.0, b.is_dynamic ? b.s_impulse : 1.0);
}

void set_arms(const StepStage& stage, const State& state, StepContact& contact) {
  const BodyPair& pair = stage.pairs[contact.pair];
  const MovingBody &a = stage.bodies[pair.a], &b = stage.bodies[pair.b];
  const double t = (compute_impulse_share(stage, pair) - contact.s_found) * stage.h;
  const Vec3 p = 0.5 * (contact.found.p_WCa + contact.found.p_WCb) + t * contact.v_W;
  contact.arm_a = p - compute_reference(a, state.bodies[pair.a], stage.h);
  contact.arm_b = p - compute_reference(b, state.bodies[pair.b], stage.h);
  contact.s_a = a.s_impulse, contact.s_b = b.s_impulse;
}

bool has_old_arms(const StepStage& stage, const StepContact& contact) {
  const BodyPair& pair = stage.pairs[contact.pair];
  return contact.s_a != stage.bodies[pair.a].s_impulse || contact.s_b != stage.bodies[pair.b].s_impulse;
}

}  // namespace abut::dynamics

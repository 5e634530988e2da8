// Headers, steps and states with random numbers in every place, for laws of writing and reading: bits of every kind,
// zeros of both signs, infinities and NaN among them.
#pragma once

#include <bit>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "abut/dynamics/simulation.h"
#include "abut/scene/trace/trace_header.h"
#include "abut/scene/trace/trace_writer.h"

namespace abut::scene {

class RandomTrace {
 public:
  explicit RandomTrace(unsigned seed) : random_(seed) {}

  TraceHeader make_header(std::size_t num_bodies) {
    TraceHeader header;
    header.writer = "a test";
    header.scene_text = "{\"abut_scene\": 1}";
    header.save_every = 3;
    for (const TraceShapeKind kind : {TraceShapeKind::kMesh, TraceShapeKind::kPieces, TraceShapeKind::kRound})
      header.shapes.push_back(make_shape(kind));
    for (std::size_t i = 0; i < num_bodies; ++i) {
      TraceBody& body = header.bodies.emplace_back();
      body.name = "body \xC3\xA9 " + std::to_string(i);
      body.source = word(), body.shape = word() % 3, body.group = word();
      body.type = static_cast<dynamics::BodyType>(word() % 3);
      body.mass = {number(), number(), number(), number(), vector(), math::Mat3::Zero()};
      for (double& x : body.mass.I_BBcm_B.reshaped()) x = number();
      body.X_WB = pose(), body.V_WBcm = twist();
    }
    for (std::uint32_t i = 1; i < num_bodies; ++i) header.exempt_pairs.emplace_back(i - 1, i);
    return header;
  }

  // Of a step in which each body moves with the given probability.
  dynamics::StepRecord make_step(std::int64_t index, std::size_t num_bodies, double moving = 0.5) {
    dynamics::StepRecord r;
    r.index = index, r.t = number();
    const std::size_t num_segments = 1 + word() % 3;
    X_WB_.resize(num_bodies), V_WBcm_.resize(num_bodies), bends_.resize(num_bodies, math::Vec3::Zero());
    for (std::size_t k = 0; k < num_segments; ++k) {
      for (std::size_t i = 0; i < num_bodies; ++i) {
        if (share() < moving) X_WB_[i] = pose(), V_WBcm_[i] = twist(), bends_[i] = bend();
      }
      r.segments.push_back({number(), number(), X_WB_, bends_});
    }
    r.V_WBcm = V_WBcm_;
    if (share() < moving || contacts_.empty()) {
      contacts_.resize(1 + word() % 4);
      for (dynamics::ContactRecord& c : contacts_) c = make_contact(num_bodies);
    }
    r.contacts = contacts_;
    for (std::size_t i = 0; i < word() % 4; ++i)
      r.certificates.push_back({body(num_bodies), body(num_bodies), number()});
    for (int* n :
         {&r.num_rounds, &r.num_sweeps, &r.num_substeps, &r.num_impacts, &r.num_limited, &r.num_held, &r.num_asleep})
      *n = static_cast<int>(word() >> 1);
    for (double* x : {&r.residual, &r.error, &r.error_rms, &r.least_separation, &r.path_asked, &r.path_lost,
                      &r.kinetic_energy, &r.potential_energy, &r.repositioning_energy, &r.dropped_energy})
      *x = number();
    for (const dynamics::EnergyTerm& term : dynamics::kEnergyTerms) r.energy.*term.value = number();
    r.is_solved = word() % 2 == 0;
    if (word() % 4 != 0) r.error_a = body(num_bodies), r.error_b = body(num_bodies);
    r.momentum = vector(), r.angular_momentum = vector(), r.dropped_momentum = vector(), r.hash = bits();
    return r;
  }

  dynamics::State make_state(std::int64_t num_steps, std::size_t num_bodies) {
    dynamics::State state;
    state.num_steps = num_steps, state.t = number();
    for (std::size_t i = 0; i < num_bodies; ++i) {
      const math::Pose X = pose();
      const std::uint32_t asleep_with = word() % (2 * static_cast<std::uint32_t>(num_bodies));
      state.bodies.push_back({X.p, X.q, vector(), vector(), vector(), static_cast<std::int32_t>(word() >> 1), number(),
                              asleep_with < num_bodies ? BodyId(asleep_with) : BodyId::none()});
    }
    state.contacts = make_contact_sets(num_bodies);
    if (word() % 2 == 0) state.sleeping = dynamics::make_sleeping_contacts(make_contact_sets(num_bodies));
    state.next_contact_id = bits();
    return state;
  }

  contact::ContactSets make_contact_sets(std::size_t num_bodies) {
    contact::ContactSets sets;
    for (std::uint32_t i = 1; i < num_bodies; ++i) {
      const auto first = static_cast<std::uint32_t>(sets.contacts.size());
      const std::uint32_t count = 1 + word() % 3;
      sets.sets.push_back({BodyId(i - 1), BodyId(i), first, count, piece_feature(), piece_feature(), pose(), number(),
                           word() % 2 == 0});
      for (std::uint32_t k = 0; k < count; ++k)
        sets.contacts.push_back({bits(), PieceId(0), PieceId(0), piece_feature(), piece_feature(), word(), vector(),
                                 vector(), vector(), vector(), word() % 2 == 0});
    }
    return sets;
  }

  double share() { return std::uniform_real_distribution<double>(0.0, 1.0)(random_); }
  std::uint32_t word() { return static_cast<std::uint32_t>(random_()); }
  std::uint64_t bits() { return std::uint64_t{word()} << 32 | word(); }
  double number() { return std::bit_cast<double>(bits() & (word() % 8 == 0 ? 0xfff0000000000000u : ~0ull)); }
  math::Vec3 vector() { return {number(), number(), number()}; }
  // Of numbers of single precision; one in four is none.
  math::Vec3 bend() {
    if (word() % 4 == 0) return math::Vec3::Zero();
    return Eigen::Vector3f(std::bit_cast<float>(word()), 1.0f, -std::bit_cast<float>(word())).cast<double>();
  }
  math::Pose pose() { return {vector(), math::Quat(number(), number(), number(), number())}; }
  math::Twist twist() { return {vector(), vector()}; }

 private:
  TraceShape make_shape(TraceShapeKind kind) {
    TraceShape shape;
    shape.kind = kind;
    shape.is_solid = word() % 2 == 0, shape.is_convex = word() % 2 == 0, shape.radius = number();
    shape.meshes.resize(kind == TraceShapeKind::kPieces ? 3 : 1);
    for (geometry::Mesh& mesh : shape.meshes) {
      for (int i = 0; i < 5; ++i) mesh.vertices.push_back(vector());
      const auto vertex = [&] { return VertexId(word() % 5); };
      if (kind != TraceShapeKind::kRound) {
        for (int i = 0; i < 3; ++i) mesh.triangles.push_back({vertex(), vertex(), vertex()});
        mesh.points = {vertex(), vertex()};
      }
      mesh.segments.push_back({vertex(), vertex()});
    }
    return shape;
  }

  dynamics::ContactRecord make_contact(std::size_t num_bodies) {
    using geometry::Feature;
    const std::uint32_t index = word() >> 2;
    const Feature features[] = {Feature(VertexId(index)), Feature(EdgeId(index)), Feature(FaceId(index)),
                                Feature::cut()};
    return {
        bits(),   body(num_bodies), body(num_bodies), features[word() % 4], features[word() % 4], vector(), vector(),
        number(), number(),         vector(),         word() % 2 == 0};
  }
  BodyId body(std::size_t num_bodies) { return BodyId(word() % num_bodies); }
  proximity::PieceFeature piece_feature() { return {static_cast<proximity::PieceFeatureKind>(word() % 4), word() % 6}; }

  std::mt19937 random_;
  std::vector<math::Pose> X_WB_;
  std::vector<math::Vec3> bends_;
  std::vector<math::Twist> V_WBcm_;
  std::vector<dynamics::ContactRecord> contacts_;
};

// A trace of some steps in which about half of all bodies move, with a state after every third and, if asked for, an
// end.
struct WrittenTrace {
  TraceHeader header;
  std::vector<dynamics::StepRecord> steps;
  std::vector<std::size_t> ends;  // of the header, then of every step, in bytes; of those with a state before that
  std::string bytes;
};

inline WrittenTrace write_random_trace(unsigned seed, std::size_t num_bodies, int num_steps, bool is_whole,
                                       const Outputs& outputs = {}) {
  RandomTrace random(seed);
  WrittenTrace trace;
  trace.header = random.make_header(num_bodies);
  std::ostringstream out;
  TraceWriter writer(out, "t.abut", trace.header, outputs);
  trace.ends.push_back(out.str().size());
  for (int i = 1; i <= num_steps; ++i) {
    trace.steps.push_back(random.make_step(i, num_bodies));
    const dynamics::State state = random.make_state(i, num_bodies);
    const std::size_t first = out.str().size();
    writer.write_step(trace.steps.back(), state);
    const std::string written = out.str().substr(first);
    std::uint64_t length = 0;  // of the payload, 8 bytes into the block
    for (int k = 7; k >= 0; --k) length = length << 8 | static_cast<unsigned char>(written[8 + k]);
    trace.ends.push_back(first + 16 + length + 4);
  }
  if (is_whole) writer.write_end({RunOutcome::kSqueezed, BodyId(1), num_steps, 0.5, 7});
  trace.bytes = out.str();
  return trace;
}

// The bits of all that a step says, in an order of their own.
class BitList {
 public:
  void add(double x) { bits_.push_back(std::bit_cast<std::uint64_t>(x)); }
  void add(std::uint64_t x) { bits_.push_back(x); }
  void add(const math::Vec3& v) { add(v.x()), add(v.y()), add(v.z()); }
  void add(const math::Pose& X) { add(X.p), add(X.q.w()), add(math::Vec3(X.q.vec())); }
  void add(const math::Twist& V) { add(V.w), add(V.v); }
  void add(geometry::Feature f) { bits_.push_back(std::bit_cast<std::uint32_t>(f)); }
  bool operator==(const BitList&) const = default;

 private:
  std::vector<std::uint64_t> bits_;
};

inline BitList list_bits(const dynamics::StepRecord& r) {
  BitList bits;
  for (const std::uint64_t n :
       {static_cast<std::uint64_t>(r.index), static_cast<std::uint64_t>(r.outcome), std::uint64_t{r.culprit.value()},
        std::uint64_t{r.error_a.value()}, std::uint64_t{r.error_b.value()}, std::uint64_t{r.is_solved}, r.hash})
    bits.add(n);
  for (const int n :
       {r.num_rounds, r.num_sweeps, r.num_substeps, r.num_impacts, r.num_limited, r.num_held, r.num_asleep})
    bits.add(static_cast<std::uint64_t>(n));
  for (const double x : {r.t, r.residual, r.error, r.error_rms, r.least_separation, r.path_asked, r.path_lost,
                         r.kinetic_energy, r.potential_energy, r.repositioning_energy, r.dropped_energy})
    bits.add(x);
  for (const dynamics::EnergyTerm& term : dynamics::kEnergyTerms) bits.add(r.energy.*term.value);
  bits.add(r.momentum), bits.add(r.angular_momentum), bits.add(r.dropped_momentum);
  for (const dynamics::SegmentRecord& s : r.segments) {
    bits.add(s.t0), bits.add(s.t), bits.add(std::uint64_t{s.X_WB.size()});
    for (const math::Pose& X : s.X_WB) bits.add(X);
    for (const math::Vec3& bend : s.bends) bits.add(bend);
  }
  bits.add(std::uint64_t{r.V_WBcm.size()});
  for (const math::Twist& V : r.V_WBcm) bits.add(V);
  bits.add(std::uint64_t{r.contacts.size()});
  for (const dynamics::ContactRecord& c : r.contacts) {
    bits.add(c.id), bits.add(std::uint64_t{c.a.value()}), bits.add(std::uint64_t{c.b.value()});
    bits.add(c.feature_a), bits.add(c.feature_b), bits.add(c.p_W), bits.add(c.nhat_BA_W), bits.add(c.gap);
    bits.add(c.mu), bits.add(c.impulse_W), bits.add(std::uint64_t{c.is_impact});
  }
  for (const dynamics::CertificateRecord& c : r.certificates)
    bits.add(std::uint64_t{c.a.value()}), bits.add(std::uint64_t{c.b.value()}), bits.add(c.separation);
  return bits;
}

}  // namespace abut::scene

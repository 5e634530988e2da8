// docs/follow-one-contact.md: every record on the way from a mesh to a force, of one cube on a plane, as this test
// prints it. ABUT_WRITE_PAGES=1 writes the page's blocks anew.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "abut/contact/find_contacts.h"
#include "abut/dynamics/candidates.h"
#include "abut/dynamics/step.h"
#include "abut/proximity/distance.h"
#include "abut/proximity/manifold.h"
#include "abut/scene/load_scene.h"
#include "abut/scene/make_simulation.h"
#include "abut/scene/read_scene.h"
#include "abut/scene/trace/trace_reader.h"
#include "abut/scene/trace/trace_scene.h"
#include "abut/scene/trace/trace_writer.h"

namespace abut::scene {
namespace {

using math::Vec3;

// Rests where it is: at the security distance, 5e-6 of its diagonal.
constexpr const char* kSceneText = R"({
  "abut_scene": 1, "step": 0.004166666666666667, "duration": 1,
  "bodies": [
    {"name": "plane", "type": "static", "shape": {"box": [4, 4, 1]}, "position": [0, 0, -0.5]},
    {"name": "cube", "shape": {"box": [1, 1, 1]}, "mass": 3, "position": [0, 0, 0.50000866025]}
  ]
})";

// Three digits, and what is only rounding as 0: so that the page is the same on every machine.
std::string show(double x) {
  return std::abs(x) < 1e-9 ? "0" : fmt::format("{:.3g}", x);
}
std::string show(const Vec3& v) {
  return fmt::format("({}, {}, {})", show(v.x()), show(v.y()), show(v.z()));
}
std::string show(const math::Twist& V) {
  return fmt::format("w {} v {}", show(V.w), show(V.v));
}
std::string show(const math::Pose& X) {
  return fmt::format("p {} q ({}, {}, {}, {})", show(X.p), show(X.q.w()), show(X.q.x()), show(X.q.y()), show(X.q.z()));
}
std::string show(geometry::Feature feature) {
  if (feature.is_cut()) return "cut";
  if (feature.kind() == geometry::FeatureKind::kVertex) return fmt::format("vertex {}", feature.vertex().value());
  if (feature.kind() == geometry::FeatureKind::kEdge) return fmt::format("edge {}", feature.edge().value());
  return fmt::format("face {}", feature.face().value());
}
const char* show(bool is) {
  return is ? "yes" : "no";
}

class Follow {
 public:
  Follow()
      : loaded_(load_scene(read_scene(std::string_view(kSceneText), "cube-on-plane.json"))),
        parts_(make_simulation_parts(loaded_)) {
    state_.bodies = parts_.bodies;
    outcome_ = dynamics::certify_step(stage_, parts_.models, state_, parts_.settings, parts_.settings.step);
  }

  std::map<std::string, std::string> print() {
    return {{"scene", std::string(kSceneText) + "\n"},
            {"shape", print_shape()},
            {"body", print_body()},
            {"pair", print_pair()},
            {"features", print_features()},
            {"manifold", print_manifold()},
            {"contact", print_contact()},
            {"problem", print_problem()},
            {"impulses", print_impulses()},
            {"certificate", print_certificate()},
            {"record", print_record()},
            {"trace", print_trace()}};
  }

 private:
  const geometry::Shape& cube() const { return *parts_.models[1].shape; }
  const geometry::Shape& plane() const { return *parts_.models[0].shape; }
  // A, the lesser body, is the plane.
  proximity::PieceRef piece_a() const { return {plane().pieces, PieceId(0)}; }
  proximity::PieceRef piece_b() const { return {cube().pieces, PieceId(0)}; }

  std::string print_shape() const {
    const geometry::Piece& piece = cube().pieces.pieces[0];
    return fmt::format(
        "Brep         {} vertices, {} edges, {} faces\n"
        "Shape        {} piece, solid: {}; diagonal {} m\n"
        "Piece        {} vertices, {} edges, {} faces; radius {} m\n"
        "  vertex 0   {}\n",
        cube().brep.vertices.size(), cube().brep.edges.size(), cube().brep.faces.size(), cube().pieces.pieces.size(),
        show(piece.kind == geometry::PieceKind::kSolid), show(cube().diagonal), piece.num_vertices, piece.num_edges,
        piece.num_faces, show(piece.radius), show(cube().pieces.vertices[piece.first_vertex].p));
  }

  std::string print_body() const {
    const dynamics::BodyModel& model = parts_.models[1];
    const dynamics::MovingBody& body = stage_.bodies[1];
    return fmt::format(
        "BodyModel    mass {} kg, I {} kg m^2\n"
        "BodyState    p_WBcm {} m, v {} m/s, L {} kg m^2/s\n"
        "FreeFlight   V0  {}\n"
        "             V1  {}\n",
        show(model.mass), show(Vec3(model.I_BBcm_B.diagonal())), show(state_.bodies[1].p_WBcm),
        show(state_.bodies[1].v_WBcm), show(state_.bodies[1].L_WBcm), show(body.flight.V0), show(body.flight.V1));
  }

  std::string print_pair() const {
    const dynamics::BodyPair& pair = stage_.pairs[0];
    return fmt::format(
        "BodyPair     a {} ({}), b {} ({}); friction {}, restitution {}\n"
        "PairLengths  d_min {}, repositioning {}, security {}, breaking {} m\n"
        "             separation at the start {} m\n",
        pair.a, loaded_.bodies[pair.a].name, pair.b, loaded_.bodies[pair.b].name, show(pair.mu), show(pair.restitution),
        fmt::format("{:.3g}", pair.lengths.d_min), show(pair.lengths.repositioning), show(pair.lengths.security),
        show(pair.lengths.breaking), show(pair.phi0));
  }

  proximity::FeaturePair find_features() const {
    proximity::PairCache cache;
    return update_feature_pair(piece_a(), piece_b(), stage_.bodies[0].X0, stage_.bodies[1].X0, cache);
  }

  // Which of the many closest points of two parallel faces are the witnesses is open, and so not printed.
  std::string print_features() const {
    const proximity::FeaturePair pair = find_features();
    return fmt::format(
        "FeaturePair  apart: {}; phi {} m, known to 1e-12 m: {}\n"
        "             nhat_BA_W {}\n"
        "             p_WCa.z {}, p_WCb.z {} m\n",
        show(pair.outcome == proximity::PairOutcome::kApart), show(pair.phi), show(pair.phi_bound < 1e-12),
        show(pair.nhat_BA_W), show(pair.p_WCa.z()), show(pair.p_WCb.z()));
  }

  std::string print_manifold() const {
    proximity::ManifoldBuffer buffer;
    const proximity::ContactManifold& manifold =
        compute_manifold(piece_a(), piece_b(), stage_.bodies[0].X0, stage_.bodies[1].X0, find_features(),
                         stage_.pairs[0].lengths.breaking, buffer);
    std::string text = fmt::format("ContactManifold  polygon: {}, {} corners, nhat_BA_W {}\n",
                                   show(manifold.kind == proximity::ManifoldKind::kPolygon), manifold.num_corners,
                                   show(manifold.plane.nhat_BA_W));
    for (const proximity::ManifoldPoint& point : manifold.points)
      text += fmt::format("  gap {} m  {} of the plane, {} of the cube, at {}\n", show(point.gap),
                          show(get_source(plane().pieces, point.feature_a)),
                          show(get_source(cube().pieces, point.feature_b)), show(point.p_WCb));
    return text;
  }

  std::string print_contact() const {
    std::string text;
    for (const dynamics::StepContact& contact : stage_.contacts)
      text += fmt::format("StepContact  gap {} m  arm_b {} m  least speed {} m/s  impact: {}\n", show(contact.gap),
                          show(contact.arm_b), show(contact.least_speed), show(contact.is_impact));
    return text;
  }

  std::string print_problem() const {
    const response::ContactProblem& problem = stage_.rooms[0].problem;
    std::string text =
        fmt::format("ContactProblem  {} bodies, {} contacts in {} group, speed scale {} m/s\n", problem.bodies.size(),
                    problem.contacts.size(), problem.groups.size(), show(problem.speed_scale));
    for (const response::ProblemBody& body : problem.bodies)
      text += fmt::format("  body     1/m {}  1/I {}\n           V {}\n", show(body.inv_mass),
                          show(Vec3(body.inv_inertia.diagonal())), show(body.V));
    for (const response::ProblemContact& contact : problem.contacts)
      text += fmt::format("  contact  {} on {}  nhat_BA_W {}  mu {}  arm_b {}\n", contact.a, contact.b,
                          show(contact.nhat_BA_W), show(contact.mu), show(contact.arm_b));
    return text;
  }

  std::string print_impulses() const {
    std::string text = "ContactImpulses, on A, the plane\n";
    Vec3 sum = Vec3::Zero();
    for (const dynamics::StepContact& contact : stage_.contacts) {
      text += fmt::format("  p {} N s\n", show(contact.impulse_W));
      sum += contact.impulse_W;
    }
    text += fmt::format("  sum {} N s: m g h = {} N s\n", show(sum), show(3 * 9.81 * parts_.settings.step));
    text += fmt::format("  V of the cube afterwards  {}\n", show(stage_.bodies[1].V1));
    text += fmt::format("  residual within 1e-8: {}\n", show(stage_.islands[0].solved.residual <= 1e-8));
    return text;
  }

  std::string print_certificate() const {
    const dynamics::BodyPair& pair = stage_.pairs[0];
    return fmt::format(
        "StepOutcome  accepted: {}\n"
        "BodyPair     hit: {}; separation throughout at least {} m, where {} m must be kept\n"
        "motion       from {}\n"
        "             to   {}\n",
        show(outcome_ == dynamics::StepOutcome::kAccepted), show(pair.is_hit), show(pair.separation),
        fmt::format("{:.3g}", pair.d_min), show(stage_.bodies[1].X0), show(stage_.bodies[1].X1));
  }

  std::string print_record() {
    dynamics::Simulation simulation = make_simulation(loaded_);
    const dynamics::StepRecord& record = simulation.step();
    std::string text = fmt::format(
        "StepRecord   step {} to {} s, accepted: {}; {} segment, {} round, {} held back\n"
        "             kinetic energy {} J, lost motion {}, least separation {} m\n",
        record.index, show(record.t), show(record.outcome == dynamics::StepOutcome::kAccepted), record.segments.size(),
        record.num_rounds, record.num_held, show(record.kinetic_energy), show(compute_lost_motion(record)),
        show(record.least_separation));
    for (const dynamics::ContactRecord& contact : record.contacts)
      text += fmt::format("  contact {}  {} of the plane, {} of the cube  at {}  {} N s\n", contact.id,
                          show(contact.feature_a), show(contact.feature_b), show(contact.p_W), show(contact.impulse_W));
    return text;
  }

  std::string print_trace() {
    dynamics::Simulation simulation = make_simulation(loaded_);
    std::stringstream file;
    TraceWriter writer(file, "run.abut", make_trace_header(loaded_, simulation), loaded_.scene.outputs);
    const dynamics::StepRecord& record = simulation.step();
    writer.write_step(record, simulation.state());
    TraceReader reader(file, "run.abut");
    const TraceStep* step = reader.read_step();
    Vec3 sum = Vec3::Zero();
    for (const dynamics::ContactRecord& contact : step->record.contacts) sum += contact.impulse_W;
    return fmt::format(
        "TraceHeader  {} bodies, {} shapes\n"
        "TraceStep    step {}, {} contacts, sum of impulses {} N s, of forces {} N\n"
        "             hash as computed: {}\n",
        reader.header().bodies.size(), reader.header().shapes.size(), step->record.index, step->record.contacts.size(),
        show(sum), show(Vec3(sum / parts_.settings.step)), show(step->record.hash == record.hash));
  }

  LoadedScene loaded_;
  SimulationParts parts_;
  dynamics::State state_;
  dynamics::StepStage stage_;
  dynamics::StepOutcome outcome_{};
};

const std::filesystem::path kPage = std::filesystem::path(ABUT_SOURCE_DIR) / "docs" / "follow-one-contact.md";

// The page with its blocks replaced. A block stands in a fence below "<!-- printed: name -->".
std::string print_page(const std::string& page, const std::map<std::string, std::string>& blocks,
                       std::map<std::string, int>& num_seen) {
  const std::string mark = "<!-- printed: ", fence = "```\n";
  std::string text;
  std::size_t at = 0;
  for (std::size_t begin = page.find(mark); begin != std::string::npos; begin = page.find(mark, at)) {
    const std::size_t name_begin = begin + mark.size(), name_end = page.find(" -->\n", name_begin);
    const std::string name = page.substr(name_begin, name_end - name_begin);
    const std::size_t body = page.find('\n', page.find("```", name_end)) + 1, end = page.find(fence, body);
    ++num_seen[name];
    text += page.substr(at, body - at) + (blocks.contains(name) ? blocks.at(name) : "no such record\n");
    at = end;
  }
  return text + page.substr(at);
}

std::string read_page() {
  std::ifstream file(kPage);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(MakeSimulationFollow, ThePageShowsWhatIsPrinted) {
  const std::map<std::string, std::string> blocks = Follow().print();
  std::map<std::string, int> num_seen;
  const std::string page = read_page(), expected = print_page(page, blocks, num_seen);
  ASSERT_FALSE(page.empty());
  for (const auto& [name, text] : blocks) EXPECT_EQ(num_seen[name], 1) << name << " stands on the page once";
  EXPECT_EQ(num_seen.size(), blocks.size());
  if (std::getenv("ABUT_WRITE_PAGES") != nullptr) std::ofstream(kPage) << expected;
  EXPECT_EQ(read_page(), expected) << "the page is stale; ABUT_WRITE_PAGES=1 writes it anew";
}

TEST(MakeSimulationFollow, AStalePageIsNoticed) {
  const std::map<std::string, std::string> blocks = Follow().print();
  std::map<std::string, int> num_seen;
  const std::string page = "a\n<!-- printed: body -->\n```text\nold\n```\nb\n";
  EXPECT_EQ(print_page(page, blocks, num_seen),
            "a\n<!-- printed: body -->\n```text\n" + blocks.at("body") + "```\nb\n");
}

}  // namespace
}  // namespace abut::scene

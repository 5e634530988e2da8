#include "abut/scene/problem_file.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "abut/scene/fields.h"
#include "abut/scene/json_reader.h"
#include "abut/scene/json_writer.h"

namespace abut::scene {
namespace {

using math::Mat3;
using math::Vec3;
using response::ContactProblem;
using response::ProblemBody;
using response::ProblemContact;

// What rounding may leave of a property that is exact in mathematics, with room for files that others wrote with nine
// digits. Relative.
constexpr double kProblemRounding = 1e-8;

std::string make_vector_text(const Vec3& v) {
  return make_json_row({v.data(), 3});
}

std::string make_matrix_text(const Mat3& m) {
  return fmt::format("[{}, {}, {}]", make_vector_text(m.row(0)), make_vector_text(m.row(1)),
                     make_vector_text(m.row(2)));
}

std::string make_body_text(const ProblemBody& body) {
  return fmt::format(R"({{"inv_mass": {}, "inv_inertia": {}, "velocity": {}, "angular_velocity": {}}})",
                     make_vector_text(body.inv_mass), make_matrix_text(body.inv_inertia), make_vector_text(body.V.v),
                     make_vector_text(body.V.w));
}

std::string make_contact_text(const ProblemContact& contact) {
  const std::string stick = contact.stick_velocity == Vec3::Zero()
                                ? ""
                                : fmt::format(R"(, "stick_velocity": {})", make_vector_text(contact.stick_velocity));
  return fmt::format(
      R"({{"a": {}, "b": {}, "normal": {}, "arm_a": {}, "arm_b": {}, "friction": {}, "least_speed": {}{}}})", contact.a,
      contact.b, make_vector_text(contact.nhat_BA_W), make_vector_text(contact.arm_a), make_vector_text(contact.arm_b),
      make_json_number(contact.mu), make_json_number(contact.least_speed), stick);
}

template <class Item, class MakeText>
void write_problem_rows(JsonWriter& json, std::string_view key, const std::vector<Item>& items, const MakeText& make) {
  std::vector<std::string> rows;
  rows.reserve(items.size());
  for (const Item& item : items) rows.push_back(make(item));
  json.key(key);
  json.rows(rows);
}

void write_request(JsonWriter& json, const ProblemRequest& asked) {
  json.key("asked");
  json.begin_object();
  json.key("tolerance");
  json.number(asked.tolerance);
  json.key("max_sweeps");
  json.number(asked.max_sweeps);
  json.key("guess_tolerance");
  json.number(asked.guess_tolerance);
  if (asked.aim < ProblemRequest().aim) {
    json.key("aim");
    json.number(asked.aim);
  }
  json.end_object();
}

ProblemRequest read_request(JsonValue value) {
  ProblemRequest asked;
  Fields fields(value, "what is asked");
  fields.optional("tolerance", asked.tolerance, number(positive()));
  fields.optional("max_sweeps", asked.max_sweeps, integer(1, std::numeric_limits<int>::max()));
  fields.optional("guess_tolerance", asked.guess_tolerance, number(at_least(0.0)));
  fields.optional("aim", asked.aim, number(positive()));
  fields.finish();
  return asked;
}

Mat3 read_inverse_inertia(JsonValue value) {
  if (!value.is(JsonKind::kArray) || value.num_children() != 3)
    value.fail(fmt::format("found {}, expected the three rows of a matrix (1/(kg m^2))", value.describe()),
               "write [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]");
  const std::vector<JsonValue> rows = value.children();
  Mat3 m;
  for (int i = 0; i < 3; ++i) m.row(i) = read_vector(rows[static_cast<std::size_t>(i)], any("1/(kg m^2)"));
  const double allowed = kProblemRounding * m.cwiseAbs().maxCoeff();
  if ((m - m.transpose()).cwiseAbs().maxCoeff() > allowed)
    value.fail("the matrix is not symmetric, as every inertia is", "give it by rows, in the world's axes");
  if (Eigen::SelfAdjointEigenSolver<Mat3>(m, Eigen::EigenvaluesOnly).eigenvalues().minCoeff() < -allowed)
    value.fail("the matrix has a negative eigenvalue, so a push would turn the body against itself",
               "give the inverse of an inertia; zeros where the body cannot turn");
  return m;
}

ProblemBody read_problem_body(JsonValue value) {
  ProblemBody body;
  Fields fields(value, "a body");
  fields.required("inv_mass", body.inv_mass, vector3(at_least(0.0, "1/kg")));
  fields.required("inv_inertia", body.inv_inertia, read_inverse_inertia);
  fields.required("velocity", body.V.v, vector3(any("m/s")));
  fields.required("angular_velocity", body.V.w, vector3(any("rad/s")));
  fields.finish();
  return body;
}

Vec3 read_unit_normal(JsonValue value) {
  const Vec3 n = read_vector(value, any());
  const double length = n.stableNorm();
  if (!(std::abs(length - 1.0) <= kProblemRounding))
    value.fail(fmt::format("the normal is {} long, and has to be 1", length), "divide it by its length");
  return n;
}

ProblemContact read_problem_contact(JsonValue value, std::size_t num_bodies) {
  const auto body = integer(0, static_cast<std::int64_t>(num_bodies) - 1);
  ProblemContact contact;
  Fields fields(value, "a contact");
  fields.find("arm_b");  // known, lest it be taken for a misspelt arm_a where that is missing
  fields.required("a", contact.a, body);
  fields.required("b", contact.b, body);
  fields.required("normal", contact.nhat_BA_W, read_unit_normal);
  fields.required("arm_a", contact.arm_a, vector3(any("m")));
  fields.required("arm_b", contact.arm_b, vector3(any("m")));
  fields.required("friction", contact.mu, number(at_least(0.0)));
  fields.optional("least_speed", contact.least_speed, number(any("m/s")));
  fields.optional("stick_velocity", contact.stick_velocity, vector3(any("m/s")));
  fields.finish();
  if (contact.a == contact.b)
    value.fail(fmt::format("body {} touches itself", contact.a), "\"a\" and \"b\" are two bodies");
  constexpr double kAcross = 1e-6;  // of its length
  if (std::abs(contact.stick_velocity.dot(contact.nhat_BA_W)) > kAcross * contact.stick_velocity.norm())
    value.fail("\"stick_velocity\" does not lie across the normal",
               "give its part along the normal as \"least_speed\"");
  return contact;
}

// The contacts of each group, which are to be between the same two bodies.
std::vector<response::ContactGroup> read_groups(JsonValue value, const std::vector<ProblemContact>& contacts) {
  std::vector<response::ContactGroup> groups;
  std::size_t first = 0;
  for (const JsonValue& element : read_array(value)) {
    const auto count = static_cast<std::size_t>(read_integer(element, 1, std::numeric_limits<std::uint32_t>::max()));
    if (count > contacts.size() - first)
      element.fail(fmt::format("the group takes {} contacts, where only {} are left", count, contacts.size() - first),
                   "the counts of all groups add up to the number of contacts");
    for (std::size_t i = first + 1; i < first + count; ++i) {
      if (contacts[i].a == contacts[first].a && contacts[i].b == contacts[first].b) continue;
      element.fail(fmt::format("contact {} of the group is between bodies {} and {}, its first, {}, between {} and {}",
                               i, contacts[i].a, contacts[i].b, first, contacts[first].a, contacts[first].b),
                   "a group is contacts of the same two bodies, in the same order");
    }
    groups.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)});
    first += count;
  }
  if (first < contacts.size())
    value.fail(fmt::format("the groups take {} contacts of {}", first, contacts.size()),
               "the counts of all groups add up to the number of contacts");
  return groups;
}

void read_merge_distances(JsonValue value, std::vector<response::ContactGroup>& groups) {
  const std::vector<JsonValue> distances = read_array(value);
  if (distances.size() != groups.size())
    value.fail(fmt::format("there are {} distances for {} groups", distances.size(), groups.size()),
               "give one for each group, or leave out \"merge_distances\"");
  for (std::size_t i = 0; i < groups.size(); ++i)
    groups[i].merge_distance = read_number(distances[i], at_least(0.0, "m"));
}

std::vector<Vec3> read_guess(JsonValue value, std::size_t num_contacts) {
  std::vector<Vec3> guess;
  const std::vector<JsonValue> rows = read_array(value);
  if (rows.size() != num_contacts)
    value.fail(fmt::format("there are {} impulses for {} contacts", rows.size(), num_contacts),
               "give one for each contact, or leave out \"guess\"");
  for (const JsonValue& row : rows) guess.push_back(read_vector(row, any("N s")));
  return guess;
}

ContactProblem read_problem_members(Fields& fields) {
  ContactProblem problem;
  fields.required("speed_scale", problem.speed_scale, number(positive("m/s")));
  fields.required("bodies", problem.bodies, list(read_problem_body, 2));
  const std::size_t num_bodies = problem.bodies.size();
  fields.required("contacts", problem.contacts,
                  list([&](JsonValue v) { return read_problem_contact(v, num_bodies); }, 1));
  problem.groups = read_groups(fields.require("groups"), problem.contacts);
  if (const auto distances = fields.find("merge_distances")) read_merge_distances(*distances, problem.groups);
  problem.guess.assign(problem.contacts.size(), Vec3::Zero());
  fields.optional("guess", problem.guess, [&](JsonValue v) { return read_guess(v, problem.contacts.size()); });
  return problem;
}

}  // namespace

bool is_finite(const ContactProblem& problem) {
  const auto has_finite_body = [](const ProblemBody& body) {
    return body.inv_mass.allFinite() && body.inv_inertia.allFinite() && body.V.v.allFinite() && body.V.w.allFinite();
  };
  const auto has_finite_distance = [](const response::ContactGroup& group) {
    return std::isfinite(group.merge_distance);
  };
  const auto has_finite_contact = [](const ProblemContact& contact) {
    return contact.nhat_BA_W.allFinite() && contact.arm_a.allFinite() && contact.arm_b.allFinite() &&
           std::isfinite(contact.mu) && std::isfinite(contact.least_speed) && contact.stick_velocity.allFinite();
  };
  return std::isfinite(problem.speed_scale) && std::ranges::all_of(problem.bodies, has_finite_body) &&
         std::ranges::all_of(problem.contacts, has_finite_contact) &&
         std::ranges::all_of(problem.groups, has_finite_distance) &&
         std::ranges::all_of(problem.guess, [](const Vec3& p) { return p.allFinite(); });
}

std::string write_problem(const ProblemFile& file) {
  const ContactProblem& problem = file.problem;
  std::vector<double> counts, distances;
  for (const response::ContactGroup& group : problem.groups)
    counts.push_back(group.count), distances.push_back(group.merge_distance);
  JsonWriter json;
  json.begin_object();
  json.key("abut_contact_problem");
  json.number(kProblemVersion);
  if (!file.description.empty()) {
    json.key("description");
    json.text(file.description);
  }
  write_request(json, file.asked);
  json.key("speed_scale");
  json.number(problem.speed_scale);
  write_problem_rows(json, "bodies", problem.bodies, make_body_text);
  write_problem_rows(json, "contacts", problem.contacts, make_contact_text);
  json.key("groups");
  json.numbers(counts);
  if (std::ranges::any_of(distances, [](double d) { return d > 0; })) {
    json.key("merge_distances");
    json.numbers(distances);
  }
  write_problem_rows(json, "guess", problem.guess, make_vector_text);
  json.end_object();
  return json.take();
}

ProblemFile read_problem(std::string_view text, std::string name) {
  const JsonDocument document = read_json(text, std::move(name));
  ProblemFile file;
  Fields fields(document.root(), "a contact problem");
  int version = 0;
  fields.required("abut_contact_problem", version, integer(kProblemVersion, kProblemVersion));
  fields.optional("description", file.description, abut::scene::text());
  fields.optional("asked", file.asked, read_request);
  file.problem = read_problem_members(fields);
  fields.finish();
  return file;
}

ProblemFile read_problem(const std::filesystem::path& path) {
  return read_problem(read_text_file(path, kMaxJsonBytes), path.string());
}

}  // namespace abut::scene

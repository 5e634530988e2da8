#include "abut/scene/problem_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <limits>
#include <random>

#include "abut/base/input_error.h"
#include "response/sample_problems.h"
#include "scene/read_support.h"

namespace abut::scene {
namespace {

using math::Vec3;
using response::ContactProblem;

std::vector<std::uint64_t> list_bits(const ProblemFile& file) {
  std::vector<std::uint64_t> bits;
  const auto add = [&](double x) { bits.push_back(std::bit_cast<std::uint64_t>(x)); };
  const auto add_all = [&](const auto& m) { std::for_each(m.data(), m.data() + m.size(), add); };
  add(file.asked.tolerance), add(file.asked.guess_tolerance), add(file.asked.max_sweeps), add(file.asked.aim);
  add(file.problem.speed_scale);
  for (const response::ProblemBody& body : file.problem.bodies)
    add_all(body.inv_mass), add_all(body.inv_inertia), add_all(body.V.w), add_all(body.V.v);
  for (const response::ProblemContact& c : file.problem.contacts) {
    add(c.a), add(c.b), add(c.mu), add(c.least_speed);
    add_all(c.nhat_BA_W), add_all(c.arm_a), add_all(c.arm_b), add_all(c.stick_velocity);
  }
  for (const response::ContactGroup& group : file.problem.groups)
    add(group.first), add(group.count), add(group.merge_distance);
  for (const Vec3& p : file.problem.guess) add_all(p);
  return bits;
}

TEST(ProblemFile, WhatIsWrittenIsReadToTheBit) {
  math::Random random(11);
  for (int k = 0; k < 50; ++k) {
    ProblemFile file{
        "a \"random\" one", {1e-9 * random.next_unit(), 7 + k, random.next_unit(), 1e-3 * random.next_unit()}, {}};
    file.problem = response::make_random_problem(random, {5, 6, 4, 1.0, 1000});
    for (Vec3& p : file.problem.guess) p = random.next_direction() * std::pow(10.0, random.next_between(-300, 300));
    for (response::ProblemContact& c : file.problem.contacts) {
      c.least_speed = random.next_between(-1, 1);
      if (k % 2 == 1) c.stick_velocity = c.nhat_BA_W.cross(random.next_direction());
    }
    for (response::ContactGroup& group : file.problem.groups) group.merge_distance = 1e-3 * random.next_unit();
    const std::string text = write_problem(file);
    const ProblemFile read = read_problem(text, "t");
    EXPECT_EQ(list_bits(read), list_bits(file));
    EXPECT_EQ(read.description, file.description);
    EXPECT_EQ(write_problem(read), text);
  }
}

// Those that a careless writer or reader loses: the sign of zero, the smallest and the largest.
TEST(ProblemFile, NumbersAtTheEndsOfTheirRangeKeepTheirBits) {
  using Limits = std::numeric_limits<double>;
  ProblemFile file{"", {}, response::make_block(1.0, 0.5)};
  file.problem.guess[0] = {-0.0, Limits::denorm_min(), -Limits::max()};
  file.problem.guess[1] = {Limits::min(), 0.1 + 0.2, 1.0 / 3.0};
  EXPECT_EQ(list_bits(read_problem(write_problem(file), "t")), list_bits(file));
}

// An inverse inertia that was turned is symmetric but for rounding, and keeps that too.
TEST(ProblemFile, ATurnedInertiaKeepsItsNineNumbers) {
  ProblemFile file{"", {}, response::make_block(1.0, 0.5)};
  const math::Mat3 R = math::Quat(0.9, 0.3, -0.2, 0.4).normalized().toRotationMatrix();
  math::Mat3& m = file.problem.bodies[1].inv_inertia;
  m = R * Vec3(1.0, 3.0, 700.0).asDiagonal() * R.transpose();
  m(0, 1) = std::nextafter(m(1, 0), 1e9);
  EXPECT_EQ(list_bits(read_problem(write_problem(file), "t")), list_bits(file));
}

TEST(ProblemFile, WhatIsLeftOutHasItsDefault) {
  ProblemFile file{"", {0.5, 3, 0.25}, response::make_block(1.0, 0.5)};
  std::string text = write_problem(file);
  const auto cut = [&](std::string_view from, std::string_view to) {
    const std::size_t begin = text.find(from);
    text.erase(begin, text.find(to, begin) - begin);
  };
  cut("\"asked\"", "\"speed_scale\"");
  cut(",\n  \"guess\"", "\n}");
  for (int i = 0; i < 4; ++i) cut(", \"least_speed\"", "}");
  const ProblemFile read = read_problem(text, "t");
  EXPECT_EQ(read.asked.tolerance, ProblemRequest().tolerance);
  EXPECT_EQ(read.asked.max_sweeps, ProblemRequest().max_sweeps);
  file.asked = {};
  EXPECT_EQ(list_bits(read), list_bits(file));  // guess and least speeds were zero
}

TEST(ProblemFile, AFileIsReadAndNamedInMessages) {
  const std::filesystem::path path = make_temporary_path("problem.json");
  std::ofstream(path) << write_problem({"", {}, response::make_block(1.0, 0.5)});
  EXPECT_EQ(read_problem(path).problem.contacts.size(), 4u);
  std::ofstream(path) << "[]";
  try {
    read_problem(path);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_EQ(e.fault().file, path.string());
  }
  std::filesystem::remove(path);
}

TEST(ProblemFile, OnlyWhatIsFiniteCanBeWritten) {
  const ContactProblem sound = response::make_block(1.0, 0.5);
  EXPECT_TRUE(is_finite(sound));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<ContactProblem> ill(11, sound);
  ill[0].speed_scale = nan;
  ill[1].bodies[1].inv_mass.y() = nan;
  ill[2].bodies[1].inv_inertia(2, 1) = nan;
  ill[3].bodies[1].V.w.x() = nan;
  ill[4].bodies[1].V.v.z() = -std::numeric_limits<double>::infinity();
  ill[5].contacts[3].nhat_BA_W.x() = nan;
  ill[6].contacts[3].arm_a.x() = nan;
  ill[7].contacts[3].arm_b.x() = nan;
  ill[8].contacts[3].mu = std::numeric_limits<double>::infinity();
  ill[9].guess[2].z() = nan;
  ill[10].groups[0].merge_distance = nan;
  for (const ContactProblem& problem : ill) EXPECT_FALSE(is_finite(problem));
}

// One change to a sound problem of two bodies and three contacts, and the message it gets. Each body and each contact
// stands on a line of its own.
struct BadProblem {
  std::string old_text, new_text, message;
};

ProblemFile make_small_problem() {
  response::ProblemMaker made;
  const std::uint32_t cube = made.add_cube(1.0, {0, 0, 0.5});
  made.add_manifold(cube, response::kGround, Vec3::UnitZ(), {{0.5, 0, 0}, {-0.5, 0, 0}}, 0.5);
  made.add_manifold(cube, response::kGround, Vec3::UnitX(), {{-0.5, 0, 0.5}}, 0.25);
  return {"", {}, made.problem};
}

std::string find_fault(const BadProblem& bad) {
  std::string text = write_problem(make_small_problem());
  const std::size_t at = text.find(bad.old_text);
  if (at == std::string::npos) return "the problem has no such text: " + text;
  text.replace(at, bad.old_text.size(), bad.new_text);
  try {
    read_problem(text, "p.json");
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(ProblemFile, EachFaultOfTheWholeIsTold) {
  const BadProblem cases[] = {
      {"\"abut_contact_problem\": 1", "\"abut_scene\": 1",
       "p.json: line 1: a contact problem lacks the key \"abut_contact_problem\"; add \"abut_contact_problem\": ..."},
      {"\"abut_contact_problem\": 1", "\"abut_contact_problem\": 2",
       "p.json: line 2, /abut_contact_problem: found 2, expected a whole number from 1 to 1"},
      {"\"tolerance\": 1e-08", "\"tolerance\": 0",
       "p.json: line 4, /asked/tolerance: found 0, expected a positive number"},
      {"\"max_sweeps\": 200", "\"max_sweeps\": 0",
       "p.json: line 5, /asked/max_sweeps: found 0, expected a whole number from 1 to 2147483647"},
      {"\"guess_tolerance\": 0", "\"guess_tolerance\": -1",
       "p.json: line 6, /asked/guess_tolerance: found -1, expected a number of at least 0"},
      {"\"max_sweeps\"", "\"max_sweep\"",
       "p.json: line 5, /asked/max_sweep: unknown key \"max_sweep\" in what is asked; did you mean \"max_sweeps\"?"},
      {"\"speed_scale\": 0.0981", "\"speed_scale\": 0",
       "p.json: line 8, /speed_scale: found 0, expected a positive number (m/s)"},
      {"\"groups\": [2, 1]", "\"groups\": [2]",
       "p.json: line 18, /groups: the groups take 2 contacts of 3; the counts of all groups add up to the number of "
       "contacts"},
      {"\"groups\": [2, 1]", "\"groups\": [2, 2]",
       "p.json: line 18, /groups/1: the group takes 2 contacts, where only 1 are left; the counts of all groups add up "
       "to the number of contacts"},
      {"\"groups\": [2, 1]", "\"groups\": [0, 2, 1]",
       "p.json: line 18, /groups/0: found 0, expected a whole number from 1 to 4294967295"},
      {",\n  \"groups\": [2, 1]", "",
       "p.json: line 1: a contact problem lacks the key \"groups\"; add \"groups\": ..."},
      {"\"groups\": [2, 1]", "\"groups\": [2, 1], \"merge_distances\": [0.001]",
       "p.json: line 18, /merge_distances: there are 1 distances for 2 groups; give one for each group, or leave out "
       "\"merge_distances\""},
      {"\"groups\": [2, 1]", "\"groups\": [2, 1], \"merge_distances\": [0.001, -1]",
       "p.json: line 18, /merge_distances/1: found -1, expected a number of at least 0 (m)"},
      {"\"guess\": [\n    [0, 0, 0],", "\"guess\": [",
       "p.json: line 19, /guess: there are 2 impulses for 3 contacts; give one for each contact, or leave out "
       "\"guess\""},
      {"\"guess\": [\n    [0, 0, 0],", "\"guess\": [\n    [0, 0],",
       "p.json: line 20, /guess/0: found an array of 2, expected three numbers (N s); write [x, y, z]"},
      {"\"guess\": [\n    [0, 0, 0],", "\"guess\": [\n    [0, 0, 1e999],",
       "p.json: line 20, column 16: the number is too large for a double (1.8e308); give a finite one"},
      {"\"guess\": [\n    [0, 0, 0],", "\"guess\": [\n    [0, 0, NaN],",
       "p.json: line 20, column 12: this is not JSON: invalid literal; JSON has no NaN and no infinity: give a finite "
       "number"},
  };
  for (const BadProblem& bad : cases) EXPECT_EQ(find_fault(bad), bad.message) << bad.new_text;
}

TEST(ProblemFile, EachFaultOfABodyIsTold) {
  const std::string cube = "\"inv_mass\": [1, 1, 1], \"inv_inertia\": [[6, 0, 0], [0, 6, 0], [0, 0, 6]]";
  const BadProblem cases[] = {
      {cube, "\"inv_mass\": [1, -1, 1], \"inv_inertia\": [[6, 0, 0], [0, 6, 0], [0, 0, 6]]",
       "p.json: line 11, /bodies/1/inv_mass/1: found -1, expected a number of at least 0 (1/kg)"},
      {cube, "\"inv_mass\": [1, 1], \"inv_inertia\": [[6, 0, 0], [0, 6, 0], [0, 0, 6]]",
       "p.json: line 11, /bodies/1/inv_mass: found an array of 2, expected three numbers (1/kg); write [x, y, z]"},
      {cube, "\"inv_mass\": [1, 1, 1], \"inv_inertia\": [6, 0, 0, 6, 0, 6]",
       "p.json: line 11, /bodies/1/inv_inertia: found an array of 6, expected the three rows of a matrix "
       "(1/(kg m^2)); write [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]"},
      {cube, "\"inv_mass\": [1, 1, 1], \"inv_inertia\": [[6, 1, 0], [0, 6, 0], [0, 0, 6]]",
       "p.json: line 11, /bodies/1/inv_inertia: the matrix is not symmetric, as every inertia is; give it by rows, in "
       "the world's axes"},
      {cube, "\"inv_mass\": [1, 1, 1], \"inv_inertia\": [[6, 7, 0], [7, 6, 0], [0, 0, 6]]",
       "p.json: line 11, /bodies/1/inv_inertia: the matrix has a negative eigenvalue, so a push would turn the body "
       "against itself; give the inverse of an inertia; zeros where the body cannot turn"},
      {cube + ", \"velocity\": [0, 0, 0]", cube,
       "p.json: line 11, /bodies/1: a body lacks the key \"velocity\"; add \"velocity\": ..."},
      {"\"bodies\": [\n", "\"bodies\": [], \"b\": [\n",
       "p.json: line 9, /bodies: found an array of 0, expected an array of at least 2"},
  };
  for (const BadProblem& bad : cases) EXPECT_EQ(find_fault(bad), bad.message) << bad.new_text;
}

TEST(ProblemFile, EachFaultOfAContactIsTold) {
  const std::string first = "{\"a\": 1, \"b\": 0, \"normal\": [0, 0, 1]", rest = ", \"arm_a\": [0.5, 0, -0.5]";
  const BadProblem cases[] = {
      {first, "{\"a\": 2, \"b\": 0, \"normal\": [0, 0, 1]",
       "p.json: line 14, /contacts/0/a: found 2, expected a whole number from 0 to 1"},
      {first, "{\"a\": 1, \"b\": -1, \"normal\": [0, 0, 1]",
       "p.json: line 14, /contacts/0/b: found -1, expected a whole number from 0 to 1"},
      {first, "{\"a\": 1, \"b\": 0.5, \"normal\": [0, 0, 1]",
       "p.json: line 14, /contacts/0/b: found 0.5, expected a whole number from 0 to 1"},
      {first, "{\"a\": 1, \"b\": 1, \"normal\": [0, 0, 1]",
       "p.json: line 14, /contacts/0: body 1 touches itself; \"a\" and \"b\" are two bodies"},
      {first, "{\"a\": 0, \"b\": 1, \"normal\": [0, 0, 1]",
       "p.json: line 18, /groups/0: contact 1 of the group is between bodies 1 and 0, its first, 0, between 0 and 1; a "
       "group is contacts of the same two bodies, in the same order"},
      {first, "{\"a\": 1, \"b\": 0, \"normal\": [0, 0, 1.5]",
       "p.json: line 14, /contacts/0/normal: the normal is 1.5 long, and has to be 1; divide it by its length"},
      {first, "{\"a\": 1, \"b\": 0, \"normal\": [0, 0, 0]",
       "p.json: line 14, /contacts/0/normal: the normal is 0 long, and has to be 1; divide it by its length"},
      {first + rest, first, "p.json: line 14, /contacts/0: a contact lacks the key \"arm_a\"; add \"arm_a\": ..."},
      {"\"friction\": 0.5", "\"friction\": -0.5",
       "p.json: line 14, /contacts/0/friction: found -0.5, expected a number of at least 0"},
      {"\"friction\": 0.5", "\"friction\": \"0.5\"",
       "p.json: line 14, /contacts/0/friction: found \"0.5\", expected a number of at least 0; numbers stand without "
       "quotes"},
      {"\"friction\": 0.5", "\"mu\": 0.5",
       "p.json: line 14, /contacts/0: a contact lacks the key \"friction\"; add \"friction\": ..."},
      {"\"least_speed\": 0", "\"least_speed\": null",
       "p.json: line 14, /contacts/0/least_speed: found null, expected a number (m/s)"},
      {"\"least_speed\": 0", "\"stick_velocity\": [0.1, 0, 0.2]",
       "p.json: line 14, /contacts/0: \"stick_velocity\" does not lie across the normal; give its part along the "
       "normal "
       "as \"least_speed\""},
      {"\"contacts\": [\n", "\"contacts\": [], \"c\": [\n",
       "p.json: line 13, /contacts: found an array of 0, expected an array of at least 1"},
  };
  for (const BadProblem& bad : cases) EXPECT_EQ(find_fault(bad), bad.message) << bad.new_text;
}

// Bytes changed and dropped at random places.
TEST(ProblemFile, DamagedFilesAreReadOrRefused) {
  std::mt19937 random(4);
  const std::string sound = write_problem(make_small_problem());
  int num_read = 0;
  for (int k = 0; k < 2000; ++k) {
    std::string text = sound;
    const std::size_t at = random() % text.size();
    if (random() % 2 == 0)
      text[at] = "0123456789-e.,[]{}\"n"[random() % 20];
    else
      text.erase(at, 1 + random() % 20);
    try {
      const ProblemFile file = read_problem(text, "p.json");
      EXPECT_TRUE(is_finite(file.problem));
      EXPECT_EQ(list_bits(read_problem(write_problem(file), "again")), list_bits(file));
      ++num_read;
    } catch (const InputError& e) {
      EXPECT_EQ(e.fault().file, "p.json");
    }
  }
  EXPECT_GT(num_read, 100);
}

}  // namespace
}  // namespace abut::scene

#include "abut/geometry/makers/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "abut/base/input_error.h"
#include "abut/geometry/brep.h"
#include "abut/geometry/defects.h"
#include "abut/geometry/makers/registry.h"
#include "abut/math/random.h"
#include "oracle/surface.h"

namespace abut::geometry {
namespace {

// Holes of each maker's solid; -1: an open sheet, unless it is given a thickness or a base.
const std::map<std::string, int> kGenus = {
    {"block_with_hole", 1}, {"bolt", 0},  {"box", 0},           {"bullet", 0},
    {"bumpy_sphere", 0},    {"card", 0},  {"chain_link", 1},    {"cone", 0},
    {"cylinder", 0},        {"gear", 1},  {"height_field", -1}, {"icosphere", 0},
    {"l_shape", 0},         {"nut", 1},   {"peg", 0},           {"prism", 0},
    {"tetrahedron", 0},     {"torus", 1}, {"u_shape", 0},       {"voussoir", 0},
    {"warped_plane", -1},
};

std::string describe(const std::string& maker, const MakerArguments& arguments) {
  std::string text = maker;
  for (const auto& [name, values] : arguments) {
    text += " --" + name;
    for (const double value : values) text += " " + std::to_string(value);
  }
  return text;
}

std::string describe_defects(const Mesh& mesh) {
  std::string text;
  for (const Defect& defect : check_mesh(mesh)) {
    text += std::to_string(defect.count) + " " + std::string(text_of(defect.kind).name) + "; ";
  }
  return text;
}

void expect_solid(const Mesh& mesh, int genus, const std::string& what) {
  EXPECT_EQ(describe_defects(mesh), "") << what;
  EXPECT_EQ(oracle::find_solid_faults(mesh, genus), "") << what;
  EXPECT_EQ(make_brep(mesh).kind, BrepKind::kSolid) << what;
}

void expect_clean(const std::string& name, const MakerArguments& arguments) {
  const Mesh mesh = make_mesh(name, arguments);
  const int genus = kGenus.at(name);
  if (genus >= 0) return expect_solid(mesh, genus, describe(name, arguments));
  EXPECT_EQ(make_brep(mesh).kind, BrepKind::kSheet) << describe(name, arguments);
  const std::vector<Defect> defects = check_mesh(mesh);
  ASSERT_EQ(defects.size(), 1u) << describe_defects(mesh) << describe(name, arguments);
  EXPECT_EQ(defects[0].kind, DefectKind::kOpenEdges);
}

// Each value within a factor of 1.6 of its default, or nearly so; lists stay as they are.
MakerArguments make_random_arguments(const Maker& maker, math::Random& random) {
  MakerArguments arguments;
  for (const MakerParameter& p : maker.parameters) {
    if (p.is_list) continue;
    std::vector<double> values = p.default_value;
    for (double& value : values) {
      value = std::clamp(value * random.next_between(0.625, 1.6), p.min, p.max);
      if (p.is_integer) value = std::round(value);
    }
    arguments[p.name] = values;
  }
  return arguments;
}

TEST(Catalogue, NamesAreInAlphabeticalOrderAndOccurOnce) {
  std::vector<std::string> names;
  for (const Maker& maker : makers()) names.push_back(maker.name);
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(Catalogue, EveryRowIsComplete) {
  for (const Maker& maker : makers()) {
    EXPECT_FALSE(maker.summary.empty()) << maker.name;
    for (const MakerParameter& p : maker.parameters) {
      EXPECT_FALSE(p.help.empty()) << maker.name << " " << p.name;
      EXPECT_LT(p.min, p.max) << maker.name << " " << p.name;
      EXPECT_TRUE(p.is_list || !p.default_value.empty()) << maker.name << " " << p.name;
      for (const double value : p.default_value) {
        EXPECT_GE(value, p.min) << maker.name << " " << p.name;
        EXPECT_LE(value, p.max) << maker.name << " " << p.name;
      }
    }
  }
}

TEST(Catalogue, EveryParameterChangesWhatIsMade) {
  for (const Maker& maker : makers()) {
    const Mesh unchanged = make_mesh(maker.name, {});
    for (const MakerParameter& p : maker.parameters) {
      if (p.is_list && p.name != "radius") continue;  // tested with the registry
      std::vector<double> values = p.default_value;
      for (double& value : values) value = p.is_integer ? value + 1 : value == 0 ? 1e-3 : 1.05 * value;
      MakerArguments arguments = {{p.name, values}};
      if (p.name == "columns") arguments["heights"] = std::vector<double>(12, 0.5);  // a number that fits the new one
      const Mesh changed = make_mesh(maker.name, arguments);
      EXPECT_NE(changed.vertices, unchanged.vertices) << maker.name << " " << p.name;
    }
  }
}

TEST(Catalogue, EveryMakerIsCleanByDefault) {
  for (const Maker& maker : makers()) expect_clean(maker.name, {});
  expect_clean("gear", {{"teeth", {7}}, {"bore_radius", {0.001}}});
}

TEST(Catalogue, SheetsThatAreClosedAreSolids) {
  for (const double thickness : {1e-5, 1e-3, 0.1}) {
    expect_solid(make_mesh("warped_plane", {{"thickness", {thickness}}}), 1, "warped_plane");
  }
  for (const double base : {-1e-6, -1.0}) {
    expect_solid(make_mesh("height_field", {{"base", {base}}}), 0, "height_field");
  }
}

TEST(Catalogue, EveryMakerIsCleanWithRandomParameters) {
  math::Random random(20);
  for (const Maker& maker : makers()) {
    int num_made = 0;
    for (int draw = 0; draw < 8; ++draw) {
      MakerArguments arguments = make_random_arguments(maker, random);
      if (arguments.contains("level")) arguments["level"] = {std::min(arguments["level"][0], 3.0)};
      if (maker.name == "bolt") arguments["length"] = {0.2 * arguments["length"][0]};
      if (maker.name == "height_field") arguments["columns"] = {3};
      try {
        expect_clean(maker.name, arguments);
        ++num_made;
      } catch (const InputError&) {  // values that do not go together
      }
    }
    EXPECT_GE(num_made, 3) << maker.name;
  }
}

TEST(Catalogue, DoublingAllLengthsDoublesAllCoordinatesBitForBit) {
  for (const Maker& maker : makers()) {
    MakerArguments doubled;
    for (const MakerParameter& p : maker.parameters) {
      if (p.unit != "m") continue;
      doubled[p.name] = p.default_value;
      for (double& value : doubled[p.name]) value *= 2;
    }
    const Mesh mesh = make_mesh(maker.name, {}), larger = make_mesh(maker.name, doubled);
    ASSERT_EQ(mesh.triangles, larger.triangles) << maker.name;
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
      ASSERT_EQ(2 * mesh.vertices[i], larger.vertices[i]) << maker.name;
    }
  }
}

TEST(Catalogue, FlatFacesAreSingleFacesOfTheBoundary) {
  const auto num_faces = [](const char* name, const MakerArguments& arguments) {
    return make_brep(make_mesh(name, arguments)).faces.size();
  };
  EXPECT_EQ(num_faces("box", {{"size", {0.1, 0.7, 1.3}}}), 6u);
  EXPECT_EQ(num_faces("card", {}), 6u);
  EXPECT_EQ(num_faces("tetrahedron", {}), 4u);
  EXPECT_EQ(num_faces("cylinder", {{"segments", {29}}}), 31u);
  EXPECT_EQ(num_faces("cone", {{"segments", {13}}}), 14u);
  EXPECT_EQ(num_faces("prism", {{"polygon", {0, 0, 3, 0.1, 2.7, 2, 1.1, 0.4}}}), 6u);
  EXPECT_EQ(num_faces("l_shape", {}), 8u);
  EXPECT_EQ(num_faces("u_shape", {}), 10u);
  EXPECT_EQ(num_faces("voussoir", {{"index", {4}}}), 6u);
  EXPECT_EQ(num_faces("peg", {{"sides", {7}}}), 9u);
  EXPECT_EQ(num_faces("block_with_hole", {{"sides", {7}}}), 13u);
  // Two ends, the bore, and per tooth 15 sides along each flank, tip and root.
  EXPECT_EQ(num_faces("gear", {{"teeth", {9}}, {"bore_radius", {0.002}}, {"bore_segments", {10}}}),
            2u + 10u + 9u * (2u * 15u + 2u));
}

}  // namespace
}  // namespace abut::geometry

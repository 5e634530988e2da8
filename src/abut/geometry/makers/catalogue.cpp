#include "abut/geometry/makers/catalogue.h"

#include <fmt/format.h>

#include <utility>

#include "abut/base/input_error.h"

#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/requirement.h"
#include "abut/geometry/makers/sphere.h"

namespace abut::geometry {
namespace {

using math::Vec3;

// How arguments are read: by name, of the kind the parameter has. Precondition: complete, as Maker::make says.
class Arguments {
 public:
  explicit Arguments(const MakerArguments& values) : values_(values) {}
  double number(const char* name) const { return list(name).front(); }
  int whole(const char* name) const { return static_cast<int>(number(name)); }
  const std::vector<double>& list(const char* name) const { return values_.find(name)->second; }
  Vec3 vector(const char* name) const { return Vec3(list(name).data()); }

 private:
  const MakerArguments& values_;
};

MakerParameter length(std::string name, double default_value, std::string help) {
  return {std::move(name), {default_value}, "m", std::move(help), false, kLengthRange.min, kLengthRange.max, false};
}

// A length that may be zero.
MakerParameter length_or_zero(std::string name, double default_value, std::string help) {
  return {std::move(name), {default_value}, "m", std::move(help), false, 0.0, kLengthRange.max, false};
}

MakerParameter count(std::string name, int default_value, Range range, std::string help) {
  return {
      std::move(name), {static_cast<double>(default_value)}, "", std::move(help), true, range.min, range.max, false};
}

MakerParameter ratio(std::string name, double default_value, Range range, std::string help) {
  return {std::move(name), {default_value}, "", std::move(help), false, range.min, range.max, false};
}

template <class Make>
Maker maker(std::string name, std::string summary, std::vector<MakerParameter> parameters, Make make) {
  return {std::move(name), std::move(summary), std::move(parameters),
          [make](const MakerArguments& arguments) { return make(Arguments(arguments)); }};
}

Maker box() {
  return maker(
      "box", "a cuboid with its edges along the axes",
      {{"size", {1.0, 1.0, 1.0}, "m", "edges along x, y, z", false, kLengthRange.min, kLengthRange.max, false}},
      [](const Arguments& a) { return make_box(a.vector("size")); });
}

Maker bumpy_sphere() {
  const BumpySphere d;
  return maker(
      "bumpy_sphere", "an icosphere with waves on it",
      {count("level", d.level, kSubdivisionRange, "how often each triangle is cut into four"),
       length("radius", d.radius, "mean radius"),
       ratio("bump_height", d.bump_height, kBumpHeightRange, "largest departure, as a share of the radius"),
       ratio("frequency", d.frequency, kBumpFrequencyRange, "radians of the waves per radius, along each axis")},
      [](const Arguments& a) {
        return make_bumpy_sphere(
            {a.whole("level"), a.number("radius"), a.number("bump_height"), a.number("frequency")});
      });
}

Maker card() {
  return maker(
      "card", "a playing card: a thin box",
      {length("width", 0.0635, "along x"), length("height", 0.0889, "along y"), length("thickness", 0.0003, "along z")},
      [](const Arguments& a) { return make_card(a.number("width"), a.number("height"), a.number("thickness")); });
}

Maker cone() {
  return maker("cone", "a cone or frustum about z",
               {length_or_zero("base_radius", 0.5, "radius below; 0 for an apex"),
                length_or_zero("top_radius", 0.0, "radius above; 0 for an apex"), length("height", 1.0, "along z"),
                count("segments", 32, kSegmentRange, "corners of the base")},
               [](const Arguments& a) {
                 return make_cone(a.number("base_radius"), a.number("top_radius"), a.number("height"),
                                  a.whole("segments"));
               });
}

Maker cylinder() {
  return maker(
      "cylinder", "a cylinder about z",
      {length("radius", 0.5, "of the circle through the corners"), length("height", 1.0, "along z"),
       count("segments", 32, kSegmentRange, "corners of the base")},
      [](const Arguments& a) { return make_cylinder(a.number("radius"), a.number("height"), a.whole("segments")); });
}

Maker icosphere() {
  return maker(
      "icosphere", "a sphere or ellipsoid of nearly equal triangles",
      {count("level", 2, kSubdivisionRange, "how often each triangle is cut into four"),
       {"radius", {1.0}, "m", "one radius, or three along x, y, z", false, kLengthRange.min, kLengthRange.max, true}},
      [](const Arguments& a) {
        const std::vector<double>& r = a.list("radius");
        if (r.size() == 1) return make_icosphere(a.whole("level"), r[0]);
        if (r.size() == 3) return make_icosphere(a.whole("level"), a.vector("radius"));
        throw InputError({"", "icosphere", fmt::format("radius has {} values, expected 1 or 3", r.size()),
                          "give one radius, or three along x, y, z"});
      });
}

Maker tetrahedron() {
  return maker("tetrahedron", "a regular tetrahedron", {length("edge", 1.0, "of any two corners")},
               [](const Arguments& a) { return make_tetrahedron(a.number("edge")); });
}

Maker torus() {
  return maker(
      "torus", "a ring about z",
      {length("major_radius", 1.0, "from the axis to the middle of the tube"),
       length("minor_radius", 0.25, "of the tube"), count("major_segments", 48, kSegmentRange, "around the axis"),
       count("minor_segments", 24, kSegmentRange, "around the tube")},
      [](const Arguments& a) {
        return make_torus(a.number("major_radius"), a.number("minor_radius"), a.whole("major_segments"),
                          a.whole("minor_segments"));
      });
}

}  // namespace

std::vector<Maker> make_catalogue() {
  return {box(), bumpy_sphere(), card(), cone(), cylinder(), icosphere(), tetrahedron(), torus()};
}

}  // namespace abut::geometry

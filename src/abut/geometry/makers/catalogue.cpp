#include "abut/geometry/makers/catalogue.h"

#include <fmt/format.h>

#include <optional>

#include "abut/base/input_error.h"
#include "abut/geometry/makers/arch.h"
#include "abut/geometry/makers/bolt_and_nut.h"
#include "abut/geometry/makers/bullet.h"
#include "abut/geometry/makers/chain_link.h"
#include "abut/geometry/makers/gear.h"
#include "abut/geometry/makers/height_field.h"
#include "abut/geometry/makers/maker_row.h"
#include "abut/geometry/makers/peg_and_hole.h"
#include "abut/geometry/makers/primitives.h"
#include "abut/geometry/makers/prism.h"
#include "abut/geometry/makers/requirement.h"
#include "abut/geometry/makers/sphere.h"
#include "abut/geometry/makers/warped_plane.h"

namespace abut::geometry {
namespace {

using math::Vec2;

std::vector<MakerParameter> make_profile_parameters() {
  return {length("width", 1.0, "along x"), length("height", 1.0, "along y"), length("thickness", 0.25, "of each leg"),
          length("depth", 0.5, "along z")};
}

Maker block_with_hole() {
  const PegAndHole d;
  return maker(
      "block_with_hole", "a block with a hole along z that a peg fits",
      {count("sides", d.sides, kSegmentRange, "of the hole; 4 for a square one"),
       length("peg_radius", d.peg_radius, "of the circle through the peg's corners"),
       length_or_zero("clearance", d.clearance, "between the flats of peg and hole"),
       length("block_width", d.block_width, "along x and y"), length("block_height", d.block_height, "along z")},
      [](const Arguments& a) {
        return make_block_with_hole({.sides = a.whole("sides"),
                                     .peg_radius = a.number("peg_radius"),
                                     .clearance = a.number("clearance"),
                                     .block_width = a.number("block_width"),
                                     .block_height = a.number("block_height")});
      });
}

Maker bolt() {
  const BoltAndNut d;
  return maker("bolt", "a hexagon bolt with a right-handed thread, about z",
               {length("diameter", d.diameter, "over the crests of the thread"),
                length("pitch", d.pitch, "advance in one turn"), length("length", d.length, "of the thread"),
                length("head_height", d.head_height, "along z"), length("across_flats", d.across_flats, "of the head"),
                count("segments", d.segments, kThreadSegmentRange, "for a turn of the thread")},
               [](const Arguments& a) {
                 return make_bolt({.diameter = a.number("diameter"),
                                   .pitch = a.number("pitch"),
                                   .length = a.number("length"),
                                   .head_height = a.number("head_height"),
                                   .across_flats = a.number("across_flats"),
                                   .segments = a.whole("segments")});
               });
}

Maker box() {
  return maker(
      "box", "a cuboid with its edges along the axes",
      {{"size", {1.0, 1.0, 1.0}, "m", "edges along x, y, z", false, kLengthRange.min, kLengthRange.max, false}},
      [](const Arguments& a) { return make_box(a.vector("size")); });
}

Maker bullet() {
  const Bullet d;
  return maker("bullet", "a cylinder with a pointed nose, convex, about z",
               {length("radius", d.radius, "of the cylinder"), length("length", d.length, "along z"),
                length("nose_length", d.nose_length, "of the pointed part"),
                count("segments", d.segments, kSegmentRange, "around the axis"),
                count("nose_bands", d.nose_bands, kBandRange, "rows of faces along the nose")},
               [](const Arguments& a) {
                 return make_bullet({.radius = a.number("radius"),
                                     .length = a.number("length"),
                                     .nose_length = a.number("nose_length"),
                                     .segments = a.whole("segments"),
                                     .nose_bands = a.whole("nose_bands")});
               });
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

Maker chain_link() {
  const ChainLink d;
  return maker("chain_link", "round wire bent to a ring with straight sides, in the plane of x and y",
               {length("wire_radius", d.wire_radius, "of the wire"),
                length("bend_radius", d.bend_radius, "of the wire's middle line at the ends"),
                length("straight", d.straight, "length of the straight sides"),
                count("bend_segments", d.bend_segments, kSegmentRange, "along each bend"),
                count("wire_segments", d.wire_segments, kSegmentRange, "around the wire")},
               [](const Arguments& a) {
                 return make_chain_link({.wire_radius = a.number("wire_radius"),
                                         .bend_radius = a.number("bend_radius"),
                                         .straight = a.number("straight"),
                                         .bend_segments = a.whole("bend_segments"),
                                         .wire_segments = a.whole("wire_segments")});
               });
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

Maker gear() {
  const Gear d;
  return maker("gear", "an involute spur gear about z",
               {count("teeth", d.teeth, kTeethRange, "number of teeth"),
                length("module", d.module, "pitch diameter over teeth; equal in gears that mesh"),
                degrees("pressure_angle_deg", d.pressure_angle_deg, kPressureAngleRange, "equal in gears that mesh"),
                length("thickness", d.thickness, "along z"),
                length_or_zero("bore_radius", d.bore_radius, "of the hole; 0 for none"),
                length_or_zero("backlash", d.backlash, "play along the pitch circle"),
                count("flank_points", d.flank_points, kFlankPointRange, "corners along a flank, and along its root"),
                count("bore_segments", d.bore_segments, kSegmentRange, "corners of the bore")},
               [](const Arguments& a) {
                 return make_gear({.teeth = a.whole("teeth"),
                                   .module = a.number("module"),
                                   .pressure_angle_deg = a.number("pressure_angle_deg"),
                                   .thickness = a.number("thickness"),
                                   .bore_radius = a.number("bore_radius"),
                                   .backlash = a.number("backlash"),
                                   .flank_points = a.whole("flank_points"),
                                   .bore_segments = a.whole("bore_segments")});
               });
}

Maker height_field() {
  return maker(
      "height_field", "terrain over a grid; with a base it is closed",
      {count("columns", 3, kGridRange, "heights in a row, along x"),
       coordinates("heights", {0.0, 0.0, 0.0, 0.0, 0.25, 0.0, 0.0, 0.0, 0.0}, "row by row, along y"),
       length("spacing_x", 0.5, "from column to column"), length("spacing_y", 0.5, "from row to row"),
       coordinates("base", {}, "z of the flat underside; none for an open sheet")},
      [](const Arguments& a) {
        const std::vector<double>& base = a.list("base");
        if (base.size() > 1) {
          throw InputError({"", "height_field", fmt::format("base has {} values, expected 1 or none", base.size()),
                            "give one height, or leave it out for an open sheet"});
        }
        return make_height_field({.columns = a.whole("columns"),
                                  .heights = a.list("heights"),
                                  .spacing_x = a.number("spacing_x"),
                                  .spacing_y = a.number("spacing_y"),
                                  .base = base.empty() ? std::nullopt : std::optional(base[0])});
      });
}

Maker icosphere() {
  return maker("icosphere", "a sphere or ellipsoid of nearly equal triangles",
               {count("level", 2, kSubdivisionRange, "how often each triangle is cut into four"),
                lengths("radius", {1.0}, "one radius, or three along x, y, z")},
               [](const Arguments& a) {
                 const std::vector<double>& r = a.list("radius");
                 if (r.size() == 1) return make_icosphere(a.whole("level"), r[0]);
                 if (r.size() == 3) return make_icosphere(a.whole("level"), a.vector("radius"));
                 throw InputError({"", "icosphere", fmt::format("radius has {} values, expected 1 or 3", r.size()),
                                   "give one radius, or three along x, y, z"});
               });
}

Maker l_shape() {
  return maker("l_shape", "an L in the plane of x and y, its outer corner at the origin", make_profile_parameters(),
               [](const Arguments& a) {
                 return make_l_shape(a.number("width"), a.number("height"), a.number("thickness"), a.number("depth"));
               });
}

Maker nut() {
  const BoltAndNut d;
  return maker("nut", "a hexagon nut with a right-handed thread, about z, for the bolt of equal diameter and pitch",
               {length("diameter", d.diameter, "of the bolt"), length("pitch", d.pitch, "advance in one turn"),
                length("across_flats", d.across_flats, "of the nut"), length("nut_height", d.nut_height, "along z"),
                length("clearance", d.clearance, "radially, between the threads"),
                count("segments", d.segments, kThreadSegmentRange, "for a turn of the thread")},
               [](const Arguments& a) {
                 return make_nut({.diameter = a.number("diameter"),
                                  .pitch = a.number("pitch"),
                                  .across_flats = a.number("across_flats"),
                                  .nut_height = a.number("nut_height"),
                                  .clearance = a.number("clearance"),
                                  .segments = a.whole("segments")});
               });
}

Maker peg() {
  const PegAndHole d;
  return maker(
      "peg", "a round or square peg about z",
      {count("sides", d.sides, kSegmentRange, "4 for a square one"),
       length("peg_radius", d.peg_radius, "of the circle through its corners"),
       length("peg_length", d.peg_length, "along z")},
      [](const Arguments& a) {
        return make_peg(
            {.sides = a.whole("sides"), .peg_radius = a.number("peg_radius"), .peg_length = a.number("peg_length")});
      });
}

Maker prism() {
  return maker("prism", "a polygon drawn out along z",
               {coordinates("polygon", {0.0, 0.0, 1.0, 0.0, 0.5, 1.0}, "x and y of each corner in turn"),
                length("height", 1.0, "along z")},
               [](const Arguments& a) {
                 const std::vector<double>& values = a.list("polygon");
                 if (values.size() % 2 != 0) {
                   throw InputError({"", "prism", fmt::format("polygon has {} values, expected pairs", values.size()),
                                     "give x and y of each corner in turn"});
                 }
                 std::vector<Vec2> polygon;
                 for (std::size_t i = 0; i < values.size(); i += 2) polygon.emplace_back(values[i], values[i + 1]);
                 return make_prism(polygon, a.number("height"));
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

Maker u_shape() {
  return maker("u_shape", "a U in the plane of x and y, open towards +y", make_profile_parameters(),
               [](const Arguments& a) {
                 return make_u_shape(a.number("width"), a.number("height"), a.number("thickness"), a.number("depth"));
               });
}

Maker voussoir() {
  const Arch d;
  return maker(
      "voussoir", "one stone of a semicircular arch, where it stands in the arch",
      {count("index", 0, {0, kStoneRange.max - 1}, "which stone, from 0 on the ground at +x"),
       count("stones", d.stones, kStoneRange, "of the whole arch"), length("mean_radius", d.mean_radius, "of the arch"),
       length("thickness", d.thickness, "radially"), length("depth", d.depth, "along y"),
       length_or_zero("joint_gap", d.joint_gap, "between neighbouring stones")},
      [](const Arguments& a) {
        return make_voussoir({.stones = a.whole("stones"),
                              .mean_radius = a.number("mean_radius"),
                              .thickness = a.number("thickness"),
                              .depth = a.number("depth"),
                              .joint_gap = a.number("joint_gap")},
                             a.whole("index"));
      });
}

Maker warped_plane() {
  const WarpedPlane d;
  return maker("warped_plane", "a wavy square sheet with a round hole; with a thickness it is closed",
               {length("side", d.side, "of the square"), length("hole_radius", d.hole_radius, "of the hole"),
                length_or_zero("amplitude", d.amplitude, "of the waves"),
                ratio("waves", d.waves, kWaveRange, "number of waves along the side"),
                count("rings", d.rings, kRingRange, "rows of faces from the hole to the outline"),
                count("segments", d.segments, kSheetSegmentRange, "around the hole"),
                length_or_zero("thickness", d.thickness, "along z; 0 for an open sheet")},
               [](const Arguments& a) {
                 return make_warped_plane({.side = a.number("side"),
                                           .hole_radius = a.number("hole_radius"),
                                           .amplitude = a.number("amplitude"),
                                           .waves = a.number("waves"),
                                           .rings = a.whole("rings"),
                                           .segments = a.whole("segments"),
                                           .thickness = a.number("thickness")});
               });
}

}  // namespace

std::vector<Maker> make_catalogue() {
  return {block_with_hole(), bolt(),  box(),          bullet(),    bumpy_sphere(), card(), chain_link(), cone(),
          cylinder(),        gear(),  height_field(), icosphere(), l_shape(),      nut(),  peg(),        prism(),
          tetrahedron(),     torus(), u_shape(),      voussoir(),  warped_plane()};
}

}  // namespace abut::geometry

#include "draw_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <vector>

#include "abut/base/input_error.h"
#include "bsp.h"

namespace abut::app {
namespace {

using geometry::Brep;
using math::Vec3;

struct Camera {
  Vec3 right, up, towards_eye;
};

Camera make_camera(const DrawOptions& options) {
  const double azimuth = options.azimuth_deg * std::numbers::pi / 180;
  const double elevation = options.elevation_deg * std::numbers::pi / 180;
  const Vec3 eye(std::sin(azimuth) * std::cos(elevation), -std::cos(azimuth) * std::cos(elevation),
                 std::sin(elevation));
  const Vec3 right(std::cos(azimuth), std::sin(azimuth), 0);
  return {right, eye.cross(right), eye};
}

using Ends = std::array<std::uint32_t, 2>;  // of a side: the lower vertex, the higher one

Ends make_ends(const geometry::Triangle& triangle, int k) {
  const std::uint32_t a = triangle[k].value();
  const std::uint32_t b = triangle[(k + 1) % 3].value();
  return {std::min(a, b), std::max(a, b)};
}

Vec3 compute_normal(const Brep& brep, const geometry::Triangle& triangle) {
  const Vec3& a = brep.vertices[triangle[0].index()];
  return (brep.vertices[triangle[1].index()] - a).cross(brep.vertices[triangle[2].index()] - a).stableNormalized();
}

// The sides that are not drawn as lines, sorted: those of two triangles whose normals differ by less than the angle.
std::vector<Ends> find_soft_sides(const Brep& brep, double least_angle_deg) {
  struct FacedSide {
    Ends ends;
    std::uint32_t triangle;
    auto operator<=>(const FacedSide&) const = default;
  };
  std::vector<FacedSide> sides;
  sides.reserve(3 * brep.triangles.size());
  for (std::uint32_t t = 0; t < brep.triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) sides.push_back({make_ends(brep.triangles[t], k), t});
  }
  std::sort(sides.begin(), sides.end());
  const double least_cos = std::cos(least_angle_deg * std::numbers::pi / 180);
  const auto is_soft = [&](std::uint32_t s, std::uint32_t t) {
    if (brep.triangle_face[s] == brep.triangle_face[t]) return true;
    return compute_normal(brep, brep.triangles[s]).dot(compute_normal(brep, brep.triangles[t])) > least_cos;
  };
  std::vector<Ends> soft;
  for (std::size_t i = 1; i < sides.size(); ++i) {
    if (sides[i].ends == sides[i - 1].ends && is_soft(sides[i - 1].triangle, sides[i].triangle))
      soft.push_back(sides[i].ends);
  }
  return soft;
}

// Triangles that face the eye; of a sheet or soup, all of them, turned to it.
void append_polygons(const Brep& brep, std::uint32_t part, const Vec3& towards_eye, double least_angle_deg,
                     std::vector<Polygon>& polygons) {
  const std::vector<Ends> soft = find_soft_sides(brep, least_angle_deg);
  for (const geometry::Triangle& triangle : brep.triangles) {
    Polygon polygon;
    polygon.part = part;
    for (int k = 0; k < 3; ++k) {
      polygon.corners.push_back(brep.vertices[triangle[k].index()]);
      polygon.is_outline.push_back(!std::binary_search(soft.begin(), soft.end(), make_ends(triangle, k)));
    }
    polygon.normal = compute_normal(brep, triangle);
    if (polygon.normal.squaredNorm() < 0.5) continue;  // no area
    if (brep.kind == geometry::BrepKind::kSolid && polygon.normal.dot(towards_eye) <= 0) continue;
    polygons.push_back(std::move(polygon));
  }
}

std::string shade(std::uint32_t part, const Vec3& normal, const Camera& camera) {
  static constexpr std::array<std::array<double, 3>, 6> kColours{
      {{122, 162, 200}, {214, 158, 96}, {132, 178, 128}, {196, 128, 132}, {158, 142, 190}, {170, 170, 160}}};
  const Vec3 light = (camera.towards_eye + 0.7 * camera.up - 0.5 * camera.right).normalized();
  const double facing = normal.dot(camera.towards_eye) >= 0 ? normal.dot(light) : -normal.dot(light);
  const double brightness = 0.62 + 0.43 * std::max(0.0, facing);
  std::string text = "#";
  for (const double channel : kColours[part % kColours.size()]) {
    text += fmt::format("{:02x}", static_cast<int>(std::min(255.0, channel * brightness)));
  }
  return text;
}

struct Frame {
  double scale = 1, x0 = 0, y0 = 0, height = 0;
};

Frame fit(const std::vector<Polygon>& polygons, std::span<const Brep> parts, const Camera& camera, int width) {
  double min_x = INFINITY, max_x = -INFINITY, min_y = INFINITY, max_y = -INFINITY;
  const auto grow = [&](const Vec3& p) {
    min_x = std::min(min_x, camera.right.dot(p)), max_x = std::max(max_x, camera.right.dot(p));
    min_y = std::min(min_y, -camera.up.dot(p)), max_y = std::max(max_y, -camera.up.dot(p));
  };
  for (const Polygon& polygon : polygons) std::for_each(polygon.corners.begin(), polygon.corners.end(), grow);
  for (const Brep& part : parts) std::for_each(part.vertices.begin(), part.vertices.end(), grow);
  const double margin = 12;
  const double extent = std::max({max_x - min_x, (max_y - min_y) * 1.25, 1e-300});
  const double scale = (width - 2 * margin) / extent;
  const double left = (width - scale * (max_x - min_x)) / 2;
  return {scale, left - scale * min_x, margin - scale * min_y, scale * (max_y - min_y) + 2 * margin};
}

class Canvas {
 public:
  Canvas(const Camera& camera, const Frame& frame) : camera_(camera), frame_(frame) {}

  std::string at(const Vec3& p, char separator) const {
    return fmt::format("{:.1f}{}{:.1f}", frame_.x0 + frame_.scale * camera_.right.dot(p), separator,
                       frame_.y0 - frame_.scale * camera_.up.dot(p));
  }

  void fill(const Polygon& polygon) {
    const std::string colour = shade(polygon.part, polygon.normal, camera_);
    std::string corners;
    for (const Vec3& p : polygon.corners) corners += at(p, ',') + " ";
    // A thin stroke of the same colour closes the seams between neighbouring polygons.
    text_ += fmt::format("<polygon points=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\".7\"/>\n", corners, colour,
                         colour);
    for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
      if (polygon.is_outline[i]) line(polygon.corners[i], polygon.corners[(i + 1) % polygon.corners.size()]);
    }
  }
  void line(const Vec3& a, const Vec3& b) { text_ += fmt::format("<path d=\"M{} L{}\"/>\n", at(a, ' '), at(b, ' ')); }
  void dot(const Vec3& p) {
    const std::string where = at(p, ' ');
    text_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"1.6\"/>\n", where.substr(0, where.find(' ')),
                         where.substr(where.find(' ') + 1));
  }
  const std::string& text() const { return text_; }

 private:
  Camera camera_;
  Frame frame_;
  std::string text_;
};

}  // namespace

std::string draw_svg(std::span<const Brep> parts, const DrawOptions& options) {
  std::size_t num_triangles = 0;
  for (const Brep& part : parts) num_triangles += part.triangles.size();
  if (num_triangles > kMaxDrawnTriangles) {
    throw InputError(
        {"", "", fmt::format("{} triangles are more than the {} that fit a drawing", num_triangles, kMaxDrawnTriangles),
         "draw a coarser mesh"});
  }
  const Camera camera = make_camera(options);
  std::vector<Polygon> polygons;
  for (std::size_t i = 0; i < parts.size(); ++i)
    append_polygons(parts[i], i, camera.towards_eye, options.least_angle_deg, polygons);
  const Frame frame = fit(polygons, parts, camera, options.width);
  constexpr double kPixelsInPlane = 1e-3;  // corners this near to a plane, on paper, lie in it
  polygons = sort_back_to_front(std::move(polygons), camera.towards_eye, kPixelsInPlane / frame.scale);

  Canvas canvas(camera, frame);
  for (const Polygon& polygon : polygons) canvas.fill(polygon);
  for (const Brep& part : parts) {
    for (const geometry::Edge& edge : part.edges) {
      if (edge.kind == geometry::EdgeKind::kWire)
        canvas.line(part.vertices[edge.tail.index()], part.vertices[edge.head.index()]);
    }
    for (const VertexId v : part.points) canvas.dot(part.vertices[v.index()]);
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" viewBox=\"0 0 {0} {1:.0f}\">\n"
      "<style>path{{stroke:#1c2733;stroke-width:.9;stroke-linecap:round;fill:none}}</style>\n{2}</svg>\n",
      options.width, frame.height, canvas.text());
}

}  // namespace abut::app

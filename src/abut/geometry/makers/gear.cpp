#include "abut/geometry/makers/gear.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include "abut/geometry/makers/circle.h"
#include "abut/geometry/makers/prism.h"
#include "abut/geometry/makers/ring.h"
#include "abut/geometry/triangulate.h"

namespace abut::geometry {
namespace {

using math::Vec2;
using math::Vec3;
using CornerTriangle = std::array<std::uint32_t, 3>;

constexpr const char* kGearName = "gear";
constexpr double kPi = std::numbers::pi;
constexpr double kAddendum = 1.0;   // in modules: tip above the pitch circle
constexpr double kDedendum = 1.25;  // in modules: root below it
constexpr double kLargestBacklash = 0.3;
constexpr double kLargestBore = 0.85;  // of the root radius: inside the polygon of the roots of any gear

// Half a tooth in polar coordinates about the gear's axis, the tooth's middle at angle 0.
class HalfTooth {
 public:
  explicit HalfTooth(const Gear& gear)
      : half_pitch_angle_(kPi / gear.teeth),
        pitch_radius_(0.5 * gear.module * gear.teeth),
        root_radius_(pitch_radius_ - kDedendum * gear.module),
        tip_radius_(pitch_radius_ + kAddendum * gear.module),
        pressure_angle_(gear.pressure_angle_deg * kPi / 180.0),
        base_radius_(pitch_radius_ * std::cos(pressure_angle_)),
        pitch_half_angle_(0.25 * (kPi * gear.module - gear.backlash) / pitch_radius_),
        rack_tip_(0.25 * (kPi * gear.module + gear.backlash) - kDedendum * gear.module * std::tan(pressure_angle_)) {}

  double root_radius() const { return root_radius_; }

  // From the root to the tip: `points` along the trochoid, as many along the involute.
  std::vector<Vec2> make_points(int points) const {
    const double join = find_join();
    const double join_travel = compute_travel(join);
    const double join_roll = compute_roll(join), tip_roll = compute_roll(tip_radius_);
    std::vector<Vec2> flank;
    for (int i = 0; i < points; ++i) {
      const double travel = join_travel * i / points;
      flank.push_back(make_point(std::hypot(root_radius_, travel), half_pitch_angle_ - compute_gap_angle(travel)));
    }
    for (int i = 0; i < points; ++i) {
      const double roll = join_roll + (tip_roll - join_roll) * i / (points - 1);
      flank.push_back(make_point(base_radius_ * std::hypot(1.0, roll), compute_involute_angle(roll)));
    }
    return flank;
  }

 private:
  static Vec2 make_point(double radius, double angle) {
    return Vec2(radius * std::cos(angle), radius * std::sin(angle));
  }

  // tan a_r, the angle through which the line of action has rolled off the base circle to reach radius r.
  double compute_roll(double r) const {
    const double ratio = r / base_radius_;
    return std::sqrt(std::fmax(0.0, ratio * ratio - 1.0));
  }
  double compute_involute_angle(double roll) const {
    const double rolled_at_pitch = std::tan(pressure_angle_) - pressure_angle_;
    return pitch_half_angle_ + rolled_at_pitch - (roll - std::atan(roll));
  }

  // The rack's corner on its way out of the gap, `travel` beyond the line of centres, is at radius
  // hypot(root_radius, travel) and at this angle from the middle of the gap.
  double compute_travel(double r) const { return std::sqrt(std::fmax(0.0, r * r - root_radius_ * root_radius_)); }
  double compute_gap_angle(double travel) const {
    return std::atan2(travel, root_radius_) - (travel - rack_tip_) / pitch_radius_;
  }

  // Where the trochoid ends and the involute begins: they are tangent, or they cross if the root is undercut.
  double find_join() const {
    const double depth = pitch_radius_ - root_radius_;
    const double sine = std::sin(pressure_angle_);
    const double along_action = pitch_radius_ * sine - depth / sine;
    if (along_action >= 0.0) return std::hypot(base_radius_, along_action);
    double low = base_radius_, high = tip_radius_;  // trochoid inside the involute at low, outside at high
    for (int i = 0; i < 60; ++i) {
      const double r = 0.5 * (low + high);
      const double trochoid = half_pitch_angle_ - compute_gap_angle(compute_travel(r));
      (trochoid < compute_involute_angle(compute_roll(r)) ? low : high) = r;
    }
    return high;
  }

  double half_pitch_angle_, pitch_radius_, root_radius_, tip_radius_, pressure_angle_, base_radius_, pitch_half_angle_;
  double rack_tip_;  // half the width of the rack's tooth at its tip
};

void require_gear(const Gear& gear) {
  require_in_range(kGearName, "teeth", gear.teeth, kTeethRange);
  require_length(kGearName, "module", gear.module);
  require_in_range(kGearName, "pressure_angle_deg", gear.pressure_angle_deg, kPressureAngleRange);
  require_length(kGearName, "thickness", gear.thickness);
  require_in_range(kGearName, "flank_points", gear.flank_points, kFlankPointRange);
  require_in_range(kGearName, "bore_segments", gear.bore_segments, kSegmentRange);
  if (!(gear.backlash >= 0.0 && gear.backlash <= kLargestBacklash * gear.module)) {
    refuse(kGearName, "backlash", gear.backlash, fmt::format("0 to {} m (0.3 module)", kLargestBacklash * gear.module),
           "give a play in that range, or a larger module");
  }
}

void require_bore(const Gear& gear, double root_radius) {
  if (gear.bore_radius == 0.0) return;
  require_length(kGearName, "bore_radius", gear.bore_radius);
  if (gear.bore_radius > kLargestBore * root_radius || gear.bore_radius < 1e-3 * root_radius) {
    refuse(kGearName, "bore_radius", gear.bore_radius,
           fmt::format("0, or {} to {} m (0.001 to 0.85 of the root radius)", 1e-3 * root_radius,
                       kLargestBore * root_radius),
           "give a bore in that range, or more teeth");
  }
}

std::vector<Vec2> make_outline(const Gear& gear, const std::vector<Vec2>& flank) {
  std::vector<Vec2> outline;
  outline.reserve(static_cast<std::size_t>(gear.teeth) * 2 * flank.size());
  for (const Vec2& turn : make_circle(gear.teeth)) {
    const auto add_turned = [&](double x, double y) {
      outline.emplace_back(turn.x() * x - turn.y() * y, turn.y() * x + turn.x() * y);
    };
    for (const Vec2& p : flank) add_turned(p.x(), -p.y());
    for (auto p = flank.rbegin(); p != flank.rend(); ++p) add_turned(p->x(), p->y());
  }
  return outline;
}

std::vector<CornerTriangle> triangulate_flat(std::span<const Vec2> polygon) {
  std::vector<Vec3> corners;
  for (const Vec2& p : polygon) corners.emplace_back(p.x(), p.y(), 0.0);
  return triangulate_polygon(corners).triangles;
}

// Each tooth by itself, cut off from root to root; then the polygon of the roots, around the bore. So the cost grows
// with the teeth, and every piece is small.
std::vector<CornerTriangle> triangulate_end(const std::vector<Vec2>& outline, std::size_t corners_per_tooth,
                                            const std::vector<Vec2>& bore) {
  std::vector<CornerTriangle> triangles;
  std::vector<Vec2> core;
  std::vector<std::uint32_t> core_numbers;
  for (std::size_t first = 0; first < outline.size(); first += corners_per_tooth) {
    const auto tooth = std::span<const Vec2>(outline).subspan(first, corners_per_tooth);
    const auto offset = static_cast<std::uint32_t>(first);
    for (const auto& [a, b, c] : triangulate_flat(tooth)) triangles.push_back({offset + a, offset + b, offset + c});
    for (const std::size_t root : {first, first + corners_per_tooth - 1}) {
      core.push_back(outline[root]);
      core_numbers.push_back(static_cast<std::uint32_t>(root));
    }
  }
  for (std::size_t i = 0; i < bore.size(); ++i) core_numbers.push_back(static_cast<std::uint32_t>(outline.size() + i));
  for (const auto& [a, b, c] : bore.empty() ? triangulate_flat(core) : triangulate_ring(core, bore)) {
    triangles.push_back({core_numbers[a], core_numbers[b], core_numbers[c]});
  }
  return triangles;
}

}  // namespace

Mesh make_gear(const Gear& gear) {
  require_gear(gear);
  const HalfTooth half_tooth(gear);
  require_bore(gear, half_tooth.root_radius());

  const std::vector<Vec2> flank = half_tooth.make_points(gear.flank_points);
  const std::vector<Vec2> outline = make_outline(gear, flank);
  std::vector<Vec2> bore;
  if (gear.bore_radius > 0.0) bore = make_circle(gear.bore_segments);
  for (Vec2& p : bore) p *= gear.bore_radius;
  return make_prism_over(outline, bore, triangulate_end(outline, 2 * flank.size(), bore), gear.thickness);
}

double compute_centre_distance(const Gear& a, const Gear& b) {
  return 0.5 * a.module * (a.teeth + b.teeth);
}

double compute_meshing_angle(const Gear& second) {
  return second.teeth % 2 == 0 ? kPi / second.teeth : 0.0;
}

}  // namespace abut::geometry

#include "abut/base/tolerances.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace abut {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A number and the open interval it must lie in; `or_lower` admits the lower end too.
struct Range {
  std::string_view name;
  double value;
  double lower, upper;
  bool or_lower;
  std::string_view why;
};

bool is_within(const Range& r) {
  return std::isfinite(r.value) && (r.value > r.lower || (r.or_lower && r.value == r.lower)) && r.value < r.upper;
}

InputFault make_fault(const Range& r) {
  std::string expected = fmt::format("a finite number {} {}", r.or_lower ? "not below" : "above", r.lower);
  if (r.upper < kInfinity) expected += fmt::format(" and below {}", r.upper);
  return {"", std::string(r.name), fmt::format("{} was given, {} expected: {}", r.value, expected, r.why),
          "leave it out to get the default"};
}

std::vector<InputFault> check_scales(const PairScales& s) {
  const std::array ranges{
      Range{"diagonal", s.diagonal, 0, kInfinity, false, "every length of a pair scales with it"},
      Range{"acceleration", s.acceleration, 0, kInfinity, true, "it is the size of a vector"},
      Range{"step", s.step, 0, kInfinity, false, "time moves forward"},
      Range{"rounding_bound", s.rounding_bound, 0, kInfinity, true, "it bounds an error"},
      Range{"approach", s.approach, 0, kInfinity, true, "it is a length"},
  };
  std::vector<InputFault> faults;
  for (const Range& range : ranges) {
    if (is_within(range)) continue;
    faults.push_back(make_fault(range));
    faults.back().remedy = "check the sizes and forces of the scene";
  }
  return faults;
}

void throw_first(const std::vector<InputFault>& faults) {
  if (!faults.empty()) throw InputError(faults.front());
}

}  // namespace

std::vector<InputFault> check_tolerances(const Tolerances& t) {
  constexpr double kRightAngle = 3.14159265358979323846 / 2;
  const std::array ranges{
      Range{"d_min_share", t.d_min_share, 0, kInfinity, false, "bodies must keep a distance"},
      Range{"d_min_rounding_factor", t.d_min_rounding_factor, 1, kInfinity, false,
            "a distance within its own rounding error proves nothing"},
      Range{"security_share", t.security_share, 0, kInfinity, false, "bodies at rest must keep a distance"},
      Range{"security_rounding_factor", t.security_rounding_factor, 0, kInfinity, true,
            "it is a multiple of a bound of errors"},
      Range{"security_step_factor", t.security_step_factor, 0, kInfinity, true, "it is a multiple of g h^2"},
      Range{"security_cap_share", t.security_cap_share, 0, kInfinity, false, "it is a share of the diagonal"},
      Range{"repositioning_ratio", t.repositioning_ratio, 0, 1, false, "repositioning lies below security"},
      Range{"breaking_ratio", t.breaking_ratio, 1, kInfinity, false, "breaking lies above security"},
      Range{"contact_face_angle", t.contact_face_angle, 0, kRightAngle, true, "it is an angle between normals, in rad"},
      Range{"contact_face_height_share", t.contact_face_height_share, 0, 1, true, "it is a share of the diagonal"},
      Range{"merging_share", t.merging_share, 0, 1, true, "it is a share of the diagonal"},
      Range{"resting_speed", t.resting_speed, 0, kInfinity, true, "it is a speed"},
      Range{"resting_speed_step_factor", t.resting_speed_step_factor, 0, kInfinity, true, "it is a multiple of g h"},
  };
  std::vector<InputFault> faults;
  for (const Range& range : ranges) {
    if (!is_within(range)) faults.push_back(make_fault(range));
  }
  // Only if both are sound can their order be at fault.
  if (faults.empty() && t.d_min_share >= t.repositioning_ratio * t.security_share) {
    faults.push_back(
        {"", "d_min_share",
         fmt::format("{} was given, which is not below repositioning_ratio times security_share, {}: d_min "
                     "lies below the repositioning distance",
                     t.d_min_share, t.repositioning_ratio * t.security_share),
         "lower d_min_share or raise security_share"});
  }
  if (faults.empty() && t.d_min_rounding_factor >= t.repositioning_ratio * t.security_rounding_factor) {
    faults.push_back({"", "d_min_rounding_factor",
                      fmt::format("{} was given, which is not below repositioning_ratio times "
                                  "security_rounding_factor, {}: d_min lies below the repositioning distance",
                                  t.d_min_rounding_factor, t.repositioning_ratio * t.security_rounding_factor),
                      "lower d_min_rounding_factor or raise security_rounding_factor"});
  }
  if (faults.empty() && t.security_share > t.security_cap_share) {
    faults.push_back({"", "security_share",
                      fmt::format("{} was given, which is above security_cap_share, {}: every pair would be refused",
                                  t.security_share, t.security_cap_share),
                      "lower security_share or raise security_cap_share"});
  }
  return faults;
}

PairLengths compute_pair_lengths(const Tolerances& t, const PairScales& s) {
  throw_first(check_tolerances(t));
  throw_first(check_scales(s));
  return compute_sound_lengths(t, s);
}

PairLengths compute_sound_lengths(const Tolerances& t, const PairScales& s) {
  PairLengths lengths;
  lengths.d_min = std::max(t.d_min_share * s.diagonal, t.d_min_rounding_factor * s.rounding_bound);
  lengths.security = compute_security(t, s);
  lengths.repositioning = t.repositioning_ratio * lengths.security;
  lengths.breaking = t.breaking_ratio * lengths.security;
  lengths.margin = lengths.breaking + s.approach;
  lengths.merging = t.merging_share * s.diagonal;

  const bool is_ordered = 0 < lengths.d_min && lengths.d_min < lengths.repositioning &&
                          lengths.repositioning < lengths.security && lengths.security < lengths.breaking &&
                          lengths.breaking <= lengths.margin && std::isfinite(lengths.margin);
  const bool is_near = lengths.security <= t.security_cap_share * s.diagonal;
  if (!is_ordered || !is_near) {
    throw_first(check_scales(s));
    throw InputError(
        {"", "",
         fmt::format("a body of diagonal {:.3g} m, whose distance from the other is known to {:.3g} m here, would have "
                     "to rest {:.3g} m from it: at most {:.3g} of its diagonal is allowed",
                     s.diagonal, s.rounding_bound, lengths.security, t.security_cap_share),
         "move the scene nearer to the origin, make the other body smaller, or raise security_cap_share"});
  }
  return lengths;
}

double compute_security(const Tolerances& t, const PairScales& s) {
  const double of_step = t.security_step_factor * s.acceleration * (s.step * s.step);
  return std::max({t.security_share * s.diagonal, t.security_rounding_factor * s.rounding_bound,
                   std::min(of_step, t.security_cap_share * s.diagonal)});
}

double compute_resting_speed(const Tolerances& t, double acceleration, double step) {
  return std::max(t.resting_speed, t.resting_speed_step_factor * acceleration * step);
}

}  // namespace abut

#include "abut/geometry/io/units.h"

#include <array>
#include <cmath>
#include <string>

#include "abut/base/input_error.h"
#include "abut/geometry/io/place.h"

namespace abut::geometry {
namespace {

// A unit is numerator / denominator metres, both integers, since 0.001 and 0.0254 are no doubles.
struct Unit {
  Units units;
  std::string_view symbol;
  double numerator, denominator;
};

constexpr std::array<Unit, 6> kUnits{{{Units::kMetres, "m", 1, 1},
                                      {Units::kCentimetres, "cm", 1, 100},
                                      {Units::kMillimetres, "mm", 1, 1000},
                                      {Units::kMicrometres, "um", 1, 1e6},
                                      {Units::kInches, "in", 127, 5000},
                                      {Units::kFeet, "ft", 381, 1250}}};

const Unit& get_unit(Units units) {
  return kUnits[static_cast<std::size_t>(units)];
}

}  // namespace

Units find_units(std::string_view text) {
  std::string known;
  for (const Unit& unit : kUnits) {
    if (unit.symbol == text) return unit.units;
    known += (known.empty() ? "" : ", ") + std::string(unit.symbol);
  }
  throw InputError({"", "", "unknown unit " + make_quote(text), "use one of " + known});
}

std::string_view get_symbol(Units units) {
  return get_unit(units).symbol;
}

double to_metres(double length, Units units) {
  const auto& [id, symbol, n, d] = get_unit(units);
  if (n == 1) return length / d;  // one operation, one rounding
  // length n = p + e exactly, p = q d + r exactly, so the exact quotient is q + (r + e) / d. It keeps at least 1/d of
  // the last place away from a tie it does not meet, far more than the rounding of the correction.
  const double p = length * n;
  const double e = std::fma(length, n, -p);
  const double q = p / d;
  const double r = std::fma(-q, d, p);
  return q + (r + e) / d;
}

}  // namespace abut::geometry

#include "abut/geometry/exact_values.h"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>

namespace abut::geometry {
namespace {

using math::Vec3;
using BigInt = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;
using BigVec3 = std::array<BigInt, 3>;

constexpr int kNoExponent = std::numeric_limits<int>::max();

// x = m 2^e with an integer m of at most 53 bits: this e. Multiples of 2^e include x.
int exponent_of(double x) {
  if (x == 0.0) return kNoExponent;
  return std::max(std::ilogb(x) - 52, -1074);
}

int lower_exponent(int exponent, const Vec3& p) {
  for (int i = 0; i < 3; ++i) exponent = std::min(exponent, exponent_of(p[i]));
  return exponent;
}

// x / 2^exponent.
BigInt make_integer(double x, int exponent) {
  const int own = exponent_of(x);
  if (own == kNoExponent) return 0;
  const auto significand = static_cast<unsigned long long>(std::ldexp(std::abs(x), -own));
  const BigInt magnitude = BigInt(significand) << static_cast<unsigned>(own - exponent);
  return x < 0.0 ? BigInt(-magnitude) : magnitude;
}

BigVec3 make_integers(const Vec3& p, int exponent) {
  return {make_integer(p[0], exponent), make_integer(p[1], exponent), make_integer(p[2], exponent)};
}

BigVec3 subtract(const BigVec3& a, const BigVec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

BigVec3 cross(const BigVec3& a, const BigVec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

int num_bits(const BigInt& x) {
  return x.is_zero() ? 0 : static_cast<int>(boost::multiprecision::msb(BigInt(abs(x)))) + 1;
}

// x 2^shift, truncated to an integer. Precondition: that has at most 62 bits.
double make_shifted(const BigInt& x, int shift) {
  const BigInt magnitude = abs(x);
  const BigInt shifted = shift >= 0 ? BigInt(magnitude << shift) : BigInt(magnitude >> -shift);
  return std::copysign(static_cast<double>(shifted.convert_to<long long>()), x.sign());
}

}  // namespace

Vec3 compute_exact_cross(const Vec3& a, const Vec3& b, const Vec3& c) {
  const int exponent = lower_exponent(lower_exponent(lower_exponent(kNoExponent, a), b), c);
  if (exponent == kNoExponent) return Vec3::Zero();
  const BigVec3 origin = make_integers(a, exponent);
  const BigVec3 n = cross(subtract(make_integers(b, exponent), origin), subtract(make_integers(c, exponent), origin));
  const int bits = std::max({num_bits(n[0]), num_bits(n[1]), num_bits(n[2])});
  if (bits == 0) return Vec3::Zero();
  return {make_shifted(n[0], 62 - bits), make_shifted(n[1], 62 - bits), make_shifted(n[2], 62 - bits)};
}

double compute_exact_volume(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  int exponent = kNoExponent;
  for (const Triangle& t : triangles) {
    for (const VertexId v : t) exponent = lower_exponent(exponent, vertices[v.index()]);
  }
  if (exponent == kNoExponent) return 0.0;

  BigInt six_volumes = 0;
  for (const Triangle& t : triangles) {
    const BigVec3 a = make_integers(vertices[t[0].index()], exponent);
    const BigVec3 n =
        cross(make_integers(vertices[t[1].index()], exponent), make_integers(vertices[t[2].index()], exponent));
    six_volumes += a[0] * n[0] + a[1] * n[1] + a[2] * n[2];
  }
  if (six_volumes.is_zero()) return 0.0;
  const int shift = 62 - num_bits(six_volumes);
  const double volume = std::ldexp(make_shifted(six_volumes, shift) / 6.0, 3 * exponent - shift);
  const double least = std::copysign(std::numeric_limits<double>::denorm_min(), six_volumes.sign());
  return volume == 0.0 ? least : volume;
}

}  // namespace abut::geometry

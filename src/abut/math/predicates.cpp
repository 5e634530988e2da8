// Two stages. First the polynomial in doubles together with the same polynomial of absolute values (`size`), from which
// the largest possible rounding error follows. Where that does not decide, exactly: all arguments are integer multiples
// of one power of two, and since each polynomial is homogeneous their common factor does not change the sign. The
// integers have 1 or 2 limbs for anything that resembles a part (125 bits from the highest bit of the largest to the
// lowest of the smallest argument), and any number of limbs otherwise.
//
// Bounds hold for every rounding mode, not only to nearest: one operation errs by at most eps = 2^-52 relatively, and
// in the subnormal range by 2^-1074 absolutely in a product, not at all in a sum. A term that passes k operations
// carries (1 + eps)^k; `size`, computed in the same order, carries the same and is a sum of positive terms, so
// |error| <= ((1 + eps)^k - 1) (1 - eps)^-k size < (k + 1) eps size for k <= 8, with room for the rounding of the
// bound. Overflow makes `size` infinite or NaN and decides nothing.
//
// orient3d takes 7 ns where the filter decides; on exactly coplanar points 8 ns in a plane of constant x, y or z, and
// otherwise 60, 140 and 1,300 ns with 1, 2 and any number of limbs (bench/predicates_bench.cpp).
#include "abut/math/predicates.h"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "abut/math/fixed_int.h"

namespace abut::math {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();  // 2^-52

// Operations on the way of a term: k = 4 (a difference in each of two factors, product, sum),
constexpr double kOrient2dBound = 5 * kEps;
// 8 (three differences, two products, difference in the minor, two sums),
constexpr double kOrient3dBound = 9 * kEps;
// 4 (product, three sums),
constexpr double kSideOfPlaneBound = 5 * kEps;
// 5 (two differences, product, two sums).
constexpr double kDotBound = 6 * kEps;

// Underflow. Degree 2: at most three products err by 2^-1074 each.
constexpr double kUnderflowBound2 = 0x1p-1000;
// Degree 3: six inner products err by 2^-1074 each and are multiplied by less than the largest reach, three outer ones
// err by 2^-1074: together below 2^-770.
constexpr double kLargestReach = 0x1p300;
constexpr double kUnderflowBound3 = 0x1p-700;

constexpr int kUndecided = 2;

int decide(double value, double error) {
  if (value > error) return 1;
  if (value < -error) return -1;
  return kUndecided;
}

// The polynomials, in the same form for every kind of integer.

template <class Int>
auto orient2d_polynomial(const std::array<Int, 6>& x) {
  const auto& [ax, ay, bx, by, cx, cy] = x;
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

template <class Int>
auto orient3d_polynomial(const std::array<Int, 12>& x) {
  const Int ux = x[3] - x[0], uy = x[4] - x[1], uz = x[5] - x[2];
  const Int vx = x[6] - x[0], vy = x[7] - x[1], vz = x[8] - x[2];
  const Int wx = x[9] - x[0], wy = x[10] - x[1], wz = x[11] - x[2];
  return (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
}

// (normal, offset) . (p, -1), with the one given so that scaling keeps it homogeneous.
template <class Int>
auto side_of_plane_polynomial(const std::array<Int, 8>& x) {
  return x[0] * x[4] + x[1] * x[5] + x[2] * x[6] - x[3] * x[7];
}

template <class Int>
auto dot_polynomial(const std::array<Int, 12>& x) {
  return (x[3] - x[0]) * (x[9] - x[6]) + (x[4] - x[1]) * (x[10] - x[7]) + (x[5] - x[2]) * (x[11] - x[8]);
}

using BigInt = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;

// A double as odd * 2^low, below 2^high in size; odd = 0 for zero.
struct OddPart {
  std::int64_t odd = 0;
  int low = std::numeric_limits<int>::max(), high = std::numeric_limits<int>::min();
};

OddPart make_odd_part(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int biased = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & 0xfffffffffffffu;
  const std::uint64_t significand = biased == 0 ? fraction : fraction | 1ull << 52;
  if (significand == 0) return {};
  const int zeros = std::countr_zero(significand), exponent = std::max(biased, 1) - 1075;
  const auto odd = static_cast<std::int64_t>(significand >> zeros);
  return {bits >> 63 != 0 ? -odd : odd, exponent + zeros, exponent + static_cast<int>(std::bit_width(significand))};
}

// Sign of the polynomial f at x. If |x| < 2^(64 N - 3) as integers, differences of two fit N limbs, and three products
// of two or of three differences, as minors or summed, fit 2 N or 3 N: 3 * 2^(192 N - 5) < 2^(192 N - 1).
template <std::size_t K, class Polynomial>
int compute_exact_sign(const std::array<double, K>& x, const Polynomial& f) {
  std::array<OddPart, K> parts;
  int low = std::numeric_limits<int>::max(), high = std::numeric_limits<int>::min();
  for (std::size_t i = 0; i < K; ++i) {
    parts[i] = make_odd_part(x[i]);
    low = std::min(low, parts[i].low);
    high = std::max(high, parts[i].high);
  }
  if (high < low) return 0;  // all arguments are zero

  const auto evaluate = [&]<class Int>(const auto& make) {
    std::array<Int, K> integers;
    for (std::size_t i = 0; i < K; ++i) {
      if (parts[i].odd != 0) integers[i] = make(parts[i].odd, static_cast<unsigned>(parts[i].low - low));
    }
    return f(integers).sign();
  };
  if (high - low <= 64 - 3) return evaluate.template operator()<FixedInt<1>>(&FixedInt<1>::make_shifted);
  if (high - low <= 128 - 3) return evaluate.template operator()<FixedInt<2>>(&FixedInt<2>::make_shifted);
  return evaluate.template operator()<BigInt>([](std::int64_t odd, unsigned shift) {
    const BigInt magnitude = BigInt(std::abs(odd)) << shift;
    return odd < 0 ? BigInt(-magnitude) : magnitude;
  });
}

bool is_equal(double a, double b, double c, double d) {
  return a == b && a == c && a == d;
}

int orient2d(double ax, double ay, double bx, double by, double cx, double cy) {
  const double left = (bx - ax) * (cy - ay);
  const double right = (by - ay) * (cx - ax);
  const double size = std::abs(left) + std::abs(right);
  const int sign = decide(left - right, kOrient2dBound * size + kUnderflowBound2);
  if (sign != kUndecided) return sign;
  if ((ax == bx && ax == cx) || (ay == by && ay == cy)) return 0;
  return compute_exact_sign(std::array{ax, ay, bx, by, cx, cy}, [](const auto& x) { return orient2d_polynomial(x); });
}

}  // namespace

int orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  return orient2d(a[0], a[1], b[0], b[1], c[0], c[1]);
}

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const double ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2];
  const double vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2];
  const double wx = d[0] - a[0], wy = d[1] - a[1], wz = d[2] - a[2];
  const double uyvz = uy * vz, uzvy = uz * vy, uzvx = uz * vx, uxvz = ux * vz, uxvy = ux * vy, uyvx = uy * vx;
  const double det = (uyvz - uzvy) * wx + (uzvx - uxvz) * wy + (uxvy - uyvx) * wz;

  const double awx = std::abs(wx), awy = std::abs(wy), awz = std::abs(wz);
  const double size = (std::abs(uyvz) + std::abs(uzvy)) * awx + (std::abs(uzvx) + std::abs(uxvz)) * awy +
                      (std::abs(uxvy) + std::abs(uyvx)) * awz;
  if (awx + awy + awz < kLargestReach) {
    const int sign = decide(det, kOrient3dBound * size + kUnderflowBound3);
    if (sign != kUndecided) return sign;
  }
  if (is_equal(a[0], b[0], c[0], d[0]) || is_equal(a[1], b[1], c[1], d[1]) || is_equal(a[2], b[2], c[2], d[2]))
    return 0;
  return compute_exact_sign(std::array{a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2]},
                            [](const auto& x) { return orient3d_polynomial(x); });
}

int side_of_plane(const Vec3& normal, double offset, const Vec3& p) {
  const double x = normal[0] * p[0], y = normal[1] * p[1], z = normal[2] * p[2];
  const double size = std::abs(x) + std::abs(y) + std::abs(z) + std::abs(offset);
  const int sign = decide(x + y + z - offset, kSideOfPlaneBound * size + kUnderflowBound2);
  if (sign != kUndecided) return sign;
  return compute_exact_sign(std::array{normal[0], normal[1], normal[2], offset, p[0], p[1], p[2], 1.0},
                            [](const auto& arguments) { return side_of_plane_polynomial(arguments); });
}

bool is_collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  return orient2d(a[0], a[1], b[0], b[1], c[0], c[1]) == 0 && orient2d(a[1], a[2], b[1], b[2], c[1], c[2]) == 0 &&
         orient2d(a[2], a[0], b[2], b[0], c[2], c[0]) == 0;
}

int sign_of_dot(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const double x = (b[0] - a[0]) * (d[0] - c[0]), y = (b[1] - a[1]) * (d[1] - c[1]), z = (b[2] - a[2]) * (d[2] - c[2]);
  const double size = std::abs(x) + std::abs(y) + std::abs(z);
  const int sign = decide(x + y + z, kDotBound * size + kUnderflowBound2);
  if (sign != kUndecided) return sign;
  return compute_exact_sign(std::array{a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2]},
                            [](const auto& arguments) { return dot_polynomial(arguments); });
}

}  // namespace abut::math

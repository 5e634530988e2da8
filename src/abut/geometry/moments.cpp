#include "abut/geometry/moments.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace abut::geometry {
namespace {

using math::Mat3;
using math::Vec3;

// The numbers summed, in this order: m0, m1 (x, y, z), m2 (xx, yy, zz, yz, zx, xy), area.
constexpr std::size_t kNumSums = 11;
constexpr std::size_t kAreaSum = 10;
using Sums = std::array<double, kNumSums>;

// Neumaier's sum: the rounding error of every addition is kept and added at the end.
class CompensatedSums {
 public:
  void add(const Sums& terms) {
    for (std::size_t i = 0; i < kNumSums; ++i) {
      const double total = sum_[i] + terms[i];
      const bool sum_is_larger = std::abs(sum_[i]) >= std::abs(terms[i]);
      const double large = sum_is_larger ? sum_[i] : terms[i];
      const double small = sum_is_larger ? terms[i] : sum_[i];
      lost_[i] += (large - total) + small;
      sum_[i] = total;
    }
  }
  Sums total() const {
    Sums result = sum_;
    for (std::size_t i = 0; i < kNumSums; ++i) result[i] += lost_[i];
    return result;
  }

 private:
  Sums sum_{}, lost_{};
};

// Four triangles side by side: lane l of every array belongs to triangle l. Element-wise operations only, so the bits
// do not depend on how wide the machine's registers are.
constexpr std::size_t kLanes = 4;
using Lanes = Eigen::Array4d;
using LaneVec = std::array<Lanes, 3>;
constexpr std::size_t kGroupsPerBlock = 32;

LaneVec sub(const LaneVec& a, const LaneVec& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
LaneVec cross(const LaneVec& a, const LaneVec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Lanes dot(const LaneVec& a, const LaneVec& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

enum class Weight { kTetrahedron, kArea };

// Sums over triangles of w, w s, w (aa^T + bb^T + cc^T + ss^T) and |n|, n = (b - a) x (c - a), for the weight w = a . n
// (six times the tetrahedron's volume) or w = |n| (twice the area).
template <Weight kWeight>
struct Block {
  std::array<Lanes, kNumSums> sums;

  Block() { sums.fill(Lanes::Zero()); }

  void add(const LaneVec& a, const LaneVec& b, const LaneVec& c) {
    const LaneVec n = cross(sub(b, a), sub(c, a));
    const Lanes length = dot(n, n).sqrt();
    const Lanes w = kWeight == Weight::kTetrahedron ? dot(a, n) : length;
    const LaneVec s = {a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2]};
    const auto second = [&](std::size_t i, std::size_t j) -> Lanes {
      return w * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j]);
    };
    sums[0] += w;
    sums[1] += w * s[0];
    sums[2] += w * s[1];
    sums[3] += w * s[2];
    sums[4] += second(0, 0);
    sums[5] += second(1, 1);
    sums[6] += second(2, 2);
    sums[7] += second(1, 2);
    sums[8] += second(2, 0);
    sums[9] += second(0, 1);
    sums[kAreaSum] += length;
  }

  Sums combine_lanes() const {
    Sums result;
    for (std::size_t i = 0; i < kNumSums; ++i) {
      result[i] = (sums[i][0] + sums[i][2]) + (sums[i][1] + sums[i][3]);
    }
    return result;
  }
};

// Corner k of up to four triangles, measured from R. Lanes without a triangle are at R and weigh nothing.
LaneVec gather(std::span<const Vec3> vertices, std::span<const Triangle> group, std::size_t k, const Vec3& p_BR) {
  LaneVec corner = {Lanes::Zero(), Lanes::Zero(), Lanes::Zero()};
  for (std::size_t lane = 0; lane < group.size(); ++lane) {
    const Vec3& v = vertices[group[lane][k].index()];
    for (std::size_t i = 0; i < 3; ++i) corner[i][static_cast<Eigen::Index>(lane)] = v[static_cast<Eigen::Index>(i)];
  }
  if (group.size() == kLanes) {
    for (std::size_t i = 0; i < 3; ++i) corner[i] -= p_BR[static_cast<Eigen::Index>(i)];
    return corner;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t lane = 0; lane < group.size(); ++lane) {
      corner[i][static_cast<Eigen::Index>(lane)] -= p_BR[static_cast<Eigen::Index>(i)];
    }
  }
  return corner;
}

// Triangles in no particular order reach for vertices all over memory: ask for those of a later group in time.
constexpr std::size_t kPrefetchAhead = 24;
void prefetch(std::span<const Vec3> vertices, std::span<const Triangle> triangles, std::size_t first) {
  if (first + kLanes > triangles.size()) return;
  for (std::size_t t = first; t < first + kLanes; ++t) {
    for (const VertexId v : triangles[t]) __builtin_prefetch(&vertices[v.index()]);
  }
}

template <Weight kWeight>
Sums sum_triangles(std::span<const Vec3> vertices, std::span<const Triangle> triangles, const Vec3& p_BR) {
  constexpr std::size_t kBlock = kLanes * kGroupsPerBlock;
  CompensatedSums total;
  for (std::size_t begin = 0; begin < triangles.size(); begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, triangles.size());
    Block<kWeight> block;
    for (std::size_t t = begin; t < end; t += kLanes) {
      const auto group = triangles.subspan(t, std::min(kLanes, end - t));
      prefetch(vertices, triangles, t + kPrefetchAhead);
      block.add(gather(vertices, group, 0, p_BR), gather(vertices, group, 1, p_BR), gather(vertices, group, 2, p_BR));
    }
    total.add(block.combine_lanes());
  }
  return total.total();
}

// The sums, divided by what the closed forms leave out.
Moments make_moments(const Sums& s, double per_m0, double per_m1, double per_m2) {
  Moments m;
  m.m0 = s[0] / per_m0;
  m.m1 = Vec3(s[1], s[2], s[3]) / per_m1;
  m.m2 << s[4], s[9], s[8],  //
      s[9], s[5], s[7],      //
      s[8], s[7], s[6];
  m.m2 /= per_m2;
  return m;
}

Sums make_terms(double w, const Vec3& s, const Mat3& second) {
  return {w,
          w * s[0],
          w * s[1],
          w * s[2],
          w * second(0, 0),
          w * second(1, 1),
          w * second(2, 2),
          w * second(1, 2),
          w * second(2, 0),
          w * second(0, 1),
          0.0};
}

}  // namespace

Vec3 compute_reference_point(const Mesh& mesh) {
  Eigen::AlignedBox3d box;
  constexpr std::size_t kMaxSampled = 4096;
  const std::size_t stride = mesh.triangles.size() / kMaxSampled + 1;
  for (std::size_t t = 0; t < mesh.triangles.size(); t += stride) {
    for (const VertexId v : mesh.triangles[t]) box.extend(mesh.vertices[v.index()]);
  }
  for (const Segment& s : mesh.segments) {
    for (const VertexId v : s) box.extend(mesh.vertices[v.index()]);
  }
  for (const VertexId v : mesh.points) box.extend(mesh.vertices[v.index()]);
  if (box.isEmpty()) return Vec3::Zero();
  return box.min() / 2 + box.max() / 2;
}

SolidMoments compute_solid_moments(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                                   const Vec3& p_BR) {
  const Sums s = sum_triangles<Weight::kTetrahedron>(vertices, triangles, p_BR);
  return {make_moments(s, 6, 24, 120), s[kAreaSum] / 2};
}

Moments compute_sheet_moments(std::span<const Vec3> vertices, std::span<const Triangle> triangles, const Vec3& p_BR) {
  return make_moments(sum_triangles<Weight::kArea>(vertices, triangles, p_BR), 2, 6, 24);
}

Moments compute_wire_moments(std::span<const Vec3> vertices, std::span<const Segment> segments, const Vec3& p_BR) {
  CompensatedSums total;
  for (const Segment& segment : segments) {
    const Vec3 a = vertices[segment[0].index()] - p_BR;
    const Vec3 b = vertices[segment[1].index()] - p_BR;
    const Vec3 s = a + b;
    total.add(make_terms((b - a).norm(), s, a * a.transpose() + b * b.transpose() + s * s.transpose()));
  }
  return make_moments(total.total(), 1, 2, 6);
}

Moments compute_point_moments(std::span<const Vec3> points, std::span<const double> weights, const Vec3& p_BR) {
  CompensatedSums total;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 a = points[i] - p_BR;
    total.add(make_terms(weights[i], a, a * a.transpose()));
  }
  return make_moments(total.total(), 1, 1, 1);
}

Moments add_scaled(const Moments& a, double factor, const Moments& b) {
  return {a.m0 + factor * b.m0, a.m1 + factor * b.m1, a.m2 + factor * b.m2};
}

}  // namespace abut::geometry

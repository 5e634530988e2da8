// Pairs of convex bodies in the poses that break distance computations, as many as wanted, the same for a seed and an
// index.
//
// A pair stands foot on foot, or core on core where there is a radius: a vertex, edge or face of A over one of B,
// outward directions opposed, the feet apart by 0 or +-10^-16 ... 10^-3 m, edges parallel, nearly parallel (10^-16 ...
// 10^-3 rad) or turned anyhow. An outward direction is a mix of the normals of the faces at the feature, often of one
// of them alone, so that vertices stand with a whole face flush. Then both are turned and moved together, into poses
// that rounding has touched.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "proximity/degenerate_shapes.h"

namespace abut::proximity {

struct DegeneratePair {
  std::string_view kind;
  const geometry::Shape *a = nullptr, *b = nullptr;  // one convex piece each
  math::Pose X_WA, X_WB;
};

// Where a body stands: a point of a feature, a direction in which nothing of the body lies beyond it (but for concave
// choices in flat bodies, which only make it deeper), and a tangent.
struct Foot {
  math::Vec3 p, outward, along;
};

class DegeneratePairs {
 public:
  // With near-spheres of 163,842 vertices, which take seconds to make, or without.
  DegeneratePairs(std::uint64_t seed, bool with_large) : seed_(seed), shapes_(with_large) { add_kinds(with_large); }

  // Any index has its pair.
  DegeneratePair make(std::size_t index) const {
    std::uint64_t state = seed_ + 0x9e3779b97f4a7c15u * index;
    math::Random random(math::update_splitmix64(state));
    const Kind& kind = choose_kind(index);
    const geometry::Shape& a = draw(random, kind.group_a);
    const geometry::Shape& b = kind.how == How::kCoincident ? a : draw(random, kind.group_b);
    DegeneratePair pair{kind.name, &a, &b, {}, {}};
    if (kind.how == How::kOneCentre || kind.how == How::kCoincident) {
      pair.X_WA.p = draw_offset(random) * random.next_direction();
      pair.X_WA.q =
          kind.how == How::kOneCentre && random.next_index(2) == 0 ? random.next_rotation() : draw_turn(random);
    } else {
      const Foot fa = draw_foot(random, a, kind.foot_a), fb = draw_foot(random, b, kind.foot_b);
      place_foot_on_foot(random, fa, fb, kind.how != How::kTurned, pair);
    }
    move_together(random, kind.how == How::kFar, pair);
    return pair;
  }

 private:
  enum class On { kVertex, kEdge, kFace, kDiagonal, kAny };
  enum class How { kTurned, kParallel, kFar, kOneCentre, kCoincident };
  struct Kind {
    std::string_view name;
    std::string_view group_a, group_b;
    On foot_a, foot_b;
    How how;
    int weight;
  };

  void add_kinds(bool with_large) {
    using enum On;
    using enum How;
    kinds_ = {
        {"coplanar faces", "box", "box", kFace, kFace, kParallel, 12},
        {"faces turned in their plane", "box", "box", kFace, kFace, kTurned, 4},
        {"parallel edges", "box", "box", kEdge, kEdge, kParallel, 10},
        {"crossing edges", "box", "box", kEdge, kEdge, kTurned, 6},
        {"edge on face", "box", "box", kEdge, kFace, kParallel, 6},
        {"vertex on vertex", "box", "box", kVertex, kVertex, kTurned, 6},
        {"vertex on edge", "box", "box", kVertex, kEdge, kTurned, 6},
        {"vertex on face", "box", "box", kVertex, kFace, kTurned, 6},
        {"vertex on diagonal", "box", "box", kVertex, kDiagonal, kParallel, 6},
        {"coincident boxes", "box", "box", kAny, kAny, kCoincident, 4},
        {"coincident, any shape", "subdivided", "subdivided", kAny, kAny, kCoincident, 1},
        {"coincident flats", "flat", "flat", kAny, kAny, kCoincident, 2},
        {"concentric boxes", "box", "box", kAny, kAny, kOneCentre, 4},
        {"concentric, any shape", "sphere", "subdivided", kAny, kAny, kOneCentre, 1},
        {"needle on box", "needle", "box", kAny, kAny, kParallel, 4},
        {"needle on needle", "needle", "needle", kAny, kAny, kParallel, 5},
        {"slab on box", "slab", "box", kAny, kAny, kParallel, 4},
        {"slab on slab", "slab", "slab", kAny, kAny, kParallel, 5},
        {"subdivided on subdivided", "subdivided", "subdivided", kAny, kAny, kParallel, 2},
        {"box on finely subdivided", "box", "finely subdivided", kAny, kAny, kParallel, 2},
        {"box on subdivided", "box", "subdivided", kAny, kAny, kParallel, 3},
        {"box on sphere", "box", "sphere", kAny, kAny, kTurned, 3},
        {"sphere on sphere", "sphere", "sphere", kAny, kAny, kTurned, 2},
        {"fine sphere on box", "fine sphere", "box", kAny, kAny, kTurned, 1},
        {"flat on flat", "flat", "flat", kAny, kAny, kParallel, 8},
        {"flat on box", "flat", "box", kAny, kAny, kParallel, 6},
        {"concentric flats", "flat", "flat", kAny, kAny, kOneCentre, 2},
        {"boxes far from the origin", "box", "box", kAny, kAny, kFar, 8},
        {"flats far from the origin", "flat", "box", kAny, kAny, kFar, 2},
        {"dwarf on giant", "dwarf", "giant", kAny, kAny, kTurned, 4},
        {"giant on dwarf, flush", "giant", "dwarf", kAny, kAny, kParallel, 4},
        {"round on box", "round", "box", kAny, kAny, kParallel, 3},
        {"round on flat", "round", "flat", kAny, kAny, kParallel, 2},
        {"round on round", "round", "round", kAny, kAny, kParallel, 2},
        {"any on any, parallel", "any", "any", kAny, kAny, kParallel, 8},
        {"any on any, turned", "any", "any", kAny, kAny, kTurned, 4},
        {"any on any, far from the origin", "any", "any", kAny, kAny, kFar, 3},
        {"any and any, concentric", "any", "any", kAny, kAny, kOneCentre, 2},
    };
    for (std::size_t k = 0; k < kinds_.size(); ++k) order_.insert(order_.end(), kinds_[k].weight, k);
    if (!with_large) return;
    large_kinds_ = {
        {"large sphere on box", "large sphere", "box", kAny, kAny, kTurned, 1},
        {"large sphere on large sphere", "large sphere", "large sphere", kAny, kAny, kTurned, 1},
    };
  }

  // Large spheres are seldom: a look at all their vertices takes as long as judging hundreds of other pairs.
  const Kind& choose_kind(std::size_t index) const {
    constexpr std::size_t kLargeEvery = 1000;
    if (!large_kinds_.empty() && index % kLargeEvery == kLargeEvery - 1)
      return large_kinds_[index / kLargeEvery % large_kinds_.size()];
    return kinds_[order_[index % order_.size()]];
  }

  const geometry::Shape& draw(math::Random& random, std::string_view group) const {
    const std::vector<geometry::Shape>& shapes = shapes_.get(group);
    return shapes[random.next_index(shapes.size())];
  }

  // 0 as often as each of 10^-16 ... 10^-3.
  static double draw_small(math::Random& random) {
    constexpr std::array kSizes{0.0,  1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10,
                                1e-9, 1e-8,  1e-7,  1e-6,  1e-5,  1e-4,  1e-3};
    return kSizes[random.next_index(kSizes.size())];
  }
  static double draw_offset(math::Random& random) {
    const double size = draw_small(random);
    return random.next_index(2) == 0 ? size : -size;
  }
  // By a small angle about an axis of the frame or any other. |q| stays within 1e-6 of one.
  static math::Quat draw_turn(math::Random& random) {
    const math::Vec3 axis = random.next_index(3) == 0
                                ? random.next_direction()
                                : math::Vec3(math::Vec3::Unit(static_cast<long>(random.next_index(3))));
    const math::Vec3 half = 0.5 * draw_small(random) * axis;
    return {1.0, half.x(), half.y(), half.z()};
  }

  static Foot draw_foot(math::Random& random, const geometry::Shape& shape, On on) {
    const geometry::ConvexPieces& pieces = shape.pieces;
    if (on == On::kAny) on = std::array{On::kVertex, On::kEdge, On::kFace, On::kDiagonal}[random.next_index(4)];
    if (pieces.faces.empty()) return draw_thin_foot(random, pieces);
    if (on == On::kVertex) {
      const auto v = static_cast<std::uint32_t>(random.next_index(pieces.vertices.size()));
      const geometry::PieceSpoke& spoke = pieces.spokes_of(v)[0];
      std::vector<math::Vec3> normals;
      for (const geometry::PieceSpoke& s : pieces.spokes_of(v)) add_normals(pieces, s.edge, normals);
      return {pieces.vertices[v].p, mix(random, normals), pieces.vertices[spoke.tip].p - pieces.vertices[v].p};
    }
    if (on == On::kEdge) {
      const auto e = static_cast<std::uint32_t>(random.next_index(pieces.edges.size()));
      std::vector<math::Vec3> normals;
      add_normals(pieces, e, normals);
      const math::Vec3 tail = pieces.vertices[pieces.edges[e].tail].p, head = pieces.vertices[pieces.edges[e].head].p;
      const double s = 0.25 * static_cast<double>(random.next_index(5));
      return {tail + s * (head - tail), mix(random, normals), head - tail};
    }
    return draw_face_foot(random, pieces, on == On::kDiagonal);
  }

  // On a diagonal, in the middle, at a corner, or anywhere; of a polygon, above or below.
  static Foot draw_face_foot(math::Random& random, const geometry::ConvexPieces& pieces, bool is_diagonal) {
    const auto f = static_cast<std::uint32_t>(random.next_index(pieces.faces.size()));
    const geometry::PieceFace& face = pieces.faces[f];
    const std::uint32_t n = face.num_half_edges;
    const auto corner = [&](std::uint32_t k) {
      return pieces.vertices[pieces.origin_of(face.first_half_edge + k % n)].p;
    };
    const bool is_below = pieces.pieces[0].kind == geometry::PieceKind::kPolygon && random.next_index(2) == 0;
    Foot foot{corner(0), is_below ? math::Vec3(-face.normal) : face.normal, corner(1) - corner(0)};
    const std::uint64_t where = is_diagonal ? 0 : random.next_index(3);
    if (where == 0) {
      foot.p = corner(0) + 0.25 * static_cast<double>(random.next_index(5)) * (corner(2) - corner(0));
    } else if (where == 1) {
      foot.p = 0.5 * (corner(0) + corner(n / 2));
    } else {
      const double s = random.next_unit(), t = random.next_unit() * (1 - s);
      foot.p += s * (corner(1) - corner(0)) + t * (corner(2) - corner(0));
    }
    return foot;
  }

  // Of a segment or a point.
  static Foot draw_thin_foot(math::Random& random, const geometry::ConvexPieces& pieces) {
    const math::Vec3 p = pieces.vertices[0].p, direction = random.next_direction();
    if (pieces.vertices.size() == 1) return {p, direction, direction.unitOrthogonal()};
    const math::Vec3 along = pieces.vertices[1].p - p;
    if (random.next_index(3) == 0) return {p, -along.normalized(), along.unitOrthogonal()};
    return {p + 0.25 * static_cast<double>(random.next_index(5)) * along, direction.cross(along).normalized(), along};
  }

  // Of the faces at an edge; of a polygon's edge, the direction out of it in its plane too.
  static void add_normals(const geometry::ConvexPieces& pieces, std::uint32_t edge, std::vector<math::Vec3>& normals) {
    const geometry::PieceEdge& e = pieces.edges[edge];
    normals.push_back(pieces.faces[pieces.half_edges[e.left].face].normal);
    normals.push_back(e.right == geometry::PieceEdge::kNone ? pieces.half_edges[e.left].side_normal
                                                            : pieces.faces[pieces.half_edges[e.right].face].normal);
  }

  // One of them, their mean, or any mix of them.
  static math::Vec3 mix(math::Random& random, const std::vector<math::Vec3>& normals) {
    const std::uint64_t way = random.next_index(3);
    if (way == 0) return normals[random.next_index(normals.size())];
    math::Vec3 sum = math::Vec3::Zero();
    for (const math::Vec3& n : normals) sum += way == 1 ? n : math::Vec3(random.next_unit() * n);
    return sum.normalized();
  }

  // The rotation that takes the outward direction to `up` or down the z axis, and the tangent as near to x as it goes.
  static math::Quat make_upright(const Foot& foot, double up) {
    math::Mat3 R;
    R.row(2) = up * foot.outward.normalized();
    const math::Vec3 z = R.row(2), across = foot.along - foot.along.dot(z) * z;
    R.row(0) = (across.norm() > 1e-9 * foot.along.norm() ? across : z.unitOrthogonal()).normalized();
    R.row(1) = z.cross(math::Vec3(R.row(0)));
    return math::Quat(R).normalized();
  }

  static void place_foot_on_foot(math::Random& random, const Foot& fa, const Foot& fb, bool is_parallel,
                                 DegeneratePair& pair) {
    pair.X_WB.q = make_upright(fb, 1.0);
    pair.X_WB.p = -(math::Pose::from_rotation(pair.X_WB.q) * fb.p);
    const double half_angle = is_parallel ? 0.0 : random.next_between(-1.5, 1.5);
    const math::Quat about_z(std::cos(half_angle), 0, 0, std::sin(half_angle));
    pair.X_WA.q = (is_parallel ? draw_turn(random) : about_z) * make_upright(fa, -1.0);
    pair.X_WA.p = math::Vec3(0, 0, draw_offset(random)) - math::Pose::from_rotation(pair.X_WA.q) * fa.p;
  }

  static void move_together(math::Random& random, bool is_far, DegeneratePair& pair) {
    constexpr std::array kFar{1e6, 1e7, 1e8, 1e9};
    math::Pose X_WS;
    const std::uint64_t way = random.next_index(3);
    if (way > 0) X_WS.q = way == 1 ? random.next_rotation() : draw_turn(random);
    if (way > 0) X_WS.p = random.next_direction();
    if (is_far) X_WS.p += kFar[random.next_index(kFar.size())] * random.next_direction();
    pair.X_WA = X_WS * pair.X_WA;
    pair.X_WB = X_WS * pair.X_WB;
  }

  std::uint64_t seed_;
  DegenerateShapes shapes_;
  std::vector<Kind> kinds_, large_kinds_;
  std::vector<std::size_t> order_;  // kinds, each as often as its weight says
};

}  // namespace abut::proximity

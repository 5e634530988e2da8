#include "abut/proximity/kissing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "proximity/make_pair.h"
#include "proximity/sample_shapes.h"

namespace abut::proximity {
namespace {

using geometry::Shape;
using math::Pose;
using math::Quat;
using math::Vec3;

const Pose kAnywhere{{0.3, -0.7, 2.1}, Quat(0.8, 0.36, -0.48, 0.0)};

Quat make_turn(const Vec3& axis, double angle) {
  return Quat(std::cos(angle / 2), std::sin(angle / 2) * axis.x(), std::sin(angle / 2) * axis.y(),
              std::sin(angle / 2) * axis.z());
}

struct Placed {
  Shape a, b;
  Pose X_BA;

  Pose X_WA() const { return kAnywhere * X_BA; }
  FeaturePair pair() const { return make_pair(only_piece(a), only_piece(b), X_WA(), kAnywhere); }
  ContactPlane plane() const { return compute_contact_plane(only_piece(a), only_piece(b), X_WA(), kAnywhere, pair()); }
};

Shape make_box_shape(const Vec3& size) {
  return geometry::make_shape(geometry::make_box(size));
}
Vec3 up_in_world() {
  return math::compute_rotation(kAnywhere.q) * Vec3::UnitZ();
}

TEST(Kissing, OfAVertexOverAFaceHasTheFacesNormal) {
  const Quat on_corner = make_turn_between(Vec3(1, 1, 1), Vec3(0, 0, -1));
  const Placed placed{make_box_shape({1, 1, 1}), make_box_shape({4, 4, 1}), {{0.1, 0.2, 1.5}, on_corner}};
  const ContactPlane plane = placed.plane();
  EXPECT_EQ(plane.origin, PlaneOrigin::kFaceB);
  EXPECT_LT((plane.nhat_BA_W - up_in_world()).norm(), 1e-15 * 4);
  EXPECT_NEAR(plane.offset, up_in_world().dot(kAnywhere * Vec3(0, 0, 0.5)), 1e-14);

  const Placed turned{make_box_shape({4, 4, 1}), make_box_shape({1, 1, 1}),
                      compute_inverse(Pose{{0.1, 0.2, 1.5}, on_corner})};
  EXPECT_EQ(turned.plane().origin, PlaneOrigin::kFaceA);
}

TEST(Kissing, TakesTheLargerOfTwoParallelFacesWhicheverBodyHasIt) {
  const Shape small = make_box_shape({1, 1, 1}), large = make_box_shape({3, 3, 1});
  const Pose above{{0.2, 0.1, 1.25}, make_turn(Vec3::UnitZ(), 0.3)};
  EXPECT_EQ((Placed{small, large, above}.plane().origin), PlaneOrigin::kFaceB);
  EXPECT_EQ((Placed{large, small, above}.plane().origin), PlaneOrigin::kFaceA);
  EXPECT_EQ((Placed{small, small, above}.plane().origin), PlaneOrigin::kEqualFaces);
}

// V-Clip names two vertices or edges there; the faces behind them say more than the two points do.
TEST(Kissing, SeesTheFacesBehindAlignedVerticesHoweverSmallTheGap) {
  const Shape box = make_box_shape({1, 1, 1});
  for (const double gap : {1e-1, 1e-6, 1e-10, 1e-13}) {
    const Placed placed{box, box, Pose::from_translation({0, 0, 1 + gap})};
    const ContactPlane plane = placed.plane();
    EXPECT_EQ(plane.origin, PlaneOrigin::kEqualFaces) << gap;
    EXPECT_LT((plane.nhat_BA_W - up_in_world()).norm(), 1e-15 * 8) << gap;
  }
}

TEST(Kissing, AFaceThatIsOnlyNearlyInThePlaneDoesNotGiveItsNormal) {
  const Shape small = make_box_shape({1, 1, 1}), large = make_box_shape({3, 3, 1});
  for (const double tilt : {1e-12, 1e-9, 1e-6, 1e-3}) {
    // The large box above, tilted: its face is nearest to a vertex of the small one's, and gives the normal.
    const Quat turn = make_turn(Vec3(0.6, 0.8, 0), tilt);
    const Placed placed{large, small, {{0.1, 0.2, 1.1}, turn}};
    const ContactPlane plane = placed.plane();
    EXPECT_EQ(plane.origin, PlaneOrigin::kFaceA) << tilt;
    EXPECT_LT((plane.nhat_BA_W - math::compute_rotation(placed.X_WA().q) * Vec3::UnitZ()).norm(), 1e-14);
    // The small one above: its vertex is nearest to the large one's face.
    const Placed other{small, large, {{0.1, 0.2, 1.1}, turn}};
    EXPECT_EQ(other.plane().origin, PlaneOrigin::kFaceB) << tilt;
    EXPECT_LT((other.plane().nhat_BA_W - up_in_world()).norm(), 1e-14);
  }
}

TEST(Kissing, OfCrossedEdgesIsPerpendicularToBoth) {
  const Shape box = make_box_shape({2, 2, 2});
  const Quat edge_down = make_turn(Vec3::UnitX(), M_PI / 4);
  const Pose X_WB{kAnywhere.p, kAnywhere.q * make_turn(Vec3::UnitY(), M_PI / 4)};
  const Pose X_WA = kAnywhere * Pose{{0.1, 0.1, 2 * std::sqrt(2.0) + 1e-3}, edge_down};
  const FeaturePair pair = make_pair(only_piece(box), only_piece(box), X_WA, X_WB);
  const ContactPlane plane = compute_contact_plane(only_piece(box), only_piece(box), X_WA, X_WB, pair);
  EXPECT_EQ(plane.origin, PlaneOrigin::kCrossedEdges);
  EXPECT_LT((plane.nhat_BA_W - up_in_world()).norm(), 1e-14);
}

TEST(Kissing, NamesVertexAndVertexVertexAndEdgeAndParallelEdgesIndeterminate) {
  const Shape box = make_box_shape({2, 2, 2});
  const Placed corners{box, box, Pose::from_translation({3, 3, 3})};
  EXPECT_EQ(corners.plane().origin, PlaneOrigin::kIndeterminate);
  EXPECT_EQ(corners.plane().nhat_BA_W, corners.pair().nhat_BA_W);
  const Placed edges{box, box, Pose::from_translation({3, 0, 3})};
  EXPECT_EQ(edges.plane().origin, PlaneOrigin::kIndeterminate);
  const Quat on_corner = make_turn_between(Vec3(1, 1, 1), Vec3(-1, 0, -1));
  const Placed vertex_edge{box, box, {{3, 0.1, 3}, on_corner}};
  EXPECT_TRUE(vertex_edge.pair().feature_a.is_vertex());
  EXPECT_TRUE(vertex_edge.pair().feature_b.is_edge());
  EXPECT_EQ(vertex_edge.plane().origin, PlaneOrigin::kIndeterminate);
}

// As one box passes over the rim of another, the direction turns without a jump: by no more than the way, over the gap.
TEST(Kissing, TheChoiceTurnsContinuouslyFromFaceToEdgeAndVertex) {
  const Shape box = make_box_shape({1, 1, 1});
  const double gap = 0.25, step = 1e-3;
  Vec3 last = Vec3::Zero();
  for (int i = 0; i < 700; ++i) {
    const double x = 0.7 + step * i;
    const Placed placed{box, box, Pose::from_translation({x, 0.8 * x, 1 + gap})};
    const Vec3 nhat = placed.plane().nhat_BA_W;
    if (i > 0) {
      EXPECT_LE((nhat - last).norm(), std::sqrt(1.64) * step / gap + 1e-12) << x;
    }
    last = nhat;
  }
}

TEST(Kissing, OfARoundPieceWithoutAFaceIsTheNormalOfItsSurface) {
  const Shape ball = geometry::make_ball(0.5), box = make_box_shape({2, 2, 2});
  const Placed on_corner{ball, box, Pose::from_translation({1.5, 1.5, 1.5})};
  EXPECT_EQ(on_corner.plane().origin, PlaneOrigin::kRound);
  const Placed on_face{ball, box, Pose::from_translation({0.2, 0.3, 1.25})};
  EXPECT_EQ(on_face.plane().origin, PlaneOrigin::kFaceB);  // overlapping by a quarter, cores apart
  EXPECT_NEAR(on_face.pair().phi, -0.25, 1e-15);
}

// As in witness.h, A's witness ends on B's and on the plane; and no vertex of either piece reaches through the plane.
TEST(Kissing, BringsThePiecesIntoTouchOnBothSidesOfThePlane) {
  math::Random random(12);
  const std::vector<NamedShape> shapes = make_sample_shapes();
  for (int i = 0; i < 2000; ++i) {
    const Shape &a = shapes[random.next_index(shapes.size())].shape,
                &b = shapes[random.next_index(shapes.size())].shape;
    const PieceRef pa = only_piece(a), pb = only_piece(b);
    const Pose X_WB{random.next_direction(), random.next_rotation()};
    const Pose X_WA = X_WB * Pose{(2.5 + random.next_unit()) * random.next_direction(),
                                  i % 4 == 0 ? Quat::Identity() : random.next_rotation()};
    const FeaturePair pair = make_pair(pa, pb, X_WA, X_WB);
    const ContactPlane plane = compute_contact_plane(pa, pb, X_WA, X_WB, pair);
    const Pose X_WK = compute_kissing_pose(X_WA, pair);
    EXPECT_LT((X_WK.p - X_WA.p + pair.p_WCa - pair.p_WCb).norm(), 1e-13);
    for (const geometry::PieceVertex& v : pa.pieces.vertices) {
      EXPECT_GE(plane.nhat_BA_W.dot(X_WK * v.p) - pa.piece().radius, plane.offset - 1e-13);
    }
    for (const geometry::PieceVertex& v : pb.pieces.vertices) {
      EXPECT_LE(plane.nhat_BA_W.dot(X_WB * v.p) + pb.piece().radius, plane.offset + 1e-13);
    }
    const ContactPlane swapped = compute_contact_plane(pb, pa, X_WB, X_WA, swap_bodies(pair));
    EXPECT_LT((swapped.nhat_BA_W + plane.nhat_BA_W).norm(), 1e-15);
  }
}

}  // namespace
}  // namespace abut::proximity

#include "abut/geometry/brep/contact_faces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/brep_invariants.h"
#include "geometry/brep_samples.h"

namespace abut::geometry {
namespace {

using namespace samples;

// With every invariant, and the tolerances, checked on the way.
Brep make_checked(const Mesh& mesh, const ContactFaceTolerance& tolerance) {
  const Brep brep = make_brep(mesh, tolerance);
  for (const std::string& fault : check_brep_invariants(mesh, brep)) ADD_FAILURE() << fault;
  for (const HalfEdge& h : brep.half_edges) {
    const Face& face = brep.faces[h.face.index()];
    const ContactFace& contact_face = brep.contact_faces[face.contact_face.index()];
    if (contact_face.num_faces == 1) continue;
    const double angle =
        std::atan2(face.normal.cross(contact_face.normal).norm(), face.normal.dot(contact_face.normal));
    EXPECT_LE(angle, tolerance.angle * (1 + 1e-12));
    const double height = contact_face.normal.dot(brep.vertices[h.origin.index()]) - contact_face.offset;
    EXPECT_LE(std::abs(height), tolerance.height * (1 + 1e-12));
  }
  return brep;
}

// A strip of squares along x that bends by `angle` at each of the lines between them.
Mesh make_strip(int num, double angle) {
  MeshBuilder builder;
  Vec3 at(0, 0, 0);
  for (int i = 0; i < num; ++i) {
    const Vec3 next = at + Vec3(std::cos(i * angle), 0, std::sin(i * angle));
    builder.polygon({at, next, next + Vec3(0, 1, 0), at + Vec3(0, 1, 0)});
    at = next;
  }
  return builder.mesh();
}

TEST(ContactFaces, WithoutToleranceEachFaceIsItsOwn) {
  const Brep brep = make_checked(make_strip(5, 1e-9), {});
  ASSERT_EQ(brep.contact_faces.size(), 5u);
  for (std::size_t f = 0; f < 5; ++f) {
    EXPECT_EQ(brep.faces[f].contact_face, ContactFaceId(f));
    EXPECT_EQ(brep.contact_faces[f].normal, brep.faces[f].normal);
    EXPECT_EQ(brep.contact_faces[f].offset, brep.faces[f].offset);
  }
  EXPECT_EQ(make_checked(make_strip(5, 1e-9), {0.1, 0.0}).contact_faces.size(), 5u);
  EXPECT_EQ(make_checked(make_strip(5, 1e-9), {0.0, 0.1}).contact_faces.size(), 5u);
}

TEST(ContactFaces, ABendJustWithinTheAngleIsOneAndJustBeyondItTwo) {
  const double bend = 0.01;
  EXPECT_EQ(make_checked(make_strip(2, bend), {bend * (1 + 1e-6), 1.0}).contact_faces.size(), 1u);
  EXPECT_EQ(make_checked(make_strip(2, bend), {bend * (1 - 1e-6), 1.0}).contact_faces.size(), 2u);
}

TEST(ContactFaces, ABendJustWithinTheHeightIsOneAndJustBeyondItTwo) {
  const double bend = 0.01, height = std::sin(bend);  // of the far side of one square above the other's plane
  EXPECT_EQ(make_checked(make_strip(2, bend), {0.1, height * (1 + 1e-6)}).contact_faces.size(), 1u);
  EXPECT_EQ(make_checked(make_strip(2, bend), {0.1, height * (1 - 1e-6)}).contact_faces.size(), 2u);
}

TEST(ContactFaces, TheNormalIsTheMeanWhereTolerancesAllow) {
  const double bend = 0.01;
  const Brep brep = make_checked(make_strip(2, bend), {0.1, 0.1});
  ASSERT_EQ(brep.contact_faces.size(), 1u);
  EXPECT_LT((brep.contact_faces[0].normal - Vec3(-std::sin(bend / 2), 0, std::cos(bend / 2))).norm(), 1e-14);
  // The extremes are the ends, sin(bend / 2) above, and the fold below.
  EXPECT_NEAR(brep.contact_faces[0].offset, 0.0, std::sin(bend / 2));
}

TEST(ContactFaces, TheNormalIsTheSeedsWhereTheMeanWouldLeaveTheTolerances) {
  // Along x: a rise, the largest face, level, and a long uneven fall. All are within the angle of the level face, but
  // the mean leans so far to the fall that the rise is not within the angle of it.
  const double angle = 0.01;
  const std::vector<std::pair<double, double>> lengths_and_slopes = {
      {0.5, angle}, {1.0, 0.0}, {0.9, -angle}, {0.9, -0.9 * angle}, {0.9, -angle}, {0.9, -0.9 * angle}};
  MeshBuilder builder;
  Vec3 at(0, 0, 0);
  for (const auto& [length, slope] : lengths_and_slopes) {
    const Vec3 next = at + Vec3(length, 0, length * slope);
    builder.polygon({at, next, next + Vec3(0, 1, 0), at + Vec3(0, 1, 0)});
    at = next;
  }
  const Brep brep = make_checked(builder.mesh(), {1.05 * angle, 1.0});
  ASSERT_EQ(brep.contact_faces.size(), 1u);
  EXPECT_EQ(brep.contact_faces[0].normal, brep.faces[1].normal);
  EXPECT_EQ(brep.contact_faces[0].offset, brep.faces[1].offset);
  // With more room it is the mean.
  const Brep wider = make_checked(builder.mesh(), {2 * angle, 1.0});
  ASSERT_EQ(wider.contact_faces.size(), 1u);
  EXPECT_GT(wider.contact_faces[0].normal[0], 0.4 * angle);
}

TEST(ContactFaces, ACylinderIsNotOneHoweverManySides) {
  // Each of 360 sides is bent by a degree; no group spans more than twice the angle.
  constexpr int kNum = 360;
  const double bend = 2 * std::numbers::pi / kNum;
  const Brep brep = make_checked(make_strip(kNum, bend), {3.5 * bend, 100.0});
  for (const ContactFace& contact_face : brep.contact_faces) EXPECT_LE(contact_face.num_faces, 7u);
  EXPECT_GE(brep.contact_faces.size(), static_cast<std::size_t>(kNum / 7));
  EXPECT_LE(brep.contact_faces.size(), static_cast<std::size_t>(kNum / 3));
}

TEST(ContactFaces, GroupsDoNotReachAcrossBordersAndFolds) {
  const Mesh one = make_strip(1, 0.0);
  const Mesh two_apart = make_both(one, make_moved(one, {5, 0, 0}));
  EXPECT_EQ(make_checked(two_apart, {0.1, 0.1}).contact_faces.size(), 2u);
  // Faces of a thin plate: opposite sides are near, but face opposite ways.
  const Mesh plate = make_mapped(make_cube(), Vec3(1, 1, 1e-6).asDiagonal().toDenseMatrix());
  EXPECT_EQ(make_checked(plate, {0.1, 0.1}).contact_faces.size(), 6u);
}

TEST(ContactFaces, AFaceWithoutAreaIsItsOwn) {
  MeshBuilder builder;
  builder.polygon({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}).polygon({{2, 0, 0}, {0, 0, 0}, {1, 0, 0}});
  EXPECT_EQ(make_checked(builder.mesh(), {0.1, 0.1}).contact_faces.size(), 2u);
}

TEST(ContactFacesLaws, RelabellingGivesTheSameGroupsWhereAreasDiffer) {
  std::mt19937 random(60);
  Mesh mesh = make_cells(make_block(6, 6, 1));
  for (Vec3& p : mesh.vertices) {
    p[0] += 1e-2 * static_cast<double>(random() % 1000) / 1000;
    p[2] += 1e-2 * static_cast<double>(random() % 1000) / 1000;
  }
  const ContactFaceTolerance tolerance{0.01, 0.008};
  // The sizes of the groups, by the place of each triangle.
  const auto sizes = [](const Brep& brep) {
    std::map<std::array<double, 3>, std::uint32_t> result;
    for (std::size_t t = 0; t < brep.triangles.size(); ++t) {
      std::array<Vec3, 3> p;
      for (int k = 0; k < 3; ++k) p[k] = brep.vertices[brep.triangles[t][k].index()];
      const auto least = std::min_element(p.begin(), p.end(), [](const Vec3& a, const Vec3& b) { return a[0] < b[0]; });
      std::rotate(p.begin(), least, p.end());
      const Vec3 place = p[0] + 2 * p[1] + 4 * p[2];
      const ContactFaceId id = brep.faces[brep.triangle_face[t].index()].contact_face;
      result[{place[0], place[1], place[2]}] = brep.contact_faces[id.index()].num_faces;
    }
    return result;
  };
  const Brep brep = make_checked(mesh, tolerance);
  EXPECT_LT(brep.contact_faces.size(), brep.faces.size());
  for (int round = 0; round < 5; ++round) {
    EXPECT_EQ(sizes(brep), sizes(make_checked(make_relabelled(mesh, random), tolerance)));
  }
}

}  // namespace
}  // namespace abut::geometry

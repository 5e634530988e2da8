#include "abut/geometry/defect_kinds.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace abut::geometry {
namespace {

TEST(DefectKinds, EveryKindHasItsOwnNameAReasonAndARemedy) {
  std::set<std::string_view> keys, names;
  for (std::size_t i = 0; i < kNumDefectKinds; ++i) {
    const DefectText& text = text_of(static_cast<DefectKind>(i));
    EXPECT_TRUE(keys.insert(text.key).second) << text.key;
    EXPECT_TRUE(names.insert(text.name).second) << text.name;
    EXPECT_GT(text.why.size(), 20u) << text.key;
    EXPECT_GT(text.remedy.size(), 10u) << text.key;
    EXPECT_EQ(text.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos) << text.key;
  }
}

TEST(DefectKinds, TextsStandAtTheirKinds) {
  EXPECT_EQ(text_of(DefectKind::kNonFiniteCoordinates).key, "non_finite_coordinates");
  EXPECT_EQ(text_of(DefectKind::kOpenEdges).key, "open_edges");
  EXPECT_EQ(text_of(DefectKind::kNonManifoldEdges).key, "non_manifold_edges");
  EXPECT_EQ(text_of(DefectKind::kNonManifoldVertices).key, "non_manifold_vertices");
  EXPECT_EQ(text_of(DefectKind::kInconsistentWinding).key, "inconsistent_winding");
  EXPECT_EQ(text_of(DefectKind::kOneSidedSurfaces).key, "one_sided_surfaces");
  EXPECT_EQ(text_of(DefectKind::kInsideOutShells).key, "inside_out_shells");
  EXPECT_EQ(text_of(DefectKind::kZeroVolumeShells).key, "zero_volume_shells");
  EXPECT_EQ(text_of(DefectKind::kSelfIntersections).key, "self_intersections");
  EXPECT_EQ(text_of(DefectKind::kTJunctions).key, "t_junctions");
  EXPECT_EQ(text_of(DefectKind::kDuplicateFaces).key, "duplicate_faces");
  EXPECT_EQ(text_of(DefectKind::kZeroAreaFaces).key, "zero_area_faces");
  EXPECT_EQ(text_of(DefectKind::kSelfContacts).key, "self_contacts");
  EXPECT_EQ(text_of(DefectKind::kCoincidentVertices).key, "coincident_vertices");
  EXPECT_EQ(text_of(DefectKind::kUnusedVertices).key, "unused_vertices");
}

TEST(DefectKinds, OnlyWhatTakesAwayTheSolidSaysSo) {
  EXPECT_EQ(text_of(DefectKind::kNonFiniteCoordinates).severity, Severity::kUnusable);
  EXPECT_EQ(text_of(DefectKind::kOpenEdges).severity, Severity::kNotSolid);
  EXPECT_EQ(text_of(DefectKind::kSelfContacts).severity, Severity::kNote);
  EXPECT_EQ(text_of(DefectKind::kUnusedVertices).severity, Severity::kNote);
}

TEST(DefectKinds, OpenEdgesAreFineForASheet) {
  EXPECT_EQ(text_of(DefectKind::kOpenEdges).why,
            "a surface with a border encloses no volume; that is as it should be for a sheet");
}

TEST(DefectKinds, SeveritiesHaveNames) {
  EXPECT_EQ(name_of(Severity::kNote), "note");
  EXPECT_EQ(name_of(Severity::kNotSolid), "not_solid");
  EXPECT_EQ(name_of(Severity::kUnusable), "unusable");
}

}  // namespace
}  // namespace abut::geometry

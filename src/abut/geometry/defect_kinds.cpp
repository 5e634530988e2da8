#include "abut/geometry/defect_kinds.h"

namespace abut::geometry {
namespace {

// By DefectKind.
constexpr std::array<DefectText, kNumDefectKinds> kTexts = {{
    {"non_finite_coordinates", "vertices that are not finite", Severity::kUnusable,
     "a vertex at infinity or at NaN is nowhere; triangles that use it are left out of all checks of shape",
     "export the mesh again; repair drops these vertices and all that uses them"},
    {"open_edges", "open edges", Severity::kNotSolid,
     "a surface with a border encloses no volume; that is as it should be for a sheet",
     "nothing for a sheet; for a solid weld vertices that should be one (repair does, within a stated distance) and "
     "close the holes that remain in the program the mesh comes from"},
    {"non_manifold_edges", "non-manifold edges", Severity::kNotSolid,
     "where more than two faces meet at an edge there is no inside and outside",
     "remove inner walls, or split the part where its bodies touch along an edge"},
    {"non_manifold_vertices", "non-manifold vertices", Severity::kNotSolid,
     "where parts of the surface touch in a single vertex, walking around the vertex does not reach them all",
     "give each part a vertex of its own there, or move them apart"},
    {"inconsistent_winding", "edges with inconsistent winding", Severity::kNotSolid,
     "the two faces at such an edge disagree on which side is outside",
     "repair turns faces over until neighbours agree"},
    {"one_sided_surfaces", "one-sided surfaces", Severity::kNotSolid,
     "a surface like a Moebius strip has no outside: no winding of its faces is consistent",
     "cut it open where it twists; repair leaves it as it is"},
    {"inside_out_shells", "inside-out shells", Severity::kNotSolid,
     "faces of a solid point out of its material; here those of an outer shell point inward, or those of a cavity away "
     "from the hole",
     "repair turns these shells over"},
    {"zero_volume_shells", "closed shells of zero volume", Severity::kNotSolid,
     "a closed surface folded flat, or that encloses as much negatively as positively, has no inside and no mass",
     "give it thickness, or keep one side of it as a sheet"},
    {"self_intersections", "self-intersections", Severity::kNotSolid,
     "where a surface passes through itself, inside and outside are ambiguous, and so are volume and mass",
     "unite the parts in the program the mesh comes from, or give them as separate bodies of one collision group"},
    {"t_junctions", "T-junctions", Severity::kNotSolid,
     "a vertex inside an edge of its neighbour leaves the surface open there, though no gap is to be seen",
     "repair cuts the neighbour at the vertex"},
    {"duplicate_faces", "duplicate faces", Severity::kNotSolid,
     "a face that is there twice counts twice in area and mass, and its edges have too many faces",
     "repair keeps one of each"},
    {"zero_area_faces", "faces of zero area", Severity::kNote, "a face without area has no normal and adds nothing",
     "repair drops them and cuts the neighbour where that is needed to keep the surface closed"},
    {"self_contacts", "self-contacts", Severity::kNote,
     "faces that touch without being neighbours leave no room between them: what is thinner than any tool fits there",
     "nothing if it is meant; else move the parts a little, or weld the vertices that should be one"},
    {"coincident_vertices", "coincident vertices", Severity::kNote,
     "faces that use different vertices at one place are no neighbours, however well they fit",
     "repair welds them; leave them where parts of the mesh only touch"},
    {"unused_vertices", "unused vertices", Severity::kNote, "they are part of no face, segment or point",
     "nothing, or let repair drop them"},
}};
static_assert(kTexts.back().name == "unused vertices");

}  // namespace

const DefectText& text_of(DefectKind kind) {
  return kTexts[static_cast<std::size_t>(kind)];
}

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kNotSolid:
      return "not_solid";
    case Severity::kUnusable:
      return "unusable";
  }
  return {};
}

}  // namespace abut::geometry

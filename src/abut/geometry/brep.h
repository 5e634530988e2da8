// Boundary representation: the faces, edges and vertices of a mesh as features, with adjacency in flat arrays.
//
// Exactly coplanar neighbouring triangles that face the same way are one polygonal face, holes included; exactly
// collinear successive edges between the same two faces are one edge. So a vertex inside a face or an edge is no
// feature, and a cube of a thousand triangles has 8 vertices, 12 edges and 6 faces.
//
// Any mesh has one. Around an edge its half-edges form a cycle (`mate`): two at an ordinary edge, one (itself) at a
// border, any number where sheets meet. A loose segment is an edge without half-edges. Only `Brep::kind` says whether
// the whole bounds a volume. Whether surfaces intersect is not examined here, see defects.h.
//
// Degenerate input. A triangle of three exactly collinear vertices is a face of its own, with a zero normal. A triangle
// that names a vertex twice belongs to no face; the segment or point it covers is added as a loose one unless something
// else has it. Equal vertices that are not welded are different vertices. A loop may touch itself at a
// vertex: it is followed as the face lies. It may have two half-edges only.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/base/ids.h"
#include "abut/geometry/mesh.h"
#include "abut/math/types.h"

namespace abut::geometry {

enum class EdgeKind : std::uint8_t {
  kConvex,       // two faces, consistently wound, interior angle below 180 degrees (exact)
  kReflex,       // above 180 degrees (exact)
  kFlat,         // neither (exact): folded back, 0 or 360 degrees, or beside a face without area. Contact takes it for
                 // convex. Never 180 degrees between faces with area: those are one face
  kBorder,       // one triangle has it
  kNonManifold,  // more than two triangles, or two that are wound against each other
  kWire,         // no face: a loose segment
};

enum class BrepKind : std::uint8_t {
  kSolid,  // every edge has two faces, every vertex one fan, every shell encloses volume and points outward (cavities
           // inward)
  kSheet,  // an orientable surface with borders: manifold, consistently wound, at least one border edge
  kSoup,   // anything else: non-manifold, inside out, mixed with loose edges and points, or only those
};

// The half-edges of a loop are consecutive in Brep::half_edges.
struct HalfEdge {
  VertexId origin;
  HalfEdgeId next, prev;  // along the loop, counter-clockwise seen from outside (holes clockwise)
  HalfEdgeId mate;        // next half-edge around the edge; itself at a border
  EdgeId edge;
  FaceId face;
};

struct Edge {
  VertexId tail, head;
  HalfEdgeId half_edge;  // runs from tail to head; none at a wire
  EdgeKind kind = EdgeKind::kWire;
};

struct Loop {
  HalfEdgeId half_edge;
  FaceId face;
};

struct Face {
  math::Vec3 normal;                                    // unit, rounded; zero for a face without area
  double offset = 0.0;                                  // normal . x on the face, rounded
  std::uint32_t first_loop = 0, num_loops = 0;          // in Brep::loops; the outer one first
  std::uint32_t first_triangle = 0, num_triangles = 0;  // in Brep::face_triangles
  ShellId shell;
  ContactFaceId contact_face;
};

// A connected part of the surface.
struct Shell {
  bool is_closed = false;    // no border, no non-manifold edge
  bool is_cavity = false;    // of a solid: bounds a hole inside another shell
  double signed_volume = 0;  // positive if the faces point outward; meaningless unless closed
};

// Faces so nearly coplanar (angle and height of tolerances.h) that contacts give them one normal. Distances and
// certificates keep to the triangles. Each face is within those tolerances of the plane given here.
struct ContactFace {
  math::Vec3 normal;                            // unit: area-weighted mean, or that of the largest face
  double offset = 0.0;                          // normal . x on the plane
  std::uint32_t first_face = 0, num_faces = 0;  // in Brep::contact_face_faces
};

struct Brep {
  BrepKind kind = BrepKind::kSoup;
  std::vector<math::Vec3> vertices;   // those of the mesh, same ids
  std::vector<Triangle> triangles;    // those of the mesh, same ids
  std::vector<FaceId> triangle_face;  // none for a triangle that names a vertex twice

  std::vector<HalfEdge> half_edges;
  std::vector<HalfEdgeId> vertex_half_edge;  // the lowest that leaves the vertex; none if no face has it as a corner
  std::vector<Edge> edges;                   // those of faces, then wires
  std::vector<Loop> loops;
  std::vector<Face> faces;
  std::vector<TriangleId> face_triangles;  // ascending within a face
  std::vector<Shell> shells;
  std::vector<ContactFace> contact_faces;
  std::vector<FaceId> contact_face_faces;
  std::vector<VertexId> points;  // loose
};

struct ContactFaceTolerance {
  double angle = 0.0;   // rad: largest angle of a face's normal to its contact face's
  double height = 0.0;  // m: largest distance of a vertex from the contact face's plane
};

// Throws InputError if a coordinate is not finite or a vertex is named that does not exist. Cost: linear, but for
// shells in shells (brep/shell_winding.h) and contact faces (a sort).
Brep make_brep(const Mesh& mesh, const ContactFaceTolerance& tolerance = {});

}  // namespace abut::geometry

#include "oracle/surface.h"

#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "oracle/rational.h"

namespace abut::oracle {
namespace {

using geometry::Mesh;
using DirectedEdge = std::pair<std::size_t, std::size_t>;

class Partition {
 public:
  explicit Partition(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t i, std::size_t j) { parent_[find(i)] = find(j); }

 private:
  std::vector<std::size_t> parent_;
};

// Fans of a vertex: its triangles, joined over the edges at that vertex.
std::size_t count_pinched(const Mesh& mesh) {
  std::vector<std::vector<std::array<std::size_t, 2>>> spokes(mesh.vertices.size());  // (after, before) per triangle
  for (const auto& t : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      spokes[t[k].index()].push_back({t[(k + 1) % 3].index(), t[(k + 2) % 3].index()});
    }
  }
  std::size_t num_pinched = 0;
  for (const auto& fan : spokes) {
    std::map<std::size_t, std::size_t> number;
    for (const auto& [a, b] : fan) number.try_emplace(a, number.size()), number.try_emplace(b, number.size());
    Partition parts(number.size());
    for (const auto& [a, b] : fan) parts.join(number[a], number[b]);
    std::set<std::size_t> roots;
    for (const auto& [neighbour, i] : number) roots.insert(parts.find(i));
    if (roots.size() > 1) ++num_pinched;
  }
  return num_pinched;
}

bool is_flat(const Mesh& mesh, const geometry::Triangle& t) {
  const auto& [a, b, c] = t;
  const Eigen::Vector3d normal =
      (mesh.vertices[b.index()] - mesh.vertices[a.index()]).cross(mesh.vertices[c.index()] - mesh.vertices[a.index()]);
  double size = 0.0;
  for (const VertexId v : t) size = std::max(size, mesh.vertices[v.index()].cwiseAbs().maxCoeff());
  if (normal.norm() > 1e-12 * size * size) return false;  // far above what rounding can do
  const RVec3 p = exact(mesh.vertices[a.index()]);
  const RVec3 n = cross(exact(mesh.vertices[b.index()]) - p, exact(mesh.vertices[c.index()]) - p);
  return n[0] == 0 && n[1] == 0 && n[2] == 0;
}

void append_fault(std::string& text, std::size_t count, const char* what) {
  if (count > 0) text += std::to_string(count) + " " + what + "; ";
}

std::string describe_common_faults(const SurfaceCount& count) {
  std::string text;
  append_fault(text, count.num_repeated_edges, "repeated edges");
  append_fault(text, count.num_duplicate_vertices, "duplicate vertices");
  append_fault(text, count.num_unused_vertices, "unused vertices");
  append_fault(text, count.num_pinched_vertices, "pinched vertices");
  append_fault(text, count.num_flat_triangles, "triangles without area");
  if (count.num_shells != 1) text += std::to_string(count.num_shells) + " shells; ";
  return text;
}

}  // namespace

SurfaceCount count_surface(const Mesh& mesh) {
  SurfaceCount count;
  count.num_triangles = mesh.triangles.size();
  std::map<DirectedEdge, std::size_t> triangle_of_edge;
  std::set<std::size_t> used;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& t = mesh.triangles[i];
    for (std::size_t k = 0; k < 3; ++k) {
      used.insert(t[k].index());
      const DirectedEdge edge(t[k].index(), t[(k + 1) % 3].index());
      if (!triangle_of_edge.emplace(edge, i).second) ++count.num_repeated_edges;
    }
    if (is_flat(mesh, t)) ++count.num_flat_triangles;
  }
  Partition shells(mesh.triangles.size());
  std::size_t num_edges = 0;
  for (const auto& [edge, triangle] : triangle_of_edge) {
    const auto opposite = triangle_of_edge.find({edge.second, edge.first});
    const bool is_border = opposite == triangle_of_edge.end();
    if (is_border) ++count.num_border_edges;
    if (!is_border) shells.join(triangle, opposite->second);
    if (is_border || edge.first < edge.second) ++num_edges;
  }
  std::set<std::size_t> roots;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) roots.insert(shells.find(i));
  count.num_shells = roots.size();
  std::set<std::array<double, 3>> places;
  for (const auto& v : mesh.vertices) {
    if (!places.insert({v.x(), v.y(), v.z()}).second) ++count.num_duplicate_vertices;
  }
  count.num_unused_vertices = mesh.vertices.size() - used.size();
  count.num_pinched_vertices = count_pinched(mesh);
  count.euler_characteristic =
      static_cast<std::ptrdiff_t>(used.size() + mesh.triangles.size()) - static_cast<std::ptrdiff_t>(num_edges);
  return count;
}

double compute_signed_volume(const Mesh& mesh) {
  Rational six_volumes = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    six_volumes +=
        dot(exact(mesh.vertices[a.index()]), cross(exact(mesh.vertices[b.index()]), exact(mesh.vertices[c.index()])));
  }
  return static_cast<double>(Rational(six_volumes / 6));
}

double compute_area(const Mesh& mesh) {
  double area = 0.0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const auto& p = mesh.vertices[a.index()];
    area += 0.5 * (mesh.vertices[b.index()] - p).cross(mesh.vertices[c.index()] - p).norm();
  }
  return area;
}

std::string find_solid_faults(const Mesh& mesh, int genus) {
  const SurfaceCount count = count_surface(mesh);
  std::string text = describe_common_faults(count);
  append_fault(text, count.num_border_edges, "border edges");
  if (count.euler_characteristic != 2 - 2 * genus) {
    text += "Euler characteristic " + std::to_string(count.euler_characteristic) + "; ";
  }
  double six_volumes = 0.0;
  for (const auto& [a, b, c] : mesh.triangles) {
    six_volumes += mesh.vertices[a.index()].dot(mesh.vertices[b.index()].cross(mesh.vertices[c.index()]));
  }
  if (!(six_volumes > 0.0)) text += "inside out; ";
  return text;
}

std::string find_sheet_faults(const Mesh& mesh, int euler_characteristic) {
  const SurfaceCount count = count_surface(mesh);
  std::string text = describe_common_faults(count);
  if (count.num_border_edges == 0) text += "no border; ";
  if (count.euler_characteristic != euler_characteristic) {
    text += "Euler characteristic " + std::to_string(count.euler_characteristic) + "; ";
  }
  return text;
}

}  // namespace abut::oracle

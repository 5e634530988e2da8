#include <abut/geometry/makers/registry.h>
#include <abut/geometry/mass_properties.h>
#include <abut/geometry/shape.h>

#include <cstdio>

int main() {
  using namespace abut::geometry;
  const Mesh box = make_mesh("box", {{"size", {1, 2, 3}}});
  const Shape shape = make_shape(box);
  std::printf("%zu faces, %zu edges, %zu convex piece; %.0f kg in steel\n", shape.brep.faces.size(),
              shape.brep.edges.size(), shape.pieces.pieces.size(), compute_solid_mass(box, 7850).mass);
}

#include "abut/geometry/pieces/face_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "abut/math/predicates.h"

namespace abut::geometry {

std::optional<FaceView> FaceView::make(const Brep& brep, FaceId face) {
  const Face& f = brep.faces[face.index()];
  // Only a face of one triangle can be without area: one without area merges with nothing.
  const Triangle& t = brep.triangles[brep.face_triangles[f.first_triangle].index()];
  int longest = 0;
  f.normal.cwiseAbs().maxCoeff(&longest);
  for (int k = 0; k < 3; ++k) {  // the second and third try only where the rounded normal misleads
    FaceView view(brep.vertices, (longest + k) % 3);
    view.sign_ = view.orient(t[0], t[1], t[2]);
    if (view.sign_ != 0) return view;
  }
  return std::nullopt;
}

int FaceView::orient(VertexId a, VertexId b, VertexId c) const {
  return sign_ * math::orient2d(see(a), see(b), see(c));
}

bool FaceView::is_convex_turn(VertexId a, VertexId b, VertexId c) const {
  const int turn = orient(a, b, c);
  if (turn != 0) return turn > 0;
  const auto p = [this](VertexId v) -> const math::Vec3& { return vertices_[v.index()]; };
  return math::sign_of_dot(p(a), p(b), p(b), p(c)) > 0;
}

bool FaceView::is_convex(std::span<const VertexId> border) const {
  // A border that never turns right or back goes round as often as its direction enters the upper half-plane.
  const auto goes_up = [&](std::size_t i) {
    const math::Vec2 a = see(border[i]), b = see(border[(i + 1) % border.size()]);
    return b.y() > a.y() || (b.y() == a.y() && b.x() > a.x());
  };
  const std::size_t n = border.size();
  int num_rounds = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!is_convex_turn(border[i], border[(i + 1) % n], border[(i + 2) % n])) return false;
    num_rounds += goes_up((i + 1) % n) && !goes_up(i);
  }
  return num_rounds == 1;
}

}  // namespace abut::geometry

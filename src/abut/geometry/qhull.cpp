#include "abut/geometry/qhull.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace abut::geometry {
namespace {

using math::Vec3;

// Qhull insists on a stream for its complaints. This one ends in memory that is thrown away.
class Silence {
 public:
  Silence() : stream_(open_memstream(&text_, &size_)) {}
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() {
    if (stream_ != nullptr) std::fclose(stream_);
    std::free(text_);  // allocated by open_memstream
  }
  std::FILE* stream() { return stream_; }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* stream_;
};

// One run of Qhull. Its memory goes with it.
class Run {
 public:
  Run() : qh_(std::make_unique<qhT>()) { qh_zero(qh_.get(), silence_.stream()); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() {
    int num_long = 0;
    int size_long = 0;
    qh_freeqhull(qh_.get(), !qh_ALL);
    qh_memfreeshort(qh_.get(), &num_long, &size_long);
  }

  // Qt: triangles only. Pp: no reports on precision.
  bool succeeds(std::vector<coordT>& coordinates) {
    std::string command = "qhull Qt Pp";
    const auto num_points = static_cast<int>(coordinates.size() / 3);
    return silence_.stream() != nullptr && qh_new_qhull(qh_.get(), 3, num_points, coordinates.data(), False,
                                                        command.data(), nullptr, silence_.stream()) == qh_ERRnone;
  }

  std::optional<std::vector<Triangle>> find_triangles() {
    qhT* qh = qh_.get();
    std::vector<Triangle> triangles;
    for (const facetT* facet = qh->facet_list; facet != nullptr && facet->next != nullptr; facet = facet->next) {
      if (!facet->simplicial || qh_setsize(qh, facet->vertices) != 3) return std::nullopt;
      Triangle t;
      for (std::size_t k = 0; k < 3; ++k) {
        const auto* vertex = static_cast<vertexT*>(facet->vertices->e[k].p);
        t[facet->toporient ? 2 - k : k] = VertexId(qh_pointid(qh, vertex->point));
      }
      triangles.push_back(t);
    }
    return triangles;
  }

 private:
  Silence silence_;
  std::unique_ptr<qhT> qh_;
};

// About the middle, the longest side between 1 and 2.
std::vector<coordT> make_coordinates(std::span<const Vec3> points) {
  Eigen::AlignedBox3d box;
  for (const Vec3& p : points) box.extend(p);
  const Vec3 middle = box.min() / 2 + box.max() / 2;
  const double half_side = (box.max() / 2 - box.min() / 2).maxCoeff();
  const int exponent = half_side > 0.0 ? -std::ilogb(half_side) : 0;
  std::vector<coordT> coordinates;
  coordinates.reserve(3 * points.size());
  for (const Vec3& p : points) {
    for (int i = 0; i < 3; ++i) coordinates.push_back(std::scalbn(p[i] / 2 - middle[i] / 2, exponent));
  }
  return coordinates;
}

}  // namespace

std::optional<std::vector<Triangle>> find_qhull_hull(std::span<const Vec3> points) {
  static_assert(std::is_same_v<coordT, double>);
  if (points.size() < 4 || points.size() > std::numeric_limits<int>::max() / 3) return std::nullopt;
  std::vector<coordT> coordinates = make_coordinates(points);
  Run run;
  if (!run.succeeds(coordinates)) return std::nullopt;
  return run.find_triangles();
}

}  // namespace abut::geometry

// The boundary representation of meshes of 10k, 100k and 1M triangles: a bumpy sphere, where every triangle is a face,
// and a cube cut into small squares, where all but six faces disappear and every predicate is at its zero. Vertices are
// numbered in the order of the grid, or at random, the worst order for memory. The counters are triangles a second, the
// faces found, and the peak of memory on top of the mesh while the representation is made, in bytes a triangle.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <map>
#include <new>
#include <numbers>
#include <random>

#include "abut/geometry/brep.h"
#include "abut/geometry/triangle_adjacency.h"

namespace {

std::atomic<std::size_t> allocated{0}, peak{0};

}  // namespace

void* operator new(std::size_t size) {
  void* p = std::malloc(size);
  if (p == nullptr) throw std::bad_alloc();
  const std::size_t now = allocated += malloc_usable_size(p);
  if (now > peak) peak = now;
  return p;
}
void operator delete(void* p) noexcept {
  if (p != nullptr) allocated -= malloc_usable_size(p);
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  operator delete(p);
}

namespace abut::geometry {
namespace {

using math::Vec3;

void add_square(Mesh& mesh, std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
  mesh.triangles.push_back({VertexId(a), VertexId(b), VertexId(c)});
  mesh.triangles.push_back({VertexId(a), VertexId(c), VertexId(d)});
}

// A sphere of rings with waves on it, closed at both poles. About `num` triangles.
Mesh make_bumpy_sphere(std::size_t num) {
  const auto n = static_cast<std::size_t>(std::sqrt(static_cast<double>(num) / 4));
  const std::size_t m = 2 * n;
  Mesh mesh;
  const auto point = [&](std::size_t i, std::size_t j) {
    const double a = std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
    const double b = 2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(m);
    const double r = 1 + 0.05 * std::sin(9 * a) * std::cos(7 * b);
    return Vec3(r * std::sin(a) * std::cos(b), r * std::sin(a) * std::sin(b), r * std::cos(a));
  };
  for (std::size_t i = 1; i < n; ++i) {
    for (std::size_t j = 0; j < m; ++j) mesh.vertices.push_back(point(i, j));
  }
  const std::size_t north = mesh.vertices.size(), south = north + 1;
  mesh.vertices.push_back(point(0, 0));
  mesh.vertices.push_back(point(n, 0));
  for (std::size_t j = 0; j < m; ++j) {
    const std::size_t j1 = (j + 1) % m, last = (n - 2) * m;
    mesh.triangles.push_back({VertexId(north), VertexId(j), VertexId(j1)});
    for (std::size_t i = 0; i + 2 < n; ++i) add_square(mesh, i * m + j, (i + 1) * m + j, (i + 1) * m + j1, i * m + j1);
    mesh.triangles.push_back({VertexId(south), VertexId(last + j1), VertexId(last + j)});
  }
  return mesh;
}

// A cube with n x n squares on each side, sheared by integers so that no side lies along an axis.
Mesh make_fine_cube(std::size_t num) {
  const auto n = static_cast<std::size_t>(std::sqrt(static_cast<double>(num) / 12));
  Mesh mesh;
  std::map<std::array<std::size_t, 3>, std::size_t> ids;
  const auto id = [&](const std::array<std::size_t, 3>& p) {
    const auto [it, is_new] = ids.try_emplace(p, mesh.vertices.size());
    if (is_new) {
      const auto x = static_cast<double>(p[0]), y = static_cast<double>(p[1]), z = static_cast<double>(p[2]);
      mesh.vertices.push_back(Vec3(3 * x + y - 2 * z, x + 4 * y + z, 2 * y + 5 * z - x) / 1024.0);
    }
    return it->second;
  };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const std::size_t side : {std::size_t{0}, n}) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          const auto corner = [&](std::size_t di, std::size_t dj) {
            std::array<std::size_t, 3> p{};
            p[axis] = side;
            p[(axis + 1) % 3] = i + di;
            p[(axis + 2) % 3] = j + dj;
            return id(p);
          };
          const std::size_t a = corner(0, 0), b = corner(1, 0), c = corner(1, 1), d = corner(0, 1);
          if (side == 0) {
            add_square(mesh, a, d, c, b);
          } else {
            add_square(mesh, a, b, c, d);
          }
        }
      }
    }
  }
  return mesh;
}

Mesh renumber_at_random(const Mesh& mesh) {
  std::mt19937_64 engine(1);
  std::vector<std::size_t> place(mesh.vertices.size());
  for (std::size_t v = 0; v < place.size(); ++v) place[v] = v;
  for (std::size_t i = place.size(); i > 1; --i) std::swap(place[i - 1], place[engine() % i]);
  Mesh result = mesh;
  for (std::size_t v = 0; v < place.size(); ++v) result.vertices[place[v]] = mesh.vertices[v];
  for (Triangle& t : result.triangles) {
    for (VertexId& v : t) v = VertexId(place[v.index()]);
  }
  for (std::size_t i = result.triangles.size(); i > 1; --i) {
    std::swap(result.triangles[i - 1], result.triangles[engine() % i]);
  }
  return result;
}

void count_triangles(benchmark::State& state, const Mesh& mesh) {
  state.counters["triangles/s"] =
      benchmark::Counter(static_cast<double>(mesh.triangles.size()) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}

void make_brep_of(benchmark::State& state, const Mesh& mesh) {
  std::size_t num_faces = 0, most = 0;
  bool is_solid = true;
  for (auto _ : state) {
    const std::size_t before = allocated;
    peak = before;
    const Brep brep = make_brep(mesh);
    most = std::max(most, peak - before);
    num_faces = brep.faces.size();
    is_solid = is_solid && brep.kind == BrepKind::kSolid;
  }
  if (!is_solid) state.SkipWithError("a solid was not recognised");
  count_triangles(state, mesh);
  state.counters["faces"] = static_cast<double>(num_faces);
  state.counters["bytes/triangle"] = static_cast<double>(most) / static_cast<double>(mesh.triangles.size());
}

void brep_of_bumpy_sphere(benchmark::State& state) {
  make_brep_of(state, make_bumpy_sphere(static_cast<std::size_t>(state.range(0))));
}
void brep_of_shuffled_bumpy_sphere(benchmark::State& state) {
  make_brep_of(state, renumber_at_random(make_bumpy_sphere(static_cast<std::size_t>(state.range(0)))));
}
void brep_of_fine_cube(benchmark::State& state) {
  make_brep_of(state, make_fine_cube(static_cast<std::size_t>(state.range(0))));
}
void adjacency_of_bumpy_sphere(benchmark::State& state) {
  const Mesh mesh = make_bumpy_sphere(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(make_triangle_adjacency(mesh));
  count_triangles(state, mesh);
}

BENCHMARK(adjacency_of_bumpy_sphere)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(brep_of_bumpy_sphere)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(brep_of_shuffled_bumpy_sphere)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(brep_of_fine_cube)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace abut::geometry

// Reading and welding a binary STL of 10k, 100k and 1M triangles, alone and with its boundary representation, beside
// Assimp's import of the same file with identical vertices joined (its normals dropped first, or corners of different
// faces would stay apart). The shape is a torus; neighbours are near each other in the file, as exporters write them,
// or in random order. Counters: vertices found (half the number of triangles, or the run fails), triangles a second,
// and the most memory that was allocated at once, in bytes a triangle (file included).
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <benchmark/benchmark.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <assimp/Importer.hpp>

#include "abut/geometry/brep.h"
#include "abut/geometry/io/read_mesh.h"

namespace {

// What is allocated now, and the most since it was last reset.
std::atomic<std::size_t> live_bytes = 0, peak_bytes = 0;

void* count(void* p) {
  if (p == nullptr) throw std::bad_alloc();
  const std::size_t live = live_bytes += malloc_usable_size(p);
  if (live > peak_bytes) peak_bytes = live;
  return p;
}

}  // namespace

void* operator new(std::size_t n) {
  return count(std::malloc(n));
}
void operator delete(void* p) noexcept {
  if (p != nullptr) live_bytes -= malloc_usable_size(p);
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  operator delete(p);
}

namespace abut::geometry {
namespace {

namespace fs = std::filesystem;
using Corners = std::array<float, 9>;

std::vector<Corners> make_torus(std::size_t num_triangles) {
  const auto n = static_cast<std::size_t>(std::sqrt(static_cast<double>(num_triangles) / 2));
  const std::size_t m = num_triangles / (2 * n);
  const auto point = [&](std::size_t i, std::size_t j) -> std::array<float, 3> {
    const double a = 2 * std::numbers::pi * static_cast<double>(i % m) / static_cast<double>(m);
    const double b = 2 * std::numbers::pi * static_cast<double>(j % n) / static_cast<double>(n);
    const double across = 1 + 0.4 * std::cos(b);
    return {float(across * std::cos(a)), float(across * std::sin(a)), float(0.4 * std::sin(b))};
  };
  std::vector<Corners> triangles;
  const auto add = [&](const auto& p, const auto& q, const auto& r) {
    triangles.push_back({p[0], p[1], p[2], q[0], q[1], q[2], r[0], r[1], r[2]});
  };
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      add(point(i, j), point(i + 1, j), point(i + 1, j + 1));
      add(point(i, j), point(i + 1, j + 1), point(i, j + 1));
    }
  }
  return triangles;
}

// A binary STL in the folder for temporary files, removed at the end.
class StlFile {
 public:
  StlFile(std::size_t num_triangles, bool is_shuffled)
      : path_(fs::temp_directory_path() / ("abut_bench_" + std::to_string(getpid()) + ".stl")) {
    std::vector<Corners> triangles = make_torus(num_triangles);
    std::mt19937_64 engine(1);
    for (std::size_t i = triangles.size(); is_shuffled && i > 1; --i)
      std::swap(triangles[i - 1], triangles[engine() % i]);
    std::ofstream out(path_, std::ios::binary);
    const auto count = static_cast<std::uint32_t>(triangles.size());
    out << std::string(80, ' ');
    out.write(reinterpret_cast<const char*>(&count), sizeof count);
    for (const Corners& corners : triangles) {
      const std::array<float, 3> normal{0, 0, 1};
      out.write(reinterpret_cast<const char*>(normal.data()), sizeof normal);
      out.write(reinterpret_cast<const char*>(corners.data()), sizeof corners);
      out.write("\0", 2);
    }
    num_triangles_ = triangles.size();
  }
  StlFile(const StlFile&) = delete;
  StlFile& operator=(const StlFile&) = delete;
  ~StlFile() { fs::remove(path_); }

  const fs::path& path() const { return path_; }
  std::size_t num_triangles() const { return num_triangles_; }

 private:
  fs::path path_;
  std::size_t num_triangles_ = 0;
};

std::size_t import_with_assimp(const fs::path& path) {
  Assimp::Importer importer;
  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS, aiComponent_NORMALS | aiComponent_COLORS | aiComponent_MATERIALS);
  const aiScene* scene = importer.ReadFile(path.string(), aiProcess_RemoveComponent | aiProcess_JoinIdenticalVertices);
  return scene != nullptr ? scene->mMeshes[0]->mNumVertices : 0;
}

// Runs `read`, which returns the number of vertices, on the same file every time.
template <class Read>
void run(benchmark::State& state, bool is_shuffled, Read&& read) {
  const StlFile file(static_cast<std::size_t>(state.range(0)), is_shuffled);
  const std::size_t before = live_bytes;
  peak_bytes = before;
  std::size_t num_vertices = 0;
  for (auto _ : state) num_vertices = read(file.path());
  const auto num_triangles = static_cast<double>(file.num_triangles());
  state.counters["bytes/triangle"] = static_cast<double>(peak_bytes - before) / num_triangles;
  state.counters["vertices"] = static_cast<double>(num_vertices);
  state.counters["triangles/s"] =
      benchmark::Counter(num_triangles * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  if (2 * num_vertices != file.num_triangles()) state.SkipWithError("the torus has half as many vertices");
}

void read_stl_abut(benchmark::State& state, bool is_shuffled) {
  run(state, is_shuffled, [](const fs::path& path) { return read_mesh(path).mesh.vertices.size(); });
}
void read_stl_and_make_brep_abut(benchmark::State& state, bool is_shuffled) {
  run(state, is_shuffled, [](const fs::path& path) {
    const MeshFile file = read_mesh(path);
    const Brep brep = make_brep(file.mesh);
    benchmark::DoNotOptimize(brep.half_edges.data());
    return file.mesh.vertices.size();
  });
}
void read_stl_assimp(benchmark::State& state, bool is_shuffled) {
  run(state, is_shuffled, [](const fs::path& path) { return import_with_assimp(path); });
}

void sizes(benchmark::internal::Benchmark* b) {
  b->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
}
BENCHMARK_CAPTURE(read_stl_abut, file_order, false)->Apply(sizes);
BENCHMARK_CAPTURE(read_stl_and_make_brep_abut, file_order, false)->Apply(sizes);
BENCHMARK_CAPTURE(read_stl_assimp, file_order, false)->Apply(sizes);
BENCHMARK_CAPTURE(read_stl_abut, random_order, true)->Apply(sizes);
BENCHMARK_CAPTURE(read_stl_and_make_brep_abut, random_order, true)->Apply(sizes);
BENCHMARK_CAPTURE(read_stl_assimp, random_order, true)->Apply(sizes);

}  // namespace
}  // namespace abut::geometry

// The flat pieces of a bumpy sphere and their tree, from its boundary representation; and the bytes they take.
// Wanted: linear in the triangles.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <numbers>

#include "abut/geometry/pieces/flat_pieces.h"

namespace {

using namespace abut::geometry;
using abut::VertexId;

// About `num` triangles round a sphere with bumps, so that no two are coplanar; open at the poles.
Mesh make_bumpy_sphere(std::size_t num) {
  const auto rows = static_cast<std::size_t>(std::sqrt(static_cast<double>(num) / 4));
  const std::size_t columns = 2 * rows;
  Mesh mesh;
  for (std::size_t i = 0; i <= rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      const double theta = std::numbers::pi * (0.02 + 0.96 * static_cast<double>(i) / static_cast<double>(rows));
      const double phi = 2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(columns);
      const double r = 1 + 0.1 * std::sin(11 * theta) * std::sin(13 * phi);
      mesh.vertices.emplace_back(r * std::sin(theta) * std::cos(phi), r * std::sin(theta) * std::sin(phi),
                                 r * std::cos(theta));
    }
  }
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      const VertexId a(i * columns + j), b((i + 1) * columns + j);
      const VertexId c((i + 1) * columns + (j + 1) % columns), d(i * columns + (j + 1) % columns);
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, d});
    }
  }
  return mesh;
}

void make_flat(benchmark::State& state) {
  const Brep brep = make_brep(make_bumpy_sphere(static_cast<std::size_t>(state.range(0))));
  PiecesWithTree flat;
  for (auto _ : state) {
    flat = make_flat_pieces(brep);
    benchmark::DoNotOptimize(flat.pieces.pieces.data());
  }
  const ConvexPieces& p = flat.pieces;
  const std::size_t bytes = p.pieces.capacity() * sizeof(Piece) + p.vertices.capacity() * sizeof(PieceVertex) +
                            p.edges.capacity() * sizeof(PieceEdge) + p.faces.capacity() * sizeof(PieceFace) +
                            p.half_edges.capacity() * sizeof(PieceHalfEdge) + p.spokes.capacity() * sizeof(PieceSpoke);
  const auto num = static_cast<double>(brep.triangles.size());
  state.counters["pieces"] = static_cast<double>(p.pieces.size());
  state.counters["bytes_per_triangle"] = static_cast<double>(bytes) / num;
  state.counters["tree_bytes_per_triangle"] = static_cast<double>(flat.tree.nodes.capacity() * sizeof(PieceNode)) / num;
  state.SetItemsProcessed(static_cast<std::int64_t>(static_cast<std::size_t>(state.iterations()) * p.pieces.size()));
}

}  // namespace

BENCHMARK(make_flat)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

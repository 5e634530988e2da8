#include "bsp.h"

#include <algorithm>
#include <utility>

namespace abut::app {
namespace {

using math::Vec3;

constexpr std::size_t kCandidates = 8;  // splitting planes tried per node; more make a smaller tree, slowly

enum class Side { kIn, kFront, kBack, kBoth };

double height(const Polygon& plane, const Vec3& p) {
  return plane.normal.dot(p - plane.corners[0]);
}

Side classify(const Polygon& plane, const Polygon& polygon, double tolerance) {
  bool front = false;
  bool back = false;
  for (const Vec3& p : polygon.corners) {
    const double h = height(plane, p);
    front |= h > tolerance;
    back |= h < -tolerance;
  }
  if (front && back) return Side::kBoth;
  return front ? Side::kFront : back ? Side::kBack : Side::kIn;
}

// The part of `polygon` with sign * height >= 0. The new side along the cut is no outline.
Polygon clip(const Polygon& plane, const Polygon& polygon, double sign) {
  Polygon result{{}, {}, polygon.normal, polygon.part};
  const std::size_t n = polygon.corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3& a = polygon.corners[i];
    const Vec3& b = polygon.corners[(i + 1) % n];
    const double ha = sign * height(plane, a);
    const double hb = sign * height(plane, b);
    if (ha >= 0) {
      result.corners.push_back(a);
      result.is_outline.push_back(polygon.is_outline[i]);
    }
    if ((ha >= 0) != (hb >= 0)) {
      result.corners.push_back(a + (ha / (ha - hb)) * (b - a));
      result.is_outline.push_back(ha >= 0 ? false : polygon.is_outline[i]);
    }
  }
  return result;
}

// Of a few polygons spread over the list, the one whose plane splits the fewest others.
std::size_t choose_splitter(const std::vector<Polygon>& polygons, double tolerance) {
  constexpr std::size_t kSample = 64;
  std::size_t best = 0;
  std::size_t best_cost = polygons.size() + 1;
  const std::size_t stride = std::max<std::size_t>(1, polygons.size() / kCandidates);
  const std::size_t sample_stride = std::max<std::size_t>(1, polygons.size() / kSample);
  for (std::size_t candidate = stride / 2; candidate < polygons.size(); candidate += stride) {
    std::size_t splits = 0;
    std::size_t front = 0;
    std::size_t back = 0;
    for (std::size_t i = 0; i < polygons.size(); i += sample_stride) {
      const Side side = classify(polygons[candidate], polygons[i], tolerance);
      splits += side == Side::kBoth;
      front += side == Side::kFront;
      back += side == Side::kBack;
    }
    const std::size_t cost = 4 * splits + (front > back ? front - back : back - front);
    if (cost < best_cost) {
      best_cost = cost;
      best = candidate;
    }
  }
  return best;
}

struct Split {
  std::vector<Polygon> in, front, back;
};

Split split(std::vector<Polygon> polygons, double tolerance) {
  Split result;
  const Polygon plane = polygons[choose_splitter(polygons, tolerance)];
  for (Polygon& polygon : polygons) {
    switch (classify(plane, polygon, tolerance)) {
      case Side::kIn:
        result.in.push_back(std::move(polygon));
        break;
      case Side::kFront:
        result.front.push_back(std::move(polygon));
        break;
      case Side::kBack:
        result.back.push_back(std::move(polygon));
        break;
      case Side::kBoth:
        result.front.push_back(clip(plane, polygon, 1.0));
        result.back.push_back(clip(plane, polygon, -1.0));
    }
  }
  return result;
}

}  // namespace

std::vector<Polygon> sort_back_to_front(std::vector<Polygon> polygons, const Vec3& towards_eye, double tolerance) {
  // An explicit stack: the tree of a convex body is as deep as it has faces. A task is a set still to be split, or one
  // that lies in one plane and is ready to be painted. Each split paints at least one polygon, so it ends.
  struct Task {
    std::vector<Polygon> polygons;
    bool is_ready;
  };
  std::vector<Polygon> sorted;
  std::vector<Task> stack;
  stack.push_back({std::move(polygons), false});
  while (!stack.empty()) {
    Task task = std::move(stack.back());
    stack.pop_back();
    if (task.polygons.empty()) continue;
    if (task.is_ready || task.polygons.size() == 1) {
      std::move(task.polygons.begin(), task.polygons.end(), std::back_inserter(sorted));
      continue;
    }
    Split parts = split(std::move(task.polygons), tolerance);
    const bool eye_in_front = parts.in.front().normal.dot(towards_eye) > 0;
    stack.push_back({std::move(eye_in_front ? parts.front : parts.back), false});
    stack.push_back({std::move(parts.in), true});
    stack.push_back({std::move(eye_in_front ? parts.back : parts.front), false});
  }
  return sorted;
}

}  // namespace abut::app

#include "abut/view/patches.h"

#include <algorithm>
#include <map>
#include <utility>

namespace abut::view {
namespace {

using dynamics::ContactRecord;
using math::Vec3;

struct FlatPoint {
  double x = 0.0, y = 0.0;
  std::uint32_t contact = 0;
};

// Twice the area of the triangle a, b, c; positive if it turns left.
double compute_turn_left(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

std::vector<FlatPoint> project(std::span<const ContactRecord> contacts, const std::vector<std::uint32_t>& members) {
  const ContactRecord& front = contacts[members.front()];
  const Vec3 x = front.nhat_BA_W.unitOrthogonal(), y = front.nhat_BA_W.cross(x);
  std::vector<FlatPoint> points;
  for (const std::uint32_t i : members) {
    const Vec3 p = contacts[i].p_W - front.p_W;
    points.push_back({p.dot(x), p.dot(y), i});
  }
  std::sort(points.begin(), points.end(), [](const FlatPoint& a, const FlatPoint& b) {
    return std::tie(a.x, a.y, a.contact) < std::tie(b.x, b.y, b.contact);
  });
  return points;
}

// Andrew's monotone chain; what bends by less than `least_area` is straight.
std::vector<std::uint32_t> find_hull(const std::vector<FlatPoint>& points, double least_area) {
  std::vector<FlatPoint> hull;
  const auto add = [&](const FlatPoint& p, std::size_t least) {
    while (hull.size() > least && compute_turn_left(hull[hull.size() - 2], hull.back(), p) <= least_area)
      hull.pop_back();
    hull.push_back(p);
  };
  for (const FlatPoint& p : points) add(p, 1);
  const std::size_t lower = hull.size();
  for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i], lower);
  hull.pop_back();  // the first again
  std::vector<std::uint32_t> corners;
  for (const FlatPoint& p : hull) corners.push_back(p.contact);
  return corners;
}

std::vector<std::uint32_t> find_corners(std::span<const ContactRecord> contacts,
                                        const std::vector<std::uint32_t>& members) {
  const std::vector<FlatPoint> points = project(contacts, members);
  double size = 0.0;
  for (const FlatPoint& p : points) {
    for (const FlatPoint& q : {points.front(), points.back()})
      size = std::max(size, (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
  }
  if (!(size > 0)) return {members.front()};
  return find_hull(points, kPatchFlatness * size);
}

}  // namespace

Patches make_patches(std::span<const ContactRecord> contacts) {
  std::vector<std::vector<std::uint32_t>> groups;
  std::map<std::pair<BodyId, BodyId>, std::vector<std::size_t>> of_pair;  // looked up only, never walked
  for (std::uint32_t i = 0; i < contacts.size(); ++i) {
    std::vector<std::size_t>& known = of_pair[{contacts[i].a, contacts[i].b}];
    const auto found = std::find_if(known.begin(), known.end(), [&](std::size_t k) {
      return contacts[groups[k].front()].nhat_BA_W.dot(contacts[i].nhat_BA_W) > kPatchCosine;
    });
    if (found != known.end()) {
      groups[*found].push_back(i);
    } else {
      known.push_back(groups.size());
      groups.push_back({i});
    }
  }
  Patches patches;
  for (const std::vector<std::uint32_t>& members : groups) {
    for (const std::uint32_t i : find_corners(contacts, members)) patches.contacts.push_back(i);
    patches.first.push_back(static_cast<std::uint32_t>(patches.contacts.size()));
  }
  return patches;
}

}  // namespace abut::view

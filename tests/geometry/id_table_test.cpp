#include "abut/geometry/id_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

namespace abut::geometry {
namespace {

TEST(IdTable, SaysTheSameAsAMap) {
  std::mt19937 random(1);
  std::vector<int> keys;  // of the ids
  std::map<int, std::uint32_t> map;
  IdTable table;
  for (int i = 0; i < 5000; ++i) {
    const int key = static_cast<int>(random() % 2000);
    const std::uint32_t hash = static_cast<std::uint32_t>(key) * 0x9e3779b9u;
    const auto is_same = [&](std::uint32_t id) { return keys[id] == key; };
    const auto fresh = static_cast<std::uint32_t>(keys.size());
    EXPECT_EQ(table.find(hash, is_same), map.contains(key) ? map[key] : IdTable::kEmpty);
    const std::uint32_t id = table.find_or_insert(hash, fresh, is_same);
    EXPECT_EQ(id, map.try_emplace(key, fresh).first->second);
    if (id == fresh) keys.push_back(key);
  }
}

TEST(IdTable, KeysOfOneHashAreToldApart) {
  for (const std::uint32_t hash : {0u, 0xffffffffu}) {
    IdTable table;
    for (std::uint32_t k = 0; k < 100; ++k) {
      EXPECT_EQ(table.find_or_insert(hash, k, [&](std::uint32_t id) { return id == k; }), k);
    }
    for (std::uint32_t k = 0; k < 100; ++k) {
      EXPECT_EQ(table.find_or_insert(hash, 1000, [&](std::uint32_t id) { return id == k; }), k);
    }
  }
}

TEST(IdTable, EqualCoordinatesHaveOneHash) {
  EXPECT_EQ(compute_hash({0.0, 1.0, -0.0}), compute_hash({-0.0, 1.0, 0.0}));
  EXPECT_NE(compute_hash({0.0, 1.0, 2.0}), compute_hash({1.0, 0.0, 2.0}));
}

// Coordinates of meshes are regular. A good hash puts n keys into 2 n slots so that about (1 - e^(-1/2)) 2 n = 0.787 n
// slots are the first choice of some key.
TEST(IdTable, RegularCoordinatesSpread) {
  const std::size_t num_slots = std::size_t{1} << 17;  // 2 * 40^3 is 128,000
  for (const double step : {1.0, 0.1, 0x1p-30, double(0.001f), 1e6}) {
    std::vector<bool> is_hit(num_slots);
    for (int i = 0; i < 40; ++i) {
      for (int j = 0; j < 40; ++j) {
        for (int k = 0; k < 40; ++k) {
          const math::Vec3 p(float(i * step), float(j * step), float(-k * step));
          is_hit[compute_hash(p) >> 15] = true;
        }
      }
    }
    const double expected = double(num_slots) * -std::expm1(-64000.0 / double(num_slots));
    EXPECT_GT(double(std::count(is_hit.begin(), is_hit.end(), true)), 0.95 * expected) << step;
  }
}

}  // namespace
}  // namespace abut::geometry

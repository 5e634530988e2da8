// The binary part of a glTF file: arrays of numbers, with the accessors and views that describe them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace abut::app {

class GltfBuffer {
 public:
  // Each returns the index of its accessor. Vectors of 1, 3 or 4 floats, with their bounds; indices of vertices.
  std::size_t add_floats(const std::vector<float>& values, int num_components, bool is_of_vertices);
  std::size_t add_indices(const std::vector<std::uint32_t>& values);

  const std::string& bytes() const { return bytes_; }
  const nlohmann::ordered_json& views() const { return views_; }
  const nlohmann::ordered_json& accessors() const { return accessors_; }

 private:
  std::size_t add_view(std::size_t first, int target);
  std::string bytes_;
  nlohmann::ordered_json views_ = nlohmann::ordered_json::array(), accessors_ = nlohmann::ordered_json::array();
};

std::string make_base64(const std::string& bytes);

// The container of a binary file: a header, the JSON and the bytes, each a chunk padded to four bytes.
std::string make_glb(const std::string& json, const std::string& bytes);

}  // namespace abut::app

#include "gltf_buffer.h"

#include <algorithm>
#include <cstring>

namespace abut::app {
namespace {

// Of the glTF 2.0 specification, section 5.
enum GltfConstant { kArrayBuffer = 34962, kElementArrayBuffer = 34963, kFloat = 5126, kUnsignedInt = 5125 };

void append_word(std::string& bytes, std::uint32_t word) {
  for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<char>(word >> (8 * i) & 0xffu));
}

}  // namespace

std::size_t GltfBuffer::add_view(std::size_t first, int target) {
  nlohmann::ordered_json view{{"buffer", 0}, {"byteOffset", first}, {"byteLength", bytes_.size() - first}};
  if (target != 0) view["target"] = target;
  views_.push_back(std::move(view));
  return views_.size() - 1;
}

std::size_t GltfBuffer::add_floats(const std::vector<float>& values, int num_components, bool is_of_vertices) {
  const std::size_t first = bytes_.size(), width = static_cast<std::size_t>(num_components);
  for (const float value : values) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    append_word(bytes_, bits);
  }
  std::vector<float> least(values.begin(), values.begin() + num_components), largest = least;
  for (std::size_t i = 0; i < values.size(); ++i) {
    least[i % width] = std::min(least[i % width], values[i]);
    largest[i % width] = std::max(largest[i % width], values[i]);
  }
  accessors_.push_back({{"bufferView", add_view(first, is_of_vertices ? kArrayBuffer : 0)},
                        {"componentType", static_cast<int>(kFloat)},
                        {"count", values.size() / width},
                        {"type", num_components == 1   ? "SCALAR"
                                 : num_components == 3 ? "VEC3"
                                                       : "VEC4"},
                        {"min", least},
                        {"max", largest}});
  return accessors_.size() - 1;
}

std::size_t GltfBuffer::add_indices(const std::vector<std::uint32_t>& values) {
  const std::size_t first = bytes_.size();
  for (const std::uint32_t value : values) append_word(bytes_, value);
  accessors_.push_back({{"bufferView", add_view(first, kElementArrayBuffer)},
                        {"componentType", static_cast<int>(kUnsignedInt)},
                        {"count", values.size()},
                        {"type", "SCALAR"}});
  return accessors_.size() - 1;
}

std::string make_base64(const std::string& bytes) {
  constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve(4 * (bytes.size() / 3 + 1));
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k)
      word = word << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (int k = 0; k < 4; ++k) text += kDigits[word >> (18 - 6 * k) & 63u];
  }
  const std::size_t num_padding = (3 - bytes.size() % 3) % 3;
  text.replace(text.size() - num_padding, num_padding, std::string(num_padding, '='));
  return text;
}

std::string make_glb(const std::string& json, const std::string& bytes) {
  const auto pad = [](std::string text, char filler) {
    text.append((4 - text.size() % 4) % 4, filler);
    return text;
  };
  const std::string text = pad(json, ' '), binary = pad(bytes, '\0');
  std::string glb = "glTF";
  append_word(glb, 2);
  append_word(glb, static_cast<std::uint32_t>(12 + 8 + text.size() + 8 + binary.size()));
  append_word(glb, static_cast<std::uint32_t>(text.size()));
  glb += "JSON" + text;
  append_word(glb, static_cast<std::uint32_t>(binary.size()));
  return glb + std::string("BIN\0", 4) + binary;
}

}  // namespace abut::app

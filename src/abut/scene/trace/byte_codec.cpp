#include "abut/scene/trace/byte_codec.h"

#include <bit>

namespace abut::scene {

void ByteWriter::put_f64(double x) {
  put_u64(std::bit_cast<std::uint64_t>(x));
}

void ByteWriter::put_f32(float x) {
  put_u32(std::bit_cast<std::uint32_t>(x));
}

void ByteWriter::put_vector(const math::Vec3& v) {
  for (const double x : v) put_f64(x);
}

void ByteWriter::put_pose(const math::Pose& X) {
  put_vector(X.p);
  for (const double x : {X.q.w(), X.q.x(), X.q.y(), X.q.z()}) put_f64(x);
}

void ByteWriter::put_twist(const math::Twist& V) {
  put_vector(V.w);
  put_vector(V.v);
}

void ByteWriter::put_text(std::string_view text) {
  put_u64(text.size());
  bytes_.append(text);
}

std::string_view ByteReader::get_bytes(std::size_t n) {
  if (n > bytes_.size()) {
    fail();
    return {};
  }
  const std::string_view taken = bytes_.substr(0, n);
  bytes_.remove_prefix(n);
  return taken;
}

bool ByteReader::get_flag() {
  const std::uint8_t value = get_u8();
  if (value > 1) fail();
  return value == 1;
}

double ByteReader::get_f64() {
  return std::bit_cast<double>(get_u64());
}

float ByteReader::get_f32() {
  return std::bit_cast<float>(get_u32());
}

math::Vec3 ByteReader::get_vector() {
  math::Vec3 v;
  for (double& x : v) x = get_f64();
  return v;
}

math::Pose ByteReader::get_pose() {
  math::Pose X;
  X.p = get_vector();
  for (double* x : {&X.q.w(), &X.q.x(), &X.q.y(), &X.q.z()}) *x = get_f64();
  return X;
}

math::Twist ByteReader::get_twist() {
  math::Twist V;
  V.w = get_vector();
  V.v = get_vector();
  return V;
}

std::string ByteReader::get_text() {
  const std::uint64_t size = get_u64();
  if (size > num_left()) fail();
  return std::string(get_bytes(has_failed_ ? 0 : static_cast<std::size_t>(size)));
}

std::size_t ByteReader::get_count(std::size_t least_bytes) {
  const std::uint32_t n = get_u32();
  if (n > num_left() / least_bytes) fail();
  return has_failed_ ? 0 : n;
}

}  // namespace abut::scene

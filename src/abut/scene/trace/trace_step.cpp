#include "abut/scene/trace/trace_step.h"

#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "abut/scene/trace/byte_codec.h"

namespace abut::scene {
namespace {

using dynamics::CertificateRecord;
using dynamics::ContactRecord;
using dynamics::SegmentRecord;
using dynamics::StepRecord;
using math::Pose;
using math::Twist;
using math::Vec3;

bool have_same_bits(const Vec3& a, const Vec3& b) {
  return std::memcmp(a.data(), b.data(), 3 * sizeof(double)) == 0;
}
bool have_same_bits(const Pose& a, const Pose& b) {
  return have_same_bits(a.p, b.p) && std::memcmp(a.q.coeffs().data(), b.q.coeffs().data(), 4 * sizeof(double)) == 0;
}
bool have_same_bits(const Twist& a, const Twist& b) {
  return have_same_bits(a.w, b.w) && have_same_bits(a.v, b.v);
}

// Single precision: a bend is a number of that.
void put_item(ByteWriter& writer, const Vec3& bend) {
  for (const double x : bend) writer.put_f32(static_cast<float>(x));
}
void get_item(ByteReader& reader, Vec3& bend) {
  for (double& x : bend) x = static_cast<double>(reader.get_f32());
}
void put_item(ByteWriter& writer, const Pose& X) {
  writer.put_pose(X);
}
void put_item(ByteWriter& writer, const Twist& V) {
  writer.put_twist(V);
}
void get_item(ByteReader& reader, Pose& X) {
  X = reader.get_pose();
}
void get_item(ByteReader& reader, Twist& V) {
  V = reader.get_twist();
}

// Runs of items that differ from the last ones; after a restart, when there are none, all differ.
template <class Item>
void put_changes(ByteWriter& writer, std::vector<Item>& last, const std::vector<Item>& now) {
  const auto differs = [&](std::size_t i) { return last.empty() || !have_same_bits(last[i], now[i]); };
  struct Run {
    std::size_t first, end;
  };
  std::vector<Run> runs;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (!differs(i)) continue;
    if (!runs.empty() && runs.back().end == i)
      ++runs.back().end;
    else
      runs.push_back({i, i + 1});
  }
  writer.put_count(runs.size());
  for (const Run& run : runs) {
    writer.put_count(run.first);
    writer.put_count(run.end - run.first);
    for (std::size_t i = run.first; i < run.end; ++i) put_item(writer, now[i]);
  }
  last = now;
}

template <class Item>
void get_changes(ByteReader& reader, std::size_t num_bodies, std::vector<Item>& last) {
  const bool is_first = last.empty();
  last.resize(num_bodies);
  const std::size_t num_runs = reader.get_count(8);
  std::size_t end = 0, num_read = 0;
  for (std::size_t k = 0; k < num_runs; ++k) {
    const std::size_t first = reader.get_u32(), count = reader.get_u32();
    if (first < end || first > num_bodies || count > num_bodies - first) return reader.fail();
    end = first + count;
    num_read += count;
    for (std::size_t i = first; i < end; ++i) get_item(reader, last[i]);
  }
  if (is_first && num_read != num_bodies) reader.fail();
}

// Numbers of a step that every record has, in the order of the file.
template <class Record, class Visit>
void visit_counts(Record& r, const Visit& visit) {
  visit(r.num_rounds), visit(r.num_sweeps), visit(r.num_substeps), visit(r.num_impacts), visit(r.num_limited),
      visit(r.num_held), visit(r.num_asleep);
}
template <class Record, class Visit>
void visit_figures(Record& r, const Visit& visit) {
  visit(r.residual), visit(r.error), visit(r.error_rms), visit(r.least_separation), visit(r.path_asked),
      visit(r.path_lost), visit(r.kinetic_energy), visit(r.potential_energy), visit(r.repositioning_energy),
      visit(r.dropped_energy);
}

void put_figures(ByteWriter& writer, const StepRecord& record) {
  writer.put_i64(record.index);
  writer.put_f64(record.t);
  writer.put_u8(static_cast<std::uint8_t>(record.outcome));
  writer.put_id(record.culprit);
  visit_counts(record, [&](int n) { writer.put_u32(static_cast<std::uint32_t>(n)); });
  visit_figures(record, [&](double x) { writer.put_f64(x); });
  writer.put_id(record.error_a), writer.put_id(record.error_b);
  writer.put_flag(record.is_solved);
  writer.put_vector(record.momentum);
  writer.put_vector(record.angular_momentum);
  writer.put_vector(record.dropped_momentum);
  writer.put_u64(record.hash);
  for (const dynamics::EnergyTerm& term : dynamics::kEnergyTerms) writer.put_f64(record.energy.*term.value);
}

BodyId get_body_or_none(ByteReader& reader, std::size_t num_bodies) {
  const BodyId body(reader.get_u32());
  if (!body.is_none() && body.index() >= num_bodies) reader.fail();
  return body;
}

void get_figures(ByteReader& reader, std::uint32_t version, StepRecord& record, std::size_t num_bodies) {
  record.index = reader.get_i64();
  record.t = reader.get_f64();
  record.outcome = reader.get_enum(dynamics::StepOutcome::kNotProven);
  record.culprit = get_body_or_none(reader, num_bodies);
  visit_counts(record, [&](int& n) { n = static_cast<int>(reader.get_u32()); });
  visit_figures(record, [&](double& x) { x = reader.get_f64(); });
  record.error_a = get_body_or_none(reader, num_bodies), record.error_b = get_body_or_none(reader, num_bodies);
  record.is_solved = reader.get_flag();
  record.momentum = reader.get_vector();
  record.angular_momentum = reader.get_vector();
  record.dropped_momentum = reader.get_vector();
  record.hash = reader.get_u64();
  for (const dynamics::EnergyTerm& term : dynamics::kEnergyTerms)
    record.energy.*term.value = version < 5 ? std::numeric_limits<double>::quiet_NaN() : reader.get_f64();
}

void put_feature(ByteWriter& writer, const geometry::Feature& feature) {
  using geometry::FeatureKind;
  writer.put_u8(static_cast<std::uint8_t>(feature.kind()));
  writer.put_u32(feature.kind() == FeatureKind::kVertex ? feature.vertex().value()
                 : feature.kind() == FeatureKind::kEdge ? feature.edge().value()
                 : feature.kind() == FeatureKind::kFace ? feature.face().value()
                                                        : 0u);
}

geometry::Feature get_feature(ByteReader& reader) {
  using geometry::Feature, geometry::FeatureKind;
  const FeatureKind kind = reader.get_enum(FeatureKind::kCut);
  const std::uint32_t index = reader.get_u32();
  if (kind == FeatureKind::kVertex) return Feature(VertexId(index));
  if (kind == FeatureKind::kEdge) return Feature(EdgeId(index));
  if (kind == FeatureKind::kFace) return Feature(FaceId(index));
  return Feature::cut();
}

std::string encode_contacts(const std::vector<ContactRecord>& contacts, bool has_impulses) {
  ByteWriter writer;
  writer.put_flag(has_impulses);
  writer.put_count(contacts.size());
  for (const ContactRecord& c : contacts) {
    writer.put_u64(c.id);
    writer.put_id(c.a), writer.put_id(c.b);
    put_feature(writer, c.feature_a), put_feature(writer, c.feature_b);
    writer.put_vector(c.p_W), writer.put_vector(c.nhat_BA_W);
    writer.put_f64(c.gap), writer.put_f64(c.mu);
    if (has_impulses) writer.put_vector(c.impulse_W);
    writer.put_flag(c.is_impact);
  }
  return std::string(writer.bytes());
}

constexpr std::size_t kLeastContactBytes = 8 + 2 * 4 + 2 * 5 + 2 * 24 + 2 * 8 + 1;
constexpr std::size_t kImpulseBytes = 24, kCertificateBytes = 16;

void get_contacts(ByteReader& reader, std::size_t num_bodies, TraceStep& step) {
  step.has_impulses = reader.get_flag();
  step.record.contacts.resize(reader.get_count(kLeastContactBytes));
  for (ContactRecord& c : step.record.contacts) {
    c = {};
    c.id = reader.get_u64();
    c.a = reader.get_id<BodyId>(num_bodies), c.b = reader.get_id<BodyId>(num_bodies);
    c.feature_a = get_feature(reader), c.feature_b = get_feature(reader);
    c.p_W = reader.get_vector(), c.nhat_BA_W = reader.get_vector();
    c.gap = reader.get_f64(), c.mu = reader.get_f64();
    if (step.has_impulses) c.impulse_W = reader.get_vector();
    c.is_impact = reader.get_flag();
  }
}

void pass_contacts(ByteReader& reader) {
  const std::size_t size = kLeastContactBytes + (reader.get_flag() ? kImpulseBytes : 0);
  reader.get_bytes(reader.get_count(size) * size);
}

std::string encode_certificates(const std::vector<CertificateRecord>& certificates) {
  ByteWriter writer;
  writer.put_count(certificates.size());
  for (const CertificateRecord& c : certificates) writer.put_id(c.a), writer.put_id(c.b), writer.put_f64(c.separation);
  return std::string(writer.bytes());
}

void get_certificates(ByteReader& reader, std::size_t num_bodies, TraceStep& step) {
  step.record.certificates.resize(reader.get_count(kCertificateBytes));
  for (CertificateRecord& c : step.record.certificates) {
    c.a = reader.get_id<BodyId>(num_bodies), c.b = reader.get_id<BodyId>(num_bodies);
    c.separation = reader.get_f64();
  }
}

void pass_certificates(ByteReader& reader) {
  reader.get_bytes(reader.get_count(kCertificateBytes) * kCertificateBytes);
}

// Whether a list is there, and where.
enum class ListPresence : std::uint8_t { kNotRecorded, kHere, kAsBefore };

void put_list(ByteWriter& writer, std::string& last, std::string now) {
  const bool is_same = now == last;
  writer.put_u8(static_cast<std::uint8_t>(is_same ? ListPresence::kAsBefore : ListPresence::kHere));
  if (is_same) return;
  writer.put_bytes(now);
  last = std::move(now);
}

// Reads the list here or, once more, the last one, which it keeps.
template <class Get>
bool get_list(ByteReader& reader, std::string& last, const Get& get) {
  const ListPresence presence = reader.get_enum(ListPresence::kAsBefore);
  if (presence == ListPresence::kNotRecorded) return false;
  if (presence == ListPresence::kAsBefore) {
    ByteReader again(last);
    get(again);
    if (!again.is_done()) reader.fail();
    return true;
  }
  const std::string_view before = reader.left();
  get(reader);
  last = before.substr(0, before.size() - reader.num_left());
  return true;
}

}  // namespace

std::string StepEncoder::encode(const StepRecord& record) {
  const auto require_all = [&](std::size_t n) {
    if (n != num_bodies_) throw std::logic_error("a step record is not of all bodies of its trace");
  };
  ByteWriter writer;
  put_figures(writer, record);
  writer.put_count(record.segments.size());
  for (const SegmentRecord& segment : record.segments) {
    require_all(segment.X_WB.size());
    writer.put_f64(segment.t0), writer.put_f64(segment.t);
    put_changes(writer, history_.X_WB, segment.X_WB);
    require_all(segment.bends.size());
    put_changes(writer, history_.bends, segment.bends);
  }
  writer.put_flag(!record.V_WBcm.empty());
  if (!record.V_WBcm.empty()) {
    require_all(record.V_WBcm.size());
    put_changes(writer, history_.V_WBcm, record.V_WBcm);
  }
  const bool has_lists = record.index % outputs_.every == 0;
  if (has_lists && outputs_.contacts)
    put_list(writer, history_.contacts, encode_contacts(record.contacts, outputs_.forces));
  else
    writer.put_u8(static_cast<std::uint8_t>(ListPresence::kNotRecorded));
  if (has_lists && outputs_.certificates)
    put_list(writer, history_.certificates, encode_certificates(record.certificates));
  else
    writer.put_u8(static_cast<std::uint8_t>(ListPresence::kNotRecorded));
  return std::string(writer.bytes());
}

bool StepDecoder::decode(std::string_view bytes, TraceStep& step, StepParts parts) {
  ByteReader reader(bytes);
  StepRecord& record = step.record;
  get_figures(reader, version_, record, num_bodies_);
  record.segments.resize(reader.get_count(12));
  for (SegmentRecord& segment : record.segments) {
    segment.t0 = version_ < 5 ? history_.t : reader.get_f64();
    history_.t = segment.t = reader.get_f64();
    get_changes(reader, num_bodies_, history_.X_WB);
    segment.X_WB = history_.X_WB;
    if (version_ < 5)
      history_.bends.assign(num_bodies_, Vec3::Zero());
    else
      get_changes(reader, num_bodies_, history_.bends);
    segment.bends = history_.bends;
  }
  record.V_WBcm.clear();
  if (reader.get_flag()) {
    get_changes(reader, num_bodies_, history_.V_WBcm);
    record.V_WBcm = history_.V_WBcm;
  }
  record.contacts.clear();
  record.certificates.clear();
  step.has_impulses = false;
  if (parts == StepParts::kMotion) {
    get_list(reader, history_.contacts, pass_contacts);
    get_list(reader, history_.certificates, pass_certificates);
    step.has_contacts = step.has_certificates = false;
    return reader.is_done();
  }
  step.has_contacts =
      get_list(reader, history_.contacts, [&](ByteReader& from) { get_contacts(from, num_bodies_, step); });
  step.has_certificates =
      get_list(reader, history_.certificates, [&](ByteReader& from) { get_certificates(from, num_bodies_, step); });
  return reader.is_done();
}

}  // namespace abut::scene

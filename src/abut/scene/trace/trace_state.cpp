#include "abut/scene/trace/trace_state.h"

#include "abut/scene/trace/byte_codec.h"

namespace abut::scene {
namespace {

using contact::ContactSet;
using contact::TrackedContact;
using dynamics::BodyState;
using proximity::PieceFeature;
using proximity::PieceFeatureKind;

void put_body_state(ByteWriter& writer, const BodyState& body) {
  writer.put_pose({body.p_WBcm, body.q_WB});
  writer.put_vector(body.v_WBcm);
  writer.put_vector(body.L_WBcm);
  writer.put_vector(body.w_WB);
  writer.put_u32(static_cast<std::uint32_t>(body.num_steps_held));
  writer.put_f64(body.time_slow);
  writer.put_id(body.asleep_with);
}

BodyState get_body_state(ByteReader& reader, std::size_t num_bodies) {
  BodyState body;
  const math::Pose X = reader.get_pose();
  body.p_WBcm = X.p, body.q_WB = X.q;
  body.v_WBcm = reader.get_vector();
  body.L_WBcm = reader.get_vector();
  body.w_WB = reader.get_vector();
  body.num_steps_held = static_cast<std::int32_t>(reader.get_u32());
  body.time_slow = reader.get_f64();
  body.asleep_with = BodyId(reader.get_u32());
  if (body.is_asleep() && body.asleep_with.index() >= num_bodies) reader.fail();
  return body;
}

void put_piece_feature(ByteWriter& writer, const PieceFeature& feature) {
  writer.put_u8(static_cast<std::uint8_t>(feature.kind()));
  writer.put_u32(feature.index());
}

PieceFeature get_piece_feature(ByteReader& reader, const geometry::ConvexPieces& pieces) {
  const PieceFeatureKind kind = reader.get_enum(PieceFeatureKind::kBackFace);
  const std::uint32_t index = reader.get_u32();
  const std::size_t num = kind == PieceFeatureKind::kVertex ? pieces.vertices.size()
                          : kind == PieceFeatureKind::kEdge ? pieces.edges.size()
                                                            : pieces.faces.size();
  if (index >= num) reader.fail();
  return {kind, reader.has_failed() ? 0u : index};
}

void put_contact(ByteWriter& writer, const TrackedContact& contact) {
  writer.put_u64(contact.id);
  writer.put_id(contact.piece_a), writer.put_id(contact.piece_b);
  put_piece_feature(writer, contact.feature_a), put_piece_feature(writer, contact.feature_b);
  writer.put_u32(contact.group);
  writer.put_vector(contact.p_AC), writer.put_vector(contact.p_BC), writer.put_vector(contact.nhat_BA_A);
  writer.put_vector(contact.impulse_W);
  writer.put_flag(contact.has_lasted);
}

TrackedContact get_contact(ByteReader& reader, const geometry::ConvexPieces& a, const geometry::ConvexPieces& b) {
  TrackedContact contact;
  contact.id = reader.get_u64();
  contact.piece_a = reader.get_id<PieceId>(a.pieces.size()), contact.piece_b = reader.get_id<PieceId>(b.pieces.size());
  contact.feature_a = get_piece_feature(reader, a), contact.feature_b = get_piece_feature(reader, b);
  contact.group = reader.get_u32();
  contact.p_AC = reader.get_vector(), contact.p_BC = reader.get_vector(), contact.nhat_BA_A = reader.get_vector();
  contact.impulse_W = reader.get_vector();
  contact.has_lasted = reader.get_flag();
  return contact;
}

// A set, with its contacts at the end of all.
void get_set(ByteReader& reader, std::span<const dynamics::BodyModel> models, contact::ContactSets& sets) {
  ContactSet set;
  set.a = reader.get_id<BodyId>(models.size()), set.b = reader.get_id<BodyId>(models.size());
  if (reader.has_failed()) return;
  const geometry::ConvexPieces& a = models[set.a.index()].shape->pieces;
  const geometry::ConvexPieces& b = models[set.b.index()].shape->pieces;
  set.closest_a = get_piece_feature(reader, a), set.closest_b = get_piece_feature(reader, b);
  set.X_AB = reader.get_pose(), set.phi = reader.get_f64(), set.may_recall = reader.get_u8() != 0;
  set.first = static_cast<std::uint32_t>(sets.contacts.size());
  set.count = static_cast<std::uint32_t>(reader.get_count(127));
  for (std::uint32_t i = 0; i < set.count; ++i) sets.contacts.push_back(get_contact(reader, a, b));
  sets.sets.push_back(set);
}

void put_sets(ByteWriter& writer, const contact::ContactSets& sets) {
  writer.put_count(sets.sets.size());
  for (const ContactSet& set : sets.sets) {
    writer.put_id(set.a), writer.put_id(set.b);
    put_piece_feature(writer, set.closest_a), put_piece_feature(writer, set.closest_b);
    writer.put_pose(set.X_AB), writer.put_f64(set.phi), writer.put_u8(set.may_recall);
    writer.put_u32(set.count);
    for (std::uint32_t i = 0; i < set.count; ++i) put_contact(writer, sets.contacts[set.first + i]);
  }
}

contact::ContactSets get_sets(ByteReader& reader, std::span<const dynamics::BodyModel> models) {
  contact::ContactSets sets;
  const std::size_t num_sets = reader.get_count(87);
  for (std::size_t i = 0; i < num_sets && !reader.has_failed(); ++i) get_set(reader, models, sets);
  return sets;
}

}  // namespace

std::string encode_state(const dynamics::State& state) {
  ByteWriter writer;
  writer.put_i64(state.num_steps);
  writer.put_f64(state.t);
  writer.put_count(state.bodies.size());
  for (const BodyState& body : state.bodies) put_body_state(writer, body);
  put_sets(writer, state.contacts);
  put_sets(writer, state.sleeping == nullptr ? contact::ContactSets() : state.sleeping->sets);
  writer.put_u64(state.next_contact_id);
  return std::string(writer.bytes());
}

std::optional<dynamics::State> decode_state(std::string_view bytes, std::span<const dynamics::BodyModel> models) {
  ByteReader reader(bytes);
  dynamics::State state;
  state.num_steps = reader.get_i64();
  state.t = reader.get_f64();
  state.bodies.resize(reader.get_count(144));
  for (BodyState& body : state.bodies) body = get_body_state(reader, models.size());
  state.contacts = get_sets(reader, models);
  state.sleeping = dynamics::make_sleeping_contacts(get_sets(reader, models));
  state.next_contact_id = reader.get_u64();
  if (!reader.is_done() || state.bodies.size() != models.size()) return std::nullopt;
  return state;
}

}  // namespace abut::scene

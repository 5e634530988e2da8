#include "contact_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "abut/proximity/lift_feature.h"
#include "output.h"
#include "pair_report.h"

namespace abut::app {
namespace {

using math::Vec3;
using proximity::FeaturePair;

const char* name_of_relation(proximity::ShapeRelation relation) {
  switch (relation) {
    case proximity::ShapeRelation::kApart:
      return "apart";
    case proximity::ShapeRelation::kTouching:
      return "touching";
    case proximity::ShapeRelation::kOverlapping:
      return "overlapping";
    case proximity::ShapeRelation::kCrossing:
      return "crossing";
    case proximity::ShapeRelation::kAInsideB:
      return "a_inside_b";
    default:
      return "b_inside_a";
  }
}

const char* name_of_plane(proximity::PlaneOrigin origin) {
  switch (origin) {
    case proximity::PlaneOrigin::kFaceA:
      return "face_a";
    case proximity::PlaneOrigin::kFaceB:
      return "face_b";
    case proximity::PlaneOrigin::kEqualFaces:
      return "equal_faces";
    case proximity::PlaneOrigin::kCrossedEdges:
      return "crossed_edges";
    case proximity::PlaneOrigin::kRound:
      return "round";
    default:
      return "indeterminate";
  }
}

const char* name_of_manifold(proximity::ManifoldKind kind) {
  switch (kind) {
    case proximity::ManifoldKind::kPoint:
      return "point";
    case proximity::ManifoldKind::kSegment:
      return "segment";
    default:
      return "polygon";
  }
}

nlohmann::ordered_json make_json_certificate(const proximity::Certificate& proof) {
  const bool is_distance = proof.kind == proximity::CertificateKind::kDistance;
  nlohmann::ordered_json json{{"kind", is_distance ? "distance" : "depth"},
                              {"lower", proof.lower},
                              {"upper", proof.upper},
                              {"n_W", make_json_vector(proof.n_W)}};
  if (is_distance) {
    json["vertices_a"] = proof.vertices_a;
    json["vertices_b"] = proof.vertices_b;
  } else {
    json["pairs"] = proof.pairs;
    json["facets"] = proof.facets;
  }
  return json;
}

}  // namespace

ContactReport make_contact_report(const geometry::Shape& a, const geometry::Shape& b, const math::Pose& X_WA,
                                  const math::Pose& X_WB, double margin) {
  ContactReport report;
  proximity::ShapePairCache cache;
  report.nearest = proximity::update_nearest_pair(a, b, X_WA, X_WB, cache);
  report.margin = margin;
  if (margin > 0) proximity::update_pairs_within(a, b, X_WA, X_WB, margin, cache, report.pairs);
  const proximity::ShapePair& nearest = report.nearest.nearest;
  report.kissing_translation_W = -nearest.pair.phi * nearest.pair.nhat_BA_W;
  report.breaking = 1e-4 * std::min(a.diagonal, b.diagonal);
  report.certificate =
      proximity::make_certificate({a.pieces, nearest.piece_a}, {b.pieces, nearest.piece_b}, X_WA, X_WB, nearest.pair);
  proximity::ManifoldBuffer buffer;
  report.manifold = proximity::compute_manifold({a.pieces, nearest.piece_a}, {b.pieces, nearest.piece_b}, X_WA, X_WB,
                                                nearest.pair, report.breaking, buffer);
  for (const proximity::ManifoldPoint& point : report.manifold.points) {
    report.manifold_a.push_back(proximity::lift_feature(a.pieces, point.feature_a));
    report.manifold_b.push_back(proximity::lift_feature(b.pieces, point.feature_b));
  }
  return report;
}

std::string make_text(const ContactReport& report) {
  const proximity::ShapePair& nearest = report.nearest.nearest;
  const FeaturePair& pair = nearest.pair;
  std::string relation = name_of_relation(report.nearest.relation);
  std::replace(relation.begin(), relation.end(), '_', ' ');
  std::string text = fmt::format("{} (A) and {} (B): {}\n", report.file_a, report.file_b, bold(relation));
  text += fmt::format("  phi         {:.9g} m, within {:.1g} m\n", pair.phi, pair.phi_bound);
  text += fmt::format("  normal      {} from B to A; by {}\n", make_vector_text(pair.nhat_BA_W),
                      name_of_origin(pair.normal_origin));
  text += fmt::format("  point of A  {} on {}\n", make_vector_text(pair.p_WCa), name_of_feature(nearest.feature_a));
  text += fmt::format("  point of B  {} on {}\n", make_vector_text(pair.p_WCb), name_of_feature(nearest.feature_b));
  if (pair.outcome != proximity::PairOutcome::kCrossing) {
    const proximity::Certificate& proof = report.certificate;
    const bool is_distance = proof.kind == proximity::CertificateKind::kDistance;
    text +=
        fmt::format("  certificate {} of the cores within [{:.14g}, {:.14g}] m, by {}\n",
                    is_distance ? "distance" : "depth", proof.lower, proof.upper,
                    is_distance ? "the closest features and a separating plane"
                                : fmt::format("a supporting plane and a polytope of {} facets", proof.facets.size()));
    text += fmt::format("  kissing     moving A by {} brings them into touch\n",
                        make_vector_text(report.kissing_translation_W));
  }
  text +=
      fmt::format("  manifold    {} of {} points in the plane {} x = {:.9g} m ({}), supports within {:.3g} m of it\n",
                  name_of_manifold(report.manifold.kind), report.manifold.points.size(),
                  make_vector_text(report.manifold.plane.nhat_BA_W), report.manifold.plane.offset,
                  name_of_plane(report.manifold.plane.origin), report.breaking);
  for (std::size_t i = 0; i < report.manifold.points.size(); ++i) {
    const proximity::ManifoldPoint& point = report.manifold.points[i];
    text += fmt::format("    gap {:<14.6g} at {}  {} over {}\n", point.gap,
                        make_vector_text(0.5 * (point.p_WCa + point.p_WCb)), name_of_feature(report.manifold_a[i]),
                        name_of_feature(report.manifold_b[i]));
  }
  if (report.margin > 0) {
    text += fmt::format("  {} pairs of features within {:g} m\n", report.pairs.size(), report.margin);
    for (const proximity::ShapePair& found : report.pairs) {
      text += fmt::format("    phi {:<14.6g} {} - {}\n", found.pair.phi, name_of_feature(found.feature_a),
                          name_of_feature(found.feature_b));
    }
  }
  return text;
}

nlohmann::ordered_json make_json(const ContactReport& report) {
  nlohmann::ordered_json json{
      {"a", report.file_a}, {"b", report.file_b}, {"outcome", name_of_relation(report.nearest.relation)}};
  json.update(make_json_pair(report.nearest.nearest));
  json["kissing"] = {{"translation_of_a_W", make_json_vector(report.kissing_translation_W)}};
  nlohmann::ordered_json points = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < report.manifold.points.size(); ++i) {
    const proximity::ManifoldPoint& point = report.manifold.points[i];
    points.push_back({{"gap", point.gap},
                      {"p_WCa", make_json_vector(point.p_WCa)},
                      {"p_WCb", make_json_vector(point.p_WCb)},
                      {"feature_a", name_of_feature(report.manifold_a[i])},
                      {"feature_b", name_of_feature(report.manifold_b[i])}});
  }
  json["manifold"] = {{"kind", name_of_manifold(report.manifold.kind)},
                      {"nhat_BA_W", make_json_vector(report.manifold.plane.nhat_BA_W)},
                      {"offset", report.manifold.plane.offset},
                      {"plane_origin", name_of_plane(report.manifold.plane.origin)},
                      {"breaking", report.breaking},
                      {"points", std::move(points)}};
  json["certificate"] = make_json_certificate(report.certificate);
  if (report.margin > 0) {
    json["margin"] = report.margin;
    json["pairs"] = nlohmann::ordered_json::array();
    for (const proximity::ShapePair& found : report.pairs) json["pairs"].push_back(make_json_pair(found));
  }
  return json;
}

std::string draw_manifold(const ContactReport& report) {
  constexpr double kSize = 480, kRoom = 90;
  const proximity::ContactManifold& manifold = report.manifold;
  const Vec3 n = manifold.plane.nhat_BA_W, u = n.unitOrthogonal(), v = n.cross(u);
  std::vector<math::Vec2> points;
  math::Vec2 low = math::Vec2::Constant(INFINITY), high = -low;
  for (const proximity::ManifoldPoint& point : manifold.points) {
    const Vec3 p = 0.5 * (point.p_WCa + point.p_WCb);
    points.emplace_back(u.dot(p), v.dot(p));
    low = low.cwiseMin(points.back()), high = high.cwiseMax(points.back());
  }
  const double extent = std::max((high - low).maxCoeff(), 1e-12), scale = kSize / extent;
  const auto x = [&](const math::Vec2& p) { return kRoom + (p.x() - low.x()) * scale; };
  const auto y = [&](const math::Vec2& p) { return kRoom + kSize - (p.y() - low.y()) * scale; };
  std::string outline;
  for (std::size_t i = 0; i < manifold.num_corners; ++i)
    outline += fmt::format("{:.2f},{:.2f} ", x(points[i]), y(points[i]));
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{0}\" viewBox=\"0 0 {0} {0}\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      kSize + 2 * kRoom);
  svg += fmt::format("<text x=\"20\" y=\"30\" font-size=\"16\">Contact manifold: {} of {} points, seen from A</text>\n",
                     name_of_manifold(manifold.kind), manifold.points.size());
  svg += fmt::format("<polygon points=\"{}\" fill=\"#cfe3f5\" stroke=\"#1f5f99\" stroke-width=\"2\"/>\n", outline);
  for (std::size_t i = 0; i < points.size(); ++i) {
    svg += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"4\" fill=\"#1f5f99\"/>\n", x(points[i]), y(points[i]));
    svg += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\">{:.3g} m</text>\n", x(points[i]) + 8, y(points[i]) - 8,
                       manifold.points[i].gap);
  }
  svg += fmt::format(
      "<path d=\"M{0} {1}h{2}\" stroke=\"#333\" stroke-width=\"2\"/>\n<text x=\"{0}\" y=\"{3}\">{4:.3g} "
      "m</text>\n</svg>\n",
      kRoom, kSize + 2 * kRoom - 30, kSize / 4, kSize + 2 * kRoom - 10, extent / 4);
  return svg;
}

}  // namespace abut::app

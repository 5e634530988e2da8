#include "pair_report.h"

#include <fmt/format.h>

namespace abut::app {

std::string name_of_feature(const geometry::Feature& feature) {
  switch (feature.kind()) {
    case geometry::FeatureKind::kVertex:
      return fmt::format("vertex {}", feature.vertex().value());
    case geometry::FeatureKind::kEdge:
      return fmt::format("edge {}", feature.edge().value());
    case geometry::FeatureKind::kFace:
      return fmt::format("face {}", feature.face().value());
    default:
      return "cut";
  }
}

const char* name_of_origin(proximity::NormalOrigin origin) {
  switch (origin) {
    case proximity::NormalOrigin::kWitness:
      return "witness";
    case proximity::NormalOrigin::kFace:
      return "face";
    case proximity::NormalOrigin::kDepth:
      return "depth";
    default:
      return "indeterminate";
  }
}

nlohmann::ordered_json make_json_vector(const math::Vec3& v) {
  return {v[0], v[1], v[2]};
}

std::string make_vector_text(const math::Vec3& v) {
  const math::Vec3 w = v + math::Vec3::Zero();  // no -0
  return fmt::format("({:.9g}, {:.9g}, {:.9g})", w[0], w[1], w[2]);
}

nlohmann::ordered_json make_json_pair(const proximity::ShapePair& found) {
  const proximity::FeaturePair& pair = found.pair;
  return {{"phi", pair.phi},
          {"phi_bound", pair.phi_bound},
          {"nhat_BA_W", make_json_vector(pair.nhat_BA_W)},
          {"normal_origin", name_of_origin(pair.normal_origin)},
          {"p_WCa", make_json_vector(pair.p_WCa)},
          {"p_WCb", make_json_vector(pair.p_WCb)},
          {"feature_a", name_of_feature(found.feature_a)},
          {"feature_b", name_of_feature(found.feature_b)}};
}

}  // namespace abut::app

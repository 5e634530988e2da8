#include "toc_report.h"

#include <fmt/format.h>

#include "output.h"
#include "pair_report.h"

namespace abut::app {
namespace {

using continuous::ContactOutcome;

const char* name_of_outcome(ContactOutcome outcome) {
  switch (outcome) {
    case ContactOutcome::kApart:
      return "apart";
    case ContactOutcome::kHit:
      return "hit";
    case ContactOutcome::kUncertain:
      return "uncertain";
    default:
      return "starts_in_contact";
  }
}

const char* explain_outcome(ContactOutcome outcome) {
  switch (outcome) {
    case ContactOutcome::kApart:
      return "apart throughout";
    case ContactOutcome::kHit:
      return "hit";
    case ContactOutcome::kUncertain:
      return "uncertain: a hit is neither proven nor excluded";
    default:
      return "in contact at the start";
  }
}

nlohmann::ordered_json make_json_pose(const math::Pose& X) {
  return {X.p.x(), X.p.y(), X.p.z(), X.q.w(), X.q.x(), X.q.y(), X.q.z()};
}

// As `abut contact` takes it.
std::string make_pose_text(const math::Pose& X) {
  return fmt::format("{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}", X.p.x(), X.p.y(), X.p.z(), X.q.w(), X.q.x(),
                     X.q.y(), X.q.z());
}

std::string make_pair_text(const proximity::ShapePair& found) {
  const proximity::FeaturePair& pair = found.pair;
  return fmt::format("    phi {:.6g} m, normal {} from B to A; by {}\n      A {} on {}\n      B {} on {}\n", pair.phi,
                     make_vector_text(pair.nhat_BA_W), name_of_origin(pair.normal_origin), make_vector_text(pair.p_WCa),
                     name_of_feature(found.feature_a), make_vector_text(pair.p_WCb), name_of_feature(found.feature_b));
}

}  // namespace

std::string make_text(const TocReport& report) {
  const continuous::ContactTime& time = report.time;
  std::string text =
      fmt::format("{} (A) and {} (B): {}\n", report.file_a, report.file_b, bold(explain_outcome(time.outcome)));
  if (time.outcome == ContactOutcome::kApart) {
    text += fmt::format("  s           none in [0, 1], which are {:g} s\n", report.duration);
  } else {
    text += fmt::format("  s           {:.9g}, in [{:.9g}, {:.9g}]\n", time.s_lower, time.s_lower, time.s_upper);
    text += fmt::format("  t           {:.9g} s of {:g} s\n", time.s_lower * report.duration, report.duration);
  }
  if (time.outcome != ContactOutcome::kStartsInContact)
    text += fmt::format("  separation  more than {:.9g} m {}, proven; {:.3g} m asked for\n", time.separation,
                        time.outcome == ContactOutcome::kApart ? "throughout" : "until then", report.d_min);
  text += fmt::format("  queries     {} of distance\n", with_commas(time.num_queries));
  if (time.outcome == ContactOutcome::kApart) return text;
  text += fmt::format("  A is at     {}\n  B is at     {}\n", make_pose_text(report.X_WA), make_pose_text(report.X_WB));
  text += fmt::format("  {} pair{} of features\n", time.pairs.size(), time.pairs.size() == 1 ? "" : "s");
  for (const proximity::ShapePair& pair : time.pairs) text += make_pair_text(pair);
  return text;
}

nlohmann::ordered_json make_json(const TocReport& report) {
  const continuous::ContactTime& time = report.time;
  nlohmann::ordered_json json{{"a", report.file_a},
                              {"b", report.file_b},
                              {"outcome", name_of_outcome(time.outcome)},
                              {"s", nullptr},
                              {"t", nullptr},
                              {"s_lower", time.s_lower},
                              {"s_upper", time.s_upper},
                              {"duration", report.duration},
                              {"d_min", report.d_min},
                              {"separation", time.separation},
                              {"num_queries", time.num_queries}};
  if (time.outcome != ContactOutcome::kApart) {
    json["s"] = time.s_lower;
    json["t"] = time.s_lower * report.duration;
    json["X_WA"] = make_json_pose(report.X_WA);
    json["X_WB"] = make_json_pose(report.X_WB);
  }
  json["pairs"] = nlohmann::ordered_json::array();
  for (const proximity::ShapePair& pair : time.pairs) json["pairs"].push_back(make_json_pair(pair));
  return json;
}

}  // namespace abut::app

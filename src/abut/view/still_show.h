// Something without time: two shapes at one instant, or meshes. Every body has one pose, and all there is to say of it
// is step 0.
#pragma once

#include <vector>

#include "abut/math/pose.h"
#include "abut/scene/trace/trace_step.h"
#include "abut/view/drawn_shape.h"
#include "abut/view/hello.h"
#include "abut/view/show.h"

namespace abut::view {

struct Still {
  Hello hello;
  std::vector<DrawnShape> shapes;  // those of the hello
  std::vector<math::Pose> X_WB;    // of every body
  scene::TraceStep step;
};

class StillShow : public Show {
 public:
  explicit StillShow(Still still) : still_(std::move(still)) {}

  std::string make_hello() override { return make_hello_packet(still_.hello); }
  std::string answer(const Message& message) override;
  std::optional<std::string> find_news(std::uint64_t&) override { return std::nullopt; }
  void set_notify(std::function<void()>) override {}
  std::optional<TraceBytes> find_trace() override { return std::nullopt; }

 private:
  std::string answer_poses(const Message& message) const;

  Still still_;
};

}  // namespace abut::view

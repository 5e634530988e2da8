// Answers from a trace file, which may still be growing: geometry, poses and single steps as packets.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "abut/scene/trace/trace_store.h"
#include "abut/view/drawn_shape.h"
#include "abut/view/hello.h"
#include "abut/view/message.h"

namespace abut::view {

class TraceDesk {
 public:
  // Throws InputError if there is no such file, or if it is no trace. Reads where its steps are.
  TraceDesk(std::filesystem::path path, const std::string& name);

  const Hello& hello() const { return hello_; }  // what the header says; not the number of steps
  scene::TraceStore& store() { return store_; }
  const std::filesystem::path& path() const { return path_; }

  // The answer to a message of type kGeometry, kPoses or kStep; an error to any other, to a step that is not there, and
  // where the trace is damaged.
  std::string answer(const Message& message);

  // A block that ends the trace here, as a run that was stopped; empty if it has ended. Precondition: not damaged.
  std::string make_tail();

 private:
  std::string make_poses(const Message& message);
  std::string make_step(const Message& message);

  std::filesystem::path path_;
  std::ifstream file_;
  scene::TraceStore store_;
  Hello hello_;
  std::vector<DrawnShape> shapes_;
  std::vector<math::Pose> X_WB_;  // at the start
};

}  // namespace abut::view

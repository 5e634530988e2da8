#include "abut/base/input_error.h"

#include <utility>

namespace abut {
namespace {

std::string make_message(const InputFault& f) {
  std::string text;
  for (const std::string* part : {&f.file, &f.place}) {
    if (!part->empty()) text += *part + ": ";
  }
  text += f.fault;
  if (!f.remedy.empty()) text += "; " + f.remedy;
  return text;
}

}  // namespace

InputError::InputError(InputFault fault) : std::runtime_error(make_message(fault)), fault_(std::move(fault)) {}

}  // namespace abut

// For tests of bad input: the text of the InputError that a call throws.
#pragma once

#include <string>

#include "abut/base/input_error.h"

namespace abut::geometry {

template <class Call>
std::string message_of(Call&& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace abut::geometry

// What the user gave is wrong. The message names file, place, fault and remedy, in that order:
//   part.stl: byte 84: the header claims 12 triangles, the file holds 7; export it again
#pragma once

#include <stdexcept>
#include <string>

namespace abut {

// The parts of an InputError's message.
struct InputFault {
  std::string file;    // as the user named it; empty where the input is not a file
  std::string place;   // "line 12", "byte 84", "/bodies/3/mass", "face 17"; may be empty
  std::string fault;   // what is wrong: what was found, what was expected, how many, why it matters
  std::string remedy;  // what to do about it
};

// Thrown by readers and makers; applications print it and exit with code 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(InputFault fault);
  const InputFault& fault() const { return fault_; }

 private:
  InputFault fault_;
};

}  // namespace abut

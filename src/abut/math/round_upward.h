// Rounding upward for a scope, and what keeps the compiler from computing in the wrong mode.
//
// The compiler knows nothing of rounding modes: it folds constants in round-to-nearest and moves additions across the
// instruction that changes the mode. Here every operand and result of an interval operation passes through
// make_opaque, an empty assembly statement. What comes out of it is unknown to the compiler, so nothing is folded; and
// it claims to read `rounding_token`, which the change of mode claims to write, so nothing moves across. Within a scope
// operations may still be reordered, shared and dropped. No instruction is emitted for any of this.
#pragma once

#include <emmintrin.h>

namespace abut::math {

// Never read or written by the machine; see above.
[[gnu::visibility("hidden")]] inline char rounding_token = 0;

// The value itself, as unknown to the compiler and computed in the present rounding mode.
inline __m128d make_opaque(__m128d v) {
  asm("" : "+x"(v) : "m"(rounding_token));
  return v;
}

// While it lives, SSE arithmetic of this thread rounds towards +infinity, and subnormals are not flushed. Scopes nest.
// Arithmetic on plain doubles within the scope may be rounded either way.
class RoundUpward {
 public:
  RoundUpward() : saved_(read_control()) {
    if (!is_upward(saved_)) write_control((saved_ & ~kControlBits) | kUpward);
  }
  ~RoundUpward() {
    if (!is_upward(saved_)) write_control(saved_);
  }
  RoundUpward(const RoundUpward&) = delete;
  RoundUpward& operator=(const RoundUpward&) = delete;

  // Whether such a scope is open.
  static bool is_active() { return is_upward(read_control()); }

 private:
  static constexpr unsigned kUpward = 0x4000;
  static constexpr unsigned kControlBits = 0x6000 | 0x8000 | 0x0040;  // rounding, flush to zero, subnormals are zero

  static bool is_upward(unsigned control) { return (control & kControlBits) == kUpward; }
  static unsigned read_control() {
    unsigned control = 0;
    asm volatile("stmxcsr %0" : "=m"(control) : "m"(rounding_token));
    return control;
  }
  static void write_control(unsigned control) { asm volatile("ldmxcsr %1" : "+m"(rounding_token) : "m"(control)); }

  unsigned saved_;
};

}  // namespace abut::math

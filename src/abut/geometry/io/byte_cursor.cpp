#include "abut/geometry/io/byte_cursor.h"

#include <fmt/format.h>

namespace abut::geometry {

void ByteCursor::fail(Place place, std::string fault, std::string remedy) const {
  throw_fault(file_, place, std::move(fault), std::move(remedy));
}

void ByteCursor::fail_truncated(std::size_t wanted) const {
  fail(place(), fmt::format("the file ends here: {} bytes were expected, {} are left", wanted, left()),
       "it is cut off; copy or export it again");
}

}  // namespace abut::geometry

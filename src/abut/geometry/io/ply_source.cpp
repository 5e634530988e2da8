#include "abut/geometry/io/ply_source.h"

#include <fmt/format.h>

namespace abut::geometry {

// The lines of the header are passed over again, so that lines are counted from the first of the file.
PlyTextSource::PlyTextSource(std::string_view bytes, std::string_view file, const PlyHeader& header)
    : scanner_(bytes, file) {
  for (std::size_t i = 0; i < header.num_lines; ++i) scanner_.next_line();
}

void PlyTextSource::begin(const PlyElement& element, std::size_t i) {
  if (scanner_.next_filled_line()) return;
  scanner_.fail(fmt::format("the file ends after {} of {} elements {}", i, element.count, make_quote(element.name)),
                "it is cut off; copy or export it again");
}

void PlyTextSource::end() {
  if (const auto word = scanner_.next_word()) {
    scanner_.fail(fmt::format("{} is more than the header promises for this line", make_quote(*word)),
                  "each element stands on a line of its own; export the file again");
  }
}

void PlyTextSource::skip(PlyType, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    if (!scanner_.next_word()) scanner_.fail("the line ends before its last property", "export the file again");
  }
}

}  // namespace abut::geometry

#include "abut/geometry/io/ply_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "abut/geometry/io/mesh_file.h"
#include "abut/geometry/io/text_scanner.h"

namespace abut::geometry {
namespace {

struct TypeName {
  std::string_view name;
  PlyType type;
};
constexpr std::array<TypeName, 16> kTypes{{{"char", PlyType::kInt8},
                                           {"int8", PlyType::kInt8},
                                           {"uchar", PlyType::kUint8},
                                           {"uint8", PlyType::kUint8},
                                           {"short", PlyType::kInt16},
                                           {"int16", PlyType::kInt16},
                                           {"ushort", PlyType::kUint16},
                                           {"uint16", PlyType::kUint16},
                                           {"int", PlyType::kInt32},
                                           {"int32", PlyType::kInt32},
                                           {"uint", PlyType::kUint32},
                                           {"uint32", PlyType::kUint32},
                                           {"float", PlyType::kFloat32},
                                           {"float32", PlyType::kFloat32},
                                           {"double", PlyType::kFloat64},
                                           {"float64", PlyType::kFloat64}}};

constexpr std::string_view kExportAgain = "export the file again";

class HeaderReader {
 public:
  HeaderReader(std::string_view bytes, std::string_view file) : size_(bytes.size()), scanner_(bytes, file) {}

  PlyHeader read() {
    if (!scanner_.next_line() || scanner_.rest_of_line() != "ply") {
      scanner_.fail("the file does not begin with the line 'ply'", "check that it is a PLY file");
    }
    read_encoding();
    while (read_line()) {
    }
    header_.num_bytes = size_ - scanner_.bytes_left();
    header_.num_lines = scanner_.line_number();
    return std::move(header_);
  }

 private:
  std::string_view next_word(std::string_view what) {
    const auto word = scanner_.next_word();
    if (!word) scanner_.fail(fmt::format("the line ends where {} was expected", what), std::string(kExportAgain));
    return *word;
  }

  void next_line() {
    if (scanner_.next_filled_line()) return;
    scanner_.fail("the header has no end: the line 'end_header' is missing", "it is cut off; copy or export it again");
  }

  void read_encoding() {
    std::string_view keyword = "comment";
    while (keyword == "comment" || keyword == "obj_info") {
      next_line();
      keyword = next_word("format");
    }
    const std::string_view encoding = keyword == "format" ? next_word("the format") : keyword;
    if (encoding == "ascii") {
      header_.encoding = PlyEncoding::kText;
    } else if (encoding == "binary_little_endian") {
      header_.encoding = PlyEncoding::kLittleEndian;
    } else if (encoding == "binary_big_endian") {
      header_.encoding = PlyEncoding::kBigEndian;
    } else {
      scanner_.fail(fmt::format("unknown format {}", make_quote(encoding)),
                    "it must be ascii, binary_little_endian or binary_big_endian");
    }
  }

  // False after the last line.
  bool read_line() {
    next_line();
    const std::string_view keyword = next_word("a keyword");
    if (keyword == "end_header") return false;
    if (keyword == "element") {
      read_element();
    } else if (keyword == "property") {
      read_property();
    } else if (keyword != "comment" && keyword != "obj_info") {
      scanner_.fail(fmt::format("unknown keyword {} in the header", make_quote(keyword)), std::string(kExportAgain));
    }
    return true;
  }

  void read_element() {
    PlyElement element;
    element.name = next_word("the element's name");
    element.place = scanner_.place();
    const bool is_repeated = std::any_of(header_.elements.begin(), header_.elements.end(),
                                         [&](const PlyElement& e) { return e.name == element.name; });
    if (is_repeated)
      scanner_.fail(fmt::format("a second element {}", make_quote(element.name)), std::string(kExportAgain));
    const std::int64_t count = scanner_.read_integer("the number of elements");
    if (count < 0 || count > static_cast<std::int64_t>(kMaxElements)) {
      scanner_.fail(fmt::format("the header claims {} of {}; 0 to {} are possible", count, make_quote(element.name),
                                kMaxElements),
                    "correct the header, or export the file again");
    }
    element.count = static_cast<std::size_t>(count);
    constexpr std::size_t kMaxKinds = 256;
    if (header_.elements.size() == kMaxKinds) {
      scanner_.fail(fmt::format("more than {} kinds of elements", kMaxKinds), std::string(kExportAgain));
    }
    header_.elements.push_back(std::move(element));
  }

  void read_property() {
    if (header_.elements.empty()) scanner_.fail("a property before the first element", std::string(kExportAgain));
    PlyProperty property;
    std::string_view type = next_word("the property's type");
    if (type == "list") {
      property.is_list = true;
      property.count_type = find_type(next_word("the type of the list's length"));
      if (!is_integer(property.count_type))
        scanner_.fail("a list's length must be an integer", std::string(kExportAgain));
      type = next_word("the type of the list's items");
    }
    property.type = find_type(type);
    property.name = next_word("the property's name");
    header_.elements.back().properties.push_back(std::move(property));
  }

  PlyType find_type(std::string_view name) const {
    for (const auto& [known, type] : kTypes) {
      if (known == name) return type;
    }
    scanner_.fail(fmt::format("unknown type {}", make_quote(name)),
                  "types are char, uchar, short, ushort, int, uint, float and double");
  }

  std::size_t size_;
  TextScanner scanner_;
  PlyHeader header_;
};

// Elements take at least compute_min_bytes each.
void check_claims(const PlyHeader& header, std::size_t num_bytes, std::string_view file) {
  std::size_t left = num_bytes + (header.encoding == PlyEncoding::kText ? 1 : 0);  // the last \n may be missing
  for (const PlyElement& element : header.elements) {
    const std::size_t min_bytes = compute_min_bytes(element, header.encoding);
    if (min_bytes == 0) continue;
    if (element.count > left / min_bytes) {
      throw_fault(file, element.place,
                  fmt::format("the header claims {} of {}, at least {} bytes each; at most {} bytes are left for them",
                              element.count, make_quote(element.name), min_bytes, left),
                  "the file is cut off or its header is wrong; copy or export it again");
    }
    left -= element.count * min_bytes;
  }
}

}  // namespace

std::size_t get_num_bytes(PlyType type) {
  constexpr std::array<std::size_t, 8> kBytes{1, 1, 2, 2, 4, 4, 4, 8};
  return kBytes[static_cast<std::size_t>(type)];
}

bool is_integer(PlyType type) {
  return type != PlyType::kFloat32 && type != PlyType::kFloat64;
}

std::size_t compute_min_bytes(const PlyElement& element, PlyEncoding encoding) {
  std::size_t sum = 0;
  for (const PlyProperty& property : element.properties) {
    constexpr std::size_t kMinText = 2;
    const PlyType first = property.is_list ? property.count_type : property.type;
    sum += encoding == PlyEncoding::kText ? kMinText : get_num_bytes(first);
  }
  return sum;
}

PlyHeader read_ply_header(std::string_view bytes, std::string_view file) {
  PlyHeader header = HeaderReader(bytes, file).read();
  check_claims(header, bytes.size() - header.num_bytes, file);
  return header;
}

}  // namespace abut::geometry

// The checksum of a trace's blocks: CRC-32 as in ISO 3309, zlib and PNG (polynomial 0x04c11db7, bits reflected, start
// and end complemented), so that any language's library can check a trace. A change confined to 32 successive bits, one
// byte among them, is always found.
//
// Eight bytes at a time by eight tables (Kounavis and Berry 2005, "slicing by 8").
#pragma once

#include <cstdint>
#include <string_view>

namespace abut::scene {

std::uint32_t compute_crc32(std::string_view bytes);

}  // namespace abut::scene

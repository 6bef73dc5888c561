// How a spool is laid out: a line that names the format's version, then frames. A frame is
//   0xA7, kind (varint), length of the body (varint), body, checksum of these three (4 bytes, FNV-1a, little-endian)
// so that a reader skips kinds it does not know, and finds the next frame behind damage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rooflens::collect::spool {

inline constexpr std::string_view kMagic = "rooflens spool ";      // of every version from 2 on
inline constexpr std::string_view kHeader = "rooflens spool 2\n";  // version 1 was lines of JSON
inline constexpr std::size_t kLongestBody = std::size_t{64} << 20U;

void append_varint(std::string& bytes, std::uint64_t value);
/// Takes the value from the front of `bytes`; false: there is no whole one.
[[nodiscard]] bool take_varint(std::string_view& bytes, std::uint64_t& value);

[[nodiscard]] std::string framed(std::uint64_t kind, std::string_view body);

struct SpoolFrame {
  std::uint64_t kind = 0;
  std::string_view body;
  std::size_t size = 0;  ///< of the whole frame
};
enum class Parsed {
  frame,
  incomplete,  ///< the bytes end before the frame would
  damaged,     ///< no frame begins here
};
[[nodiscard]] Parsed parse_frame(std::string_view bytes, SpoolFrame& frame);

}  // namespace rooflens::collect::spool

#include "profiler/spool/framing.hpp"

#include <stdexcept>

namespace rooflens::collect::spool {
namespace {

constexpr char kSync = '\xA7';
constexpr std::size_t kChecksumBytes = 4;
constexpr unsigned kGroupBits = 7;  // of a varint, lowest first; the eighth bit says that more come

std::uint32_t checksum(std::string_view bytes) {
  std::uint32_t sum = 2166136261U;
  for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 16777619U;
  return sum;
}

}  // namespace

void append_varint(std::string& bytes, std::uint64_t value) {
  for (; value >> kGroupBits; value >>= kGroupBits) bytes += static_cast<char>(0x80U | (value & 0x7fU));
  bytes += static_cast<char>(value);
}

bool take_varint(std::string_view& bytes, std::uint64_t& value) {
  value = 0;
  for (std::size_t i = 0; i < bytes.size() && i * kGroupBits < 64; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    value |= std::uint64_t{byte & 0x7fU} << (i * kGroupBits);
    if (byte & 0x80U) continue;
    bytes.remove_prefix(i + 1);
    return true;
  }
  return false;
}

std::string framed(std::uint64_t kind, std::string_view body) {
  if (body.size() > kLongestBody) throw std::length_error("a record is too long for a spool");
  std::string bytes(1, kSync);
  append_varint(bytes, kind);
  append_varint(bytes, body.size());
  bytes += body;
  std::uint32_t sum = checksum(std::string_view(bytes).substr(1));
  for (std::size_t i = 0; i < kChecksumBytes; ++i, sum >>= 8U) bytes += static_cast<char>(sum & 0xffU);
  return bytes;
}

Parsed parse_frame(std::string_view bytes, SpoolFrame& frame) {
  constexpr std::size_t kLongestHead = 20;  // two varints
  if (bytes.empty()) return Parsed::incomplete;
  if (bytes.front() != kSync) return Parsed::damaged;
  std::string_view rest = bytes.substr(1);
  std::uint64_t length = 0;
  if (!take_varint(rest, frame.kind) || !take_varint(rest, length)) {
    return bytes.size() <= kLongestHead ? Parsed::incomplete : Parsed::damaged;
  }
  if (length > kLongestBody) return Parsed::damaged;
  if (rest.size() < length + kChecksumBytes) return Parsed::incomplete;
  frame.body = rest.substr(0, length);
  const std::size_t summed = bytes.size() - rest.size() + length;
  std::uint32_t sum = 0;
  for (std::size_t i = kChecksumBytes; i-- > 0;) sum = sum << 8U | static_cast<unsigned char>(bytes[summed + i]);
  if (sum != checksum(bytes.substr(1, summed - 1))) return Parsed::damaged;
  frame.size = summed + kChecksumBytes;
  return Parsed::frame;
}

}  // namespace rooflens::collect::spool

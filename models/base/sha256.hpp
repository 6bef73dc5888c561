// SHA-256 (FIPS 180-4): names the one script and the one style that may run in a page, and tells whether a session is
// still what was recorded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rooflens::models {

/// Of a message that comes in pieces; where one piece ends and the next begins makes no difference.
class Sha256 {
 public:
  void add(std::string_view piece);
  /// The digest of all pieces as 32 raw bytes. Ends the message: call once.
  [[nodiscard]] std::string finish();

 private:
  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<char, 64> block_{};  ///< the first held_ bytes wait for the rest of their block
  std::size_t held_ = 0;
  std::uint64_t bytes_ = 0;
};

/// The digest as 32 raw bytes.
[[nodiscard]] std::string sha256(std::string_view message);

}  // namespace rooflens::models

// Text that applications hand over (names of kernels and ranges, paths, command lines) is bytes; sessions and reports
// are UTF-8 as Unicode defines it (table 3-7). Bytes that are not are written as \xE9, which people know how to read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rooflens::models {

/// Bytes of the well-formed character that begins at `at`; 0 where none does (an overlong form, a surrogate, beyond
/// U+10FFFF, cut short).
[[nodiscard]] std::size_t utf8_length_at(std::string_view text, std::size_t at);

/// The character there; U+FFFD where none begins.
[[nodiscard]] char32_t utf8_character_at(std::string_view text, std::size_t at);

/// Whether a byte at `at` belongs to a character that began before it.
[[nodiscard]] constexpr bool continues_utf8(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

/// Whether all of the text is well-formed.
[[nodiscard]] bool is_utf8(std::string_view text);

/// Each byte that belongs to no character as "\xE9". A backslash that would read as the begin of such an escape becomes
/// "\x5C", so that different bytes stay different. For bytes that were never escaped: see as_utf8().
[[nodiscard]] std::string escape_invalid_utf8(std::string_view bytes);

/// UTF-8 as it is, anything else escaped: for text that may have been escaped already.
[[nodiscard]] std::string as_utf8(std::string_view text);

/// The bytes that escape_invalid_utf8() was given.
[[nodiscard]] std::string unescaped_bytes(std::string_view escaped);

}  // namespace rooflens::models

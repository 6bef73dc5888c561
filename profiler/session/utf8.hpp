// Whether text is UTF-8 as Unicode defines it (table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace rooflens::session {

[[nodiscard]] constexpr bool is_utf8(std::string_view text) {
  struct Form {
    unsigned char first_low, first_high;    // range of the first byte
    unsigned char second_low, second_high;  // range of the second byte; further ones are 80..BF
    std::size_t length;
  };
  constexpr std::array<Form, 8> kForms{{{0xC2, 0xDF, 0x80, 0xBF, 2},
                                        {0xE0, 0xE0, 0xA0, 0xBF, 3},
                                        {0xE1, 0xEC, 0x80, 0xBF, 3},
                                        {0xED, 0xED, 0x80, 0x9F, 3},
                                        {0xEE, 0xEF, 0x80, 0xBF, 3},
                                        {0xF0, 0xF0, 0x90, 0xBF, 4},
                                        {0xF1, 0xF3, 0x80, 0xBF, 4},
                                        {0xF4, 0xF4, 0x80, 0x8F, 4}}};
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  for (std::size_t at = 0; at < text.size();) {
    if (byte(at) < 0x80) {
      ++at;
      continue;
    }
    const Form* match = nullptr;
    for (const Form& form : kForms) {
      if (byte(at) >= form.first_low && byte(at) <= form.first_high) {
        match = &form;
        break;
      }
    }
    if (!match || match->length > text.size() - at) return false;
    for (std::size_t i = 1; i < match->length; ++i) {
      const unsigned char low = i == 1 ? match->second_low : 0x80;
      const unsigned char high = i == 1 ? match->second_high : 0xBF;
      if (byte(at + i) < low || byte(at + i) > high) return false;
    }
    at += match->length;
  }
  return true;
}

}  // namespace rooflens::session

// How a GPU's UUID is written.
#pragma once

#include <fmt/core.h>

#include <span>
#include <string>
#include <string_view>

namespace rooflens::models {

/// As nvidia-smi writes it; `kind` stands before its digits: "GPU-".
[[nodiscard]] inline std::string uuid_text(std::string_view kind, std::span<const char, 16> bytes) {
  std::string text(kind);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(bytes[i]));
  }
  return text;
}

}  // namespace rooflens::models

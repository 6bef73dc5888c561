// Links of a GPU as rows of words, for every report that lists them.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "models/roofs/link.hpp"

namespace rooflens::reports {

inline constexpr std::array<std::string_view, 7> kLinkHeadings{"From", "To",      "Kind",     "Bandwidth",
                                                               "±",    "Latency", "Half from"};
inline constexpr std::string_view kLinkNote =
    "Half from: copies of this size reach half the bandwidth, latency × bandwidth. Both at once: bytes of both "
    "directions.";

/// In the order of kLinkHeadings: "this GPU", "host", "PCIe", "55.3 GB/s", "0.1 %", "1.52 µs", "84.1 kB".
[[nodiscard]] std::array<std::string, 7> link_words(const models::Link& link);

/// "to host 55.3 GB/s, from host 55.1 GB/s, both 98.7 GB/s (PCIe), to GPU-4c1b2a3d ..."; empty without links.
[[nodiscard]] std::string links_text(std::span<const models::Link> links);

}  // namespace rooflens::reports

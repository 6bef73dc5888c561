// What every page has around its content: fonts, colours, and a policy that admits exactly its own script and style.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rooflens::reports {

struct PageParts {
  std::string title;
  std::string_view style;   ///< without fonts and colours
  std::string_view script;  ///< the bundle
  std::string data;         ///< data blocks
};

/// One HTML file that opens offline.
[[nodiscard]] std::string assemble_page(const PageParts& parts);

/// JSON as a block that the script finds by its id; compressed where it is longer than `plain`: a browser unpacks a
/// megabyte in a few milliseconds.
[[nodiscard]] std::string data_block(std::string_view id, std::string json, std::size_t plain = 200'000);

}  // namespace rooflens::reports

// Bytes as text that may stand inside a page: base64, gzip, and the escapes of HTML and of script data blocks.
#pragma once

#include <string>
#include <string_view>

namespace rooflens::reports {

/// Base64 with padding (RFC 4648, section 4).
[[nodiscard]] std::string base64(std::string_view bytes);

/// A gzip member without name or time, so that the same input gives the same bytes. Throws std::runtime_error if zlib
/// runs out of memory.
[[nodiscard]] std::string gzip(std::string_view bytes);

/// For element text and quoted attribute values.
[[nodiscard]] std::string escape_html(std::string_view text);

/// JSON that may stand in a <script> element: every `<` as \u003c, so that no `</script` and no `<!--` can occur.
[[nodiscard]] std::string escape_script_data(std::string json);

}  // namespace rooflens::reports

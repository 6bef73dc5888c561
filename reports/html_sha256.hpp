// SHA-256 (FIPS 180-4), for the content security policy of the page: it names the one script and the one style that may
// run by their hashes.
#pragma once

#include <string>
#include <string_view>

namespace rooflens::reports {

/// The digest as 32 raw bytes.
[[nodiscard]] std::string sha256(std::string_view message);

}  // namespace rooflens::reports

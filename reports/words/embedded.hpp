// The files that are embedded in the library: reports look the same on a machine without fonts. reports/CMakeLists.txt
// makes each symbol with rooflens_embed().
#pragma once

#include <cstddef>
#include <string_view>

/// Declares `symbol()` for the bytes of a file that was embedded with rooflens_embed(symbol file).
#define ROOFLENS_EMBEDDED(symbol)                                                                                      \
  extern "C" const char rooflens_##symbol##_begin[];                                                                   \
  extern "C" const char rooflens_##symbol##_end[];                                                                     \
  namespace rooflens::reports::embedded {                                                                              \
  [[nodiscard]] inline std::string_view symbol() {                                                                     \
    return {rooflens_##symbol##_begin, static_cast<std::size_t>(rooflens_##symbol##_end - rooflens_##symbol##_begin)}; \
  }                                                                                                                    \
  }

ROOFLENS_EMBEDDED(inter_regular_otf)
ROOFLENS_EMBEDDED(inter_semibold_otf)
ROOFLENS_EMBEDDED(inter_regular_woff2)
ROOFLENS_EMBEDDED(inter_semibold_woff2)
ROOFLENS_EMBEDDED(inter_licence)

// What to do next.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>

#include "models/base/shell_quote.hpp"
#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

/// One line for a recording on a GPU whose roofs nobody measured.
inline void print_ceilings_hint(const Streams& streams) {
  streams.err << "rooflens: hint: these roofs are theoretical; `rooflens ceilings` measures those of this GPU, once\n";
}

/// `done` is "recorded in", "merged 3 kernels into"; `it` is what a report draws, "it" or "them".
inline void print_recorded(const std::string& done, const std::filesystem::path& session, const char* it,
                           const Streams& streams) {
  streams.err << "rooflens: " << done << ' ' << session.string() << "; `rooflens report "
              << models::shell_quote(session.string()) << " -o report.html` draws " << it << '\n';
}

}  // namespace rooflens::cli

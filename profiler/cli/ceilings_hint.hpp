// What to do where roofs were not measured.
#pragma once

#include <ostream>

#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

/// One line for a recording on a GPU whose roofs nobody measured.
inline void print_ceilings_hint(const Streams& streams) {
  streams.err << "rooflens: hint: these roofs are theoretical; `rooflens ceilings` measures those of this GPU, once\n";
}

}  // namespace rooflens::cli

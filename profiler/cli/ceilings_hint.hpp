// What to do where roofs were not measured.
#pragma once

#include <optional>

#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

/// One line for a recording on a GPU, or on a part of one with so many SMs, whose roofs nobody measured.
void print_ceilings_hint(const Streams& streams, std::optional<int> sms_of_part = std::nullopt);

}  // namespace rooflens::cli

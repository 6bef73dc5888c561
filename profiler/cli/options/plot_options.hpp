// The options of `plot`, checked before the session is read.
#pragma once

#include <optional>

#include "profiler/cli/options/session_outputs.hpp"
#include "reports/words/report.hpp"

namespace rooflens::cli {

struct PlotOptions {
  SessionOutputs outputs{"svg|png"};
  reports::PictureOptions picture;
};

/// Nothing when --help was asked for. Throws CommandError (kUsage) for what makes no sense, and as SessionOutputs does.
[[nodiscard]] std::optional<PlotOptions> parse_plot_options(const Arguments& arguments, const Streams& streams);

}  // namespace rooflens::cli

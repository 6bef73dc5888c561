// The options of `report`, checked before the session is read.
#pragma once

#include <optional>

#include "models/roofs/board.hpp"
#include "profiler/cli/options/session_outputs.hpp"

namespace rooflens::cli {

struct ReportOptions {
  SessionOutputs outputs{"text|markdown|csv|json|html"};
  bool advice = false;                       ///< text says what would help
  std::string kernel;                        ///< text says all of the kernels whose name matches this; empty: of all
  const models::Board* projected = nullptr;  ///< the board that kernels are projected onto instead
};

/// Nothing when --help was asked for. Throws CommandError (kUsage) for what makes no sense, and as SessionOutputs does.
[[nodiscard]] std::optional<ReportOptions> parse_report_options(const Arguments& arguments, const Streams& streams);

}  // namespace rooflens::cli

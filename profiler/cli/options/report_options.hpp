// The options of `report`, checked before the session is read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/roofs/board.hpp"
#include "profiler/actions/arguments.hpp"
#include "profiler/cli/options/streams.hpp"
#include "reports/words/report.hpp"

namespace rooflens::cli {

struct ReportOptions {
  struct Output {
    std::filesystem::path path;
    std::string format;  ///< "html", "png", "svg", "text", "csv" or "json"
  };
  std::filesystem::path session;
  std::vector<Output> outputs;
  std::string printed;  ///< the format for stdout, empty: nothing is printed
  reports::PictureOptions picture;
  bool advice = false;                       ///< text says what would help
  const models::Board* projected = nullptr;  ///< the board that kernels are projected onto instead
};

/// Nothing when --help was asked for. Throws CommandError (kUsage) for what makes no sense, and CommandError for an
/// output that exists (without --force), cannot be written or is the session itself.
[[nodiscard]] std::optional<ReportOptions> parse_report_options(const Arguments& arguments, const Streams& streams);

}  // namespace rooflens::cli

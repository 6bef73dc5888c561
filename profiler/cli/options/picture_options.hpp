// --theme, --size and --top: how images look, the same for every command that draws some.
#pragma once

#include <string>

#include "profiler/cli/options/option_table.hpp"
#include "reports/words/report.hpp"

namespace rooflens::cli {

struct PictureChoices {
  std::string theme = "light";
  std::string size = "1200x760";
  std::string top = "12";
  /// Smaller images have no room for a chart beside its words.
  int least_width = 400;
  int least_height = 300;

  /// Adds the options, which write into this object; `labelled` is what --top counts: "kernels".
  void add_to(OptionTable& table, const std::string& labelled);
  /// Sets theme, width, height and labels. Throws CommandError (kUsage) for a value that makes no sense.
  void apply_to(reports::PictureOptions& picture) const;
};

}  // namespace rooflens::cli

// --theme, --size and --top: how pictures look, the same for every command that draws some.
#pragma once

#include <initializer_list>
#include <string>

#include "profiler/cli/options/options.hpp"
#include "reports/words/report.hpp"

namespace rooflens::cli {

struct PictureChoices {
  std::string theme{};
  std::string size{};
  std::string top{};
  /// Smaller pictures have no room for a chart beside its words.
  int least_width = 400;
  int least_height = 300;

  /// Adds the options, which write into this object; `labelled` is what --top counts: "kernels".
  void add_to(boost::program_options::options_description& description, const std::string& labelled);
  /// Sets theme, width, height and labels. Throws CommandError (kUsage) for a value that makes no sense.
  void apply_to(reports::PictureOptions& picture) const;
};

/// For where no picture is written: throws CommandError (kUsage) if one of the options was given, as it would change
/// nothing. All of them have a default.
void refuse_without_picture(const boost::program_options::variables_map& values,
                            std::initializer_list<const char*> options);

}  // namespace rooflens::cli

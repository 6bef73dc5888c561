// Where a comparison goes: printed, or into a file, as text, Markdown or JSON.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "profiler/cli/options.hpp"

namespace rooflens::cli {

struct ComparisonOutput {
  std::string format;          ///< text, markdown or json
  std::filesystem::path path;  ///< empty: stdout
  bool force = false;

  /// Adds --format, --output and --force, which write into this object.
  void add_to(boost::program_options::options_description& description);
  /// Completes the format from the file's ending and checks that the file can be written and is none of the sessions.
  /// Throws CommandError.
  void check(const std::vector<std::string>& sessions);
  /// Prints the document, or writes it. `Document` has render_text(), render_markdown() and render_json().
  template <typename Document>
  void write(const Document& document, const Streams& streams) const {
    if (format == "json") return put(render_json(document), streams);
    if (format == "markdown") return put(render_markdown(document), streams);
    const bool printed = path.empty();
    put(render_text(document, {.colour = printed && streams.colour, .width = printed ? streams.columns : 100}),
        streams);
  }

 private:
  void put(const std::string& bytes, const Streams& streams) const;
};

}  // namespace rooflens::cli

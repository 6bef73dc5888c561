// Where a comparison goes: printed, or into a file, as text, Markdown or JSON, a comparison of kernels also
// as HTML or an image.
#pragma once

#include <string>
#include <vector>

#include "profiler/cli/options/option_table.hpp"
#include "profiler/cli/options/picture_options.hpp"

namespace rooflens::cli {

struct ComparisonOutput {
  std::string format;  ///< text, markdown or json; with `drawn` also html, svg or png
  std::string path;    ///< empty: stdout
  bool force = false;
  bool drawn = false;                                                ///< the document can be HTML and an image too
  PictureChoices pictures{.least_width = 500, .least_height = 400};  ///< of what is drawn, often two charts

  /// Adds --output, --format and --force, where it is drawn those of images too, which write into this object.
  void add_to(OptionTable& table);
  /// Completes the format from the file's ending, reads the choices of images, and checks that the file can be
  /// written and is none of the sessions, and that no option is given that would change nothing. Throws CommandError.
  void check(const std::vector<std::string>& sessions, const Typed& typed);
  /// Prints the document, or writes it. `Document` has render_text(), render_markdown() and render_json(), and where it
  /// is drawn render_html(), render_svg() and render_png().
  template <typename Document>
  void write(const Document& document, const Streams& streams) const {
    if constexpr (requires { render_html(document); }) {
      if (format == "html") return put(render_html(document), streams);
      if (format == "svg") return put(render_svg(document, picture_), streams);
      if (format == "png") return put(render_png(document, picture_), streams);
    }
    if (format == "json") return put(render_json(document), streams);
    if (format == "markdown") return put(render_markdown(document), streams);
    const bool printed = path.empty();
    put(render_text(document, {.colour = printed && streams.colour, .width = printed ? streams.columns : 100}),
        streams);
  }

 private:
  void put(const std::string& bytes, const Streams& streams) const;

  reports::PictureOptions picture_;
};

}  // namespace rooflens::cli

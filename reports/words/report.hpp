// What every report format receives: a recording and its analysis. Reports are pure: they return bytes, read no clock,
// no locale and no file, and the same input gives the same output.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "models/base/json_text.hpp"
#include "models/base/trouble.hpp"
#include "models/explain/analysis.hpp"
#include "models/record/recording.hpp"

namespace rooflens::reports {

/// The input of every renderer. Both must outlive the call.
struct Document {
  const models::Recording& recording;
  const models::Analysis& analysis;
  std::string_view title = "Roofline";  ///< shown as heading; reports escape it
};

enum class Theme { light, dark };

/// What a picture shows.
enum class Chart {
  roofline,
  instructions,  ///< warp instructions against transactions, and loads and stores against their walls
  gap,           ///< from the shortest time of one kernel to its measured one, factor by factor
  latency,       ///< what the loads in flight of one kernel can draw from DRAM
  blocks,        ///< SM by time: the blocks of the first kernel that recorded them
};

/// What the instruction roofline shows.
enum class Accesses {
  all,     ///< the three below side by side, where there is room
  levels,  ///< every warp instruction, a point for each memory level
  global,  ///< loads and stores of global memory against their walls
  shared,  ///< those of shared memory against bank conflicts
};

struct PictureOptions {
  int width = 1200;  ///< logical pixels; PNG is written at `scale` times that
  int height = 760;
  double scale = 2.0;
  Theme theme = Theme::light;
  Chart chart = Chart::roofline;
  int labels = 12;          ///< at most so many kernels are labelled, the most important first
  std::size_t machine = 0;  ///< index into analysis.machines
  Accesses accesses = Accesses::all;
  /// A regular expression (ECMAScript) that names of kernels contain. Empty: all. Of several, charts of one kernel
  /// choose.
  std::string kernel{};
  bool bare = false;  ///< for a page that says title, legend and notes in its own words
};

using models::Sink;

struct TextOptions {
  bool colour = false;  ///< ANSI colours
  int width = 100;      ///< columns of the terminal
  bool advice = false;  ///< with what would help, and by how much
  /// A regular expression (ECMAScript): only kernels whose name contains it, with all that is known of them. Empty:
  /// all.
  std::string kernel{};
};

/// Nothing where options.chart can be drawn of options.machine; a chart that cannot shows these words instead. Throws
/// std::regex_error for an options.kernel that is no regular expression.
[[nodiscard]] std::optional<models::Trouble> chart_trouble(const Document& document, const PictureOptions& options);

[[nodiscard]] std::string render_html(const Document& document);
[[nodiscard]] std::string render_svg(const Document& document, const PictureOptions& options);
/// Bytes of a PNG file.
[[nodiscard]] std::string render_png(const Document& document, const PictureOptions& options);
/// Throws std::regex_error for an options.kernel that is no regular expression. Empty where no kernel matches it.
[[nodiscard]] std::string render_text(const Document& document, const TextOptions& options);
/// For a comment on a pull request: GitHub's Markdown.
[[nodiscard]] std::string render_markdown(const Document& document);
[[nodiscard]] std::string render_csv(const Document& document);
/// As Nsight Compute's raw page; observations without a row there are left out.
[[nodiscard]] std::string render_ncu_csv(const Document& document);
/// Whether it is one kernel with one geometry, which a row of ncu stands for.
[[nodiscard]] bool has_ncu_row(const models::Observation& observation);
[[nodiscard]] std::string render_json(const Document& document);
/// The same, piece by piece: of ten thousand kernels it is hundreds of megabytes.
void render_json(const Document& document, const Sink& sink);

}  // namespace rooflens::reports

// `rooflens report`: a session in words and numbers, in every format that is asked for.
#include <algorithm>
#include <regex>

#include "models/explain/analysis.hpp"
#include "profiler/actions/kernel_pattern.hpp"
#include "profiler/actions/threads.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/report_options.hpp"
#include "profiler/session/session.hpp"
#include "reports/compare/projection_report.hpp"

namespace rooflens::cli {
namespace {

std::string render_projection(const std::string& format, const reports::ProjectionDocument& document,
                              const reports::TextOptions& text) {
  if (format == "json") return reports::render_json(document);
  if (format == "markdown") return reports::render_markdown(document);
  return reports::render_text(document, text);
}

// Text that was asked for of some kernels has to be of one at least. What is no pattern may be a name that was copied
// from a table.
std::string text_of(const reports::Document& document, reports::TextOptions options) {
  const std::string typed = options.kernel;
  const std::string printed = pattern_of_printed_name(typed);
  for (const std::string& pattern : {typed, printed}) {
    options.kernel = pattern;
    try {
      std::string text = reports::render_text(document, options);
      if (!text.empty() || typed.empty()) return text;
    } catch (const std::regex_error&) {
    }
  }
  check_kernel_pattern("--kernel", typed);
  throw usage_error("no kernel's name matches `" + typed + "`", "`rooflens report SESSION` lists the kernels");
}

}  // namespace

int report_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  const auto options = parse_report_options(arguments, streams);
  if (!options) return kOk;
  const models::Recording recording = session::load(options->outputs.session());
  const models::Analysis analysis = models::analyse(recording, on_all_processors);
  const std::string name = std::filesystem::path(options->outputs.session()).filename().string();
  const reports::Document document{recording, analysis, name};
  const auto render = [&](const std::string& format, bool printed, const reports::Sink& take) {
    reports::TextOptions text{.advice = options->advice, .kernel = options->kernel};
    if (printed) {
      text.colour = streams.colour;
      text.width = streams.columns;
    }
    if (options->projected) return take(render_projection(format, {document, *options->projected}, text));
    if (format == "html") return take(reports::render_html(document));
    if (format == "csv") return take(reports::render_csv(document));
    if (format == "markdown") return take(reports::render_markdown(document));
    if (format == "json") return reports::render_json(document, take);
    take(text_of(document, text));
  };
  options->outputs.write(render, streams);
  return kOk;
}

}  // namespace rooflens::cli

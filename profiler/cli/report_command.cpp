// `rooflens report`: a session in words and numbers, in every format that is asked for.
#include <algorithm>

#include "models/explain/analysis.hpp"
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

}  // namespace

int report_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  const auto options = parse_report_options(arguments, streams);
  if (!options) return kOk;
  const models::Recording recording = session::load(options->outputs.session());
  const models::Analysis analysis = models::analyse(recording, on_all_processors);
  const reports::Document document{recording, analysis};
  const auto render = [&](const std::string& format, bool printed, const reports::Sink& take) {
    reports::TextOptions text{.advice = options->advice};
    if (printed) {
      text.colour = streams.colour;
      text.width = streams.columns;
    }
    if (options->projected) return take(render_projection(format, {document, *options->projected}, text));
    if (format == "html") return take(reports::render_html(document));
    if (format == "csv") return take(reports::render_csv(document));
    if (format == "markdown") return take(reports::render_markdown(document));
    if (format == "json") return reports::render_json(document, take);
    take(reports::render_text(document, text));
  };
  options->outputs.write(render, streams);
  return kOk;
}

}  // namespace rooflens::cli

// `rooflens report`: a session rendered in every format that is asked for.
#include <algorithm>
#include <ostream>
#include <string_view>

#include "models/explain/analysis.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/output_file.hpp"
#include "profiler/actions/threads.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/report_options.hpp"
#include "profiler/session/session.hpp"
#include "reports/compare/projection_report.hpp"
#include "reports/words/report.hpp"

namespace rooflens::cli {
namespace {

std::string render_projection(const std::string& format, const reports::ProjectionDocument& document,
                              const reports::TextOptions& text) {
  if (format == "json") return reports::render_json(document);
  if (format == "markdown") return reports::render_markdown(document);
  return reports::render_text(document, text);
}

void render(const std::string& format, const reports::Document& document, const ReportOptions& options,
            const reports::TextOptions& text, const reports::Sink& take) {
  if (options.projected) return take(render_projection(format, {document, *options.projected}, text));
  if (format == "html") return take(reports::render_html(document));
  if (format == "png") return take(reports::render_png(document, options.picture, on_all_processors));
  if (format == "svg") return take(reports::render_svg(document, options.picture));
  if (format == "csv") return take(reports::render_csv(document));
  if (format == "markdown") return take(reports::render_markdown(document));
  if (format == "json") return reports::render_json(document, take);
  take(reports::render_text(document, text));
}

bool makes_pictures(const ReportOptions& options) {
  const auto is_picture = [](const auto& output) { return output.format == "png" || output.format == "svg"; };
  return options.printed == "svg" || std::any_of(options.outputs.begin(), options.outputs.end(), is_picture);
}

// A picture shows one GPU; which one, and that there are others, is said.
void check_machine(const ReportOptions& options, const models::Analysis& analysis, const Streams& streams) {
  const std::size_t machines = analysis.machines.size();
  const std::size_t chosen = options.picture.machine;
  if (chosen > 0 && chosen >= machines) {
    throw usage_error("--machine " + std::to_string(chosen) + ": the session has " + std::to_string(machines) +
                      " (numbered from 0)");
  }
  if (machines > 1 && makes_pictures(options)) {
    streams.err << "rooflens: note: pictures show GPU " << chosen << " of " << machines
                << " in the session; --machine chooses another\n";
  }
}

// Before anything is written: a picture without its chart helps nobody.
void check_chart(const ReportOptions& options, const reports::Document& document) {
  if (!makes_pictures(options)) return;
  const auto trouble = reports::chart_trouble(document, options.picture);
  if (trouble) throw CommandError(kFailure, trouble->what(), trouble->remedy());
}

}  // namespace

int report_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  const auto options = parse_report_options(arguments, streams);
  if (!options) return kOk;
  const models::Recording recording = session::load(options->session);
  const models::Analysis analysis = models::analyse(recording, on_all_processors);
  check_machine(*options, analysis, streams);
  const reports::Document document{recording, analysis};
  check_chart(*options, document);
  for (const auto& output : options->outputs) {
    write_file(output.path, [&](const reports::Sink& take) {
      render(output.format, document, *options, {.advice = options->advice}, take);
    });
  }
  if (!options->printed.empty()) {
    render(options->printed, document, *options,
           {.colour = streams.colour, .width = streams.columns, .advice = options->advice},
           [&streams](std::string_view piece) { streams.out << piece; });
  }
  return kOk;
}

}  // namespace rooflens::cli

// `rooflens report`: a session in words and numbers, in every format that is asked for.
#include <optional>

#include "models/roofs/board.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/kernel_pattern.hpp"
#include "profiler/actions/sessions/loaded_session.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/board_option.hpp"
#include "profiler/cli/options/session_outputs.hpp"
#include "reports/compare/projection_report.hpp"

namespace rooflens::cli {
namespace {

struct ReportOptions {
  SessionOutputs outputs{actions::formats_of("report")};
  bool advice = false;                       ///< text says what would help
  std::string kernel;                        ///< text says all of the kernels whose name matches this; empty: of all
  const models::Board* projected = nullptr;  ///< the board that kernels are projected onto instead
};

constexpr OptionTable::Help kReportHelp{
    .usage = "report SESSION [OPTIONS]",
    .words = "SESSION",
    .examples =
        "  rooflens report run.rlens --advice          what would help, and by how much\n"
        "  rooflens report run.rlens -o report.html    all charts and numbers; needs no network\n",
    .more = "Without -o it prints text. `rooflens plot` draws images. docs/glossary.md explains the words.\n"};

// What is asked for and would change nothing that is written.
void refuse_options_without_effect(const ReportOptions& options) {
  if (options.projected && (options.outputs.makes("html") || options.outputs.makes("csv"))) {
    throw usage_error("--project writes text, markdown or json", "for HTML and CSV leave --project out");
  }
  const bool text =
      options.outputs.makes("text") || (options.outputs.files().empty() && options.outputs.printed().empty());
  if (!options.kernel.empty() && (options.projected || !text)) {
    throw options.projected
        ? usage_error("--project predicts all kernels of a session", "leave --kernel out")
        : usage_error("--kernel chooses for text, and none is written", "add --format text or -o FILE.txt");
  }
  if (options.advice && (options.projected || !text)) {
    throw options.projected ? usage_error("--project predicts times, without advice", "leave --advice out")
                            : usage_error("--advice adds to the text of a session, and none is written",
                                          "add --format text or -o FILE.txt; HTML and JSON hold advice without it");
  }
}

// Nothing when --help was asked for. Throws CommandError (kUsage) for what makes no sense, and as SessionOutputs does.
std::optional<ReportOptions> parse_report_options(const Arguments& arguments, const Streams& streams) {
  std::string board;
  ReportOptions options;
  OptionTable table(kReportHelp);
  options.outputs.add_to(table);
  table.group("Content")
      .add("advice", &options.advice, "", "text also says what would help, and by how much")
      .add("kernel,k", &options.kernel, "REGEX",
           "text: only the kernels whose name matches, with their gaps, findings and advice")
      .add("project", &board, "GPU", "estimate the times on another GPU model, such as 'A100 SXM4 80 GB' or L4");
  const auto typed = table.parse(arguments, streams);
  if (!typed) return std::nullopt;
  options.outputs.check(*typed, table.command());
  if (typed->has("project")) options.projected = &board_named("--project", board, streams.err);
  refuse_options_without_effect(options);
  return options;
}

std::string render_projection(const std::string& format, const reports::ProjectionDocument& document,
                              const reports::TextOptions& text) {
  if (format == "json") return reports::render_json(document);
  if (format == "markdown") return reports::render_markdown(document);
  return reports::render_text(document, text);
}

// Text that was asked for of some kernels has to be of one at least.
std::string text_of(const reports::Document& document, reports::TextOptions options) {
  if (options.kernel.empty()) return reports::render_text(document, options);
  std::string text;
  static_cast<void>(actions::matching_pattern("--kernel", options.kernel, [&](const std::string& pattern) {
    options.kernel = pattern;
    text = reports::render_text(document, options);
    return !text.empty();
  }));
  return text;
}

}  // namespace

int report_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  const auto options = parse_report_options(arguments, streams);
  if (!options) return kOk;
  const actions::LoadedSession session(options->outputs.session());
  const reports::Document document{session.recording, session.analysis, options->outputs.title()};
  const auto projection =
      options->projected
          ? std::optional(models::project(session.analysis, session.recording.families, *options->projected))
          : std::nullopt;
  const auto render = [&](const std::string& format, bool printed, const reports::Sink& take) {
    reports::TextOptions text{.advice = options->advice, .kernel = options->kernel};
    if (printed) {
      text.colour = streams.colour;
      text.width = streams.columns;
    }
    if (projection) return take(render_projection(format, {document, *projection}, text));
    if (format.empty() || format == "text") return take(text_of(document, text));
    actions::renderer_of(format)(document, text, take);
  };
  options->outputs.write(render, streams);
  return kOk;
}

}  // namespace rooflens::cli

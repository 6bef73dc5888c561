#include "profiler/cli/options/report_options.hpp"

#include "profiler/actions/command_error.hpp"
#include "profiler/cli/options/board_option.hpp"

namespace rooflens::cli {
namespace {

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
    throw usage_error("--kernel chooses for text, and none is written",
                      options.projected ? "leave --project or --kernel out" : "add --format text or -o FILE.txt");
  }
  if (options.advice && (options.projected || !text)) {
    throw usage_error("--advice adds to the text of a session, and none is written",
                      options.projected ? "leave --project or --advice out"
                                        : "add --format text or -o FILE.txt; HTML and JSON hold advice without it");
  }
}

}  // namespace

std::optional<ReportOptions> parse_report_options(const Arguments& arguments, const Streams& streams) {
  std::string board;
  ReportOptions options;
  OptionTable table(kReportHelp);
  options.outputs.add_to(table);
  table.group("Content")
      .add("advice", &options.advice, "", "text also says what would help, and by how much")
      .add("kernel,k", &options.kernel, "REGEX",
           "text: all that is known of the kernels whose name matches, nothing else")
      .add("project", &board, "GPU", "estimate the times on another GPU model, such as 'A100 SXM4 80 GB' or L4");
  const auto typed = table.parse(arguments, streams);
  if (!typed) return std::nullopt;
  options.outputs.check(*typed, table.command());
  if (typed->has("project")) options.projected = &board_named("--project", board);
  refuse_options_without_effect(options);
  return options;
}

}  // namespace rooflens::cli

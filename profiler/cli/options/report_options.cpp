#include "profiler/cli/options/report_options.hpp"

#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {
namespace {

constexpr OptionTable::Help kReportHelp{
    .usage = "report SESSION [OPTIONS]",
    .words = "SESSION",
    .examples =
        "  rooflens report run.rlens --advice          what would help, and by how much\n"
        "  rooflens report run.rlens -o report.html    all charts and numbers; needs no network\n",
    .more = "Without -o it prints text. `rooflens plot` draws images.\n"};

// The board that a person means. Two boards of one chip differ by a third and more: none is picked for anybody.
const models::Board* parse_board(const std::string& text) {
  const std::vector<const models::Board*> found = models::boards_named(text);
  if (found.size() == 1) return found.front();
  std::string names;
  const auto add = [&](const models::Board& board) { names.append(names.empty() ? "" : ", ").append(board.name); };
  if (found.empty()) {
    for (const models::Board& board : models::boards()) add(board);
    throw usage_error("--project knows no GPU model `" + text + "`", "it knows " + names);
  }
  for (const models::Board* board : found) add(*board);
  throw usage_error("--project " + text + " names " + std::to_string(found.size()) + " GPU models: " + names,
                    "say which: --project '" + std::string(found.front()->name) + "'");
}

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
  if (typed->has("project")) options.projected = parse_board(board);
  refuse_options_without_effect(options);
  return options;
}

}  // namespace rooflens::cli

// `rooflens compare`: two sessions, or two GPUs of one, kernel by kernel. Whatever differs is said; nothing is refused.
#include <optional>

#include "profiler/actions/sessions/compare_sessions.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/comparison_output.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "reports/compare/compare.hpp"

namespace rooflens::cli {
namespace {

constexpr OptionTable::Help kCompareHelp{
    .usage = "compare A.rlens [B.rlens] [OPTIONS]",
    .words = "SESSION",
    .examples =
        "  rooflens compare before.rlens after.rlens -o compare.html    chart with both, table, GPUs\n"
        "  rooflens compare both.rlens --gpu 0,1                        two GPUs of one session\n"};

struct CompareOptions {
  std::vector<std::string> sessions;
  std::vector<std::size_t> gpus;  ///< two, or none
  ComparisonOutput output;
};

std::vector<std::size_t> parse_two(const std::string& text) {
  const std::vector<int> gpus = parse_gpus(text);
  if (gpus.size() == 2) return {gpus.begin(), gpus.end()};
  throw usage_error("--gpu takes the numbers of two GPUs, not `" + text + "`", "--gpu 0,1 compares the first two GPUs");
}

std::optional<CompareOptions> parse(const Arguments& arguments, const Streams& streams) {
  CompareOptions options;
  std::string gpus;
  OptionTable table(kCompareHelp);
  table.group("Comparison").add("gpu", &gpus, "A,B", "two GPUs of one session, numbered from 0 as in its report");
  options.output.drawn = true;
  options.output.add_to(table);
  const auto typed = table.parse(arguments, streams);
  if (!typed) return std::nullopt;
  options.sessions = typed->words;
  if (!gpus.empty()) options.gpus = parse_two(gpus);
  const std::size_t expected = options.gpus.empty() ? 2 : 1;
  if (options.sessions.size() != expected) {
    const std::string given = std::to_string(options.sessions.size());
    throw usage_error(
        expected == 1 ? "compare --gpu takes one session, not " + given : "compare takes two sessions, not " + given,
        "`rooflens compare a.rlens b.rlens`, or `rooflens compare both.rlens --gpu 0,1`");
  }
  options.output.check(options.sessions, *typed);
  return options;
}

}  // namespace

int compare_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  auto options = parse(arguments, streams);
  if (!options) return kOk;
  const actions::CompareResult result = actions::compare_sessions(options->sessions, options->gpus);
  options->output.write(reports::ComparisonDocument{result.comparison, result.names[0], result.names[1]}, streams);
  return kOk;
}

}  // namespace rooflens::cli

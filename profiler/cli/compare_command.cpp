// `rooflens compare`: two sessions, or two GPUs of one, kernel by kernel. Whatever differs is said; nothing is refused.
#include <algorithm>
#include <optional>

#include "models/compare/comparison.hpp"
#include "profiler/actions/compared_session.hpp"
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

void check_gpus(const CompareOptions& options, const actions::ComparedSession& session) {
  const std::size_t machines = session.analysis().machines.size();
  for (const std::size_t gpu : options.gpus) {
    if (gpu < machines) continue;
    throw usage_error("--gpu " + std::to_string(gpu) + ": " + session.name() + " has " + std::to_string(machines) +
                      (machines == 1 ? " GPU" : " GPUs") + " (numbered from 0)");
  }
}

std::string example_of(const std::vector<models::ComparedKernel>& kernels) {
  return kernels.empty() ? "no kernels" : "`" + kernels.front().kernel->observation->name.substr(0, 80) + "`";
}

}  // namespace

int compare_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  auto options = parse(arguments, streams);
  if (!options) return kOk;
  actions::ComparedSessions sessions;
  for (const std::string& path : options->sessions)
    sessions.push_back(std::make_unique<actions::ComparedSession>(path));
  check_gpus(*options, *sessions.front());
  const bool one = sessions.size() == 1;
  const auto gpu = [&](std::size_t i) {
    return one ? std::vector<std::size_t>{options->gpus[i]} : std::vector<std::size_t>{};
  };
  const auto name = [&](std::size_t i) {
    return one ? sessions.front()->name() + ", GPU " + std::to_string(options->gpus[i]) : sessions[i]->name();
  };
  const models::Comparison comparison = models::compare(sessions.front()->side(gpu(0)), sessions.back()->side(gpu(1)));
  if (comparison.pairs.empty()) {
    throw CommandError(kFailure, name(0) + " and " + name(1) + " have no kernel in common",
                       "one has " + example_of(comparison.only_a) + ", the other " + example_of(comparison.only_b) +
                           ": `rooflens report` lists the kernels of a session");
  }
  options->output.write(reports::ComparisonDocument{comparison, name(0), name(1)}, streams);
  return kOk;
}

}  // namespace rooflens::cli

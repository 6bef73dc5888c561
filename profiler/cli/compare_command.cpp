// `rooflens compare`: two sessions, or two GPUs of one, kernel by kernel. Whatever differs is said; nothing is refused.
#include <algorithm>
#include <optional>

#include "models/compare/comparison.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/compared_session.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/comparison_output.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/options.hpp"
#include "reports/compare/compare.hpp"

namespace rooflens::cli {
namespace {

namespace po = boost::program_options;

const Help kCompareHelp{
    "compare A.rlens [B.rlens] [OPTIONS]",
    "  rooflens compare before.rlens after.rlens                  a table in the terminal\n"
    "  rooflens compare before.rlens after.rlens -o compare.md    for a pull request\n"
    "  rooflens compare before.rlens after.rlens -o compare.html  a page: chart with both, table, devices\n"
    "  rooflens compare before.rlens after.rlens -o compare.png   its chart; .svg too\n"
    "  rooflens compare a100.rlens h200.rlens --format json | jq '.pairs[] | select(.falls_short)'\n"
    "  rooflens compare both.rlens --devices 0,1                  two GPUs of one session\n"};

struct CompareOptions {
  std::vector<std::string> sessions;
  std::vector<std::size_t> devices;  ///< two, or none
  ComparisonOutput output;
};

std::vector<std::size_t> parse_devices(const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos) {
    throw usage_error("--devices takes two numbers, not `" + text + "`", "--devices 0,1 compares the first two GPUs");
  }
  const auto number = [](const std::string& part) {
    return static_cast<std::size_t>(parse_between("--devices", part, 0, 1'000'000));
  };
  std::vector<std::size_t> devices{number(text.substr(0, comma)), number(text.substr(comma + 1))};
  if (devices[0] == devices[1]) throw usage_error("--devices " + text + " names one GPU twice");
  return devices;
}

std::optional<CompareOptions> parse(const Arguments& arguments, const Streams& streams) {
  CompareOptions options;
  std::string devices;
  po::options_description description("options", 100);
  description.add_options()("devices", po::value(&devices)->value_name("A,B"),
                            "two GPUs of one session, numbered from 0 as in its report");
  options.output.drawn = true;
  options.output.add_to(description);
  po::positional_options_description positional;
  positional.add("session", -1);
  const auto values = parse_options(arguments, description, positional, kCompareHelp, streams);
  if (!values) return std::nullopt;
  if (values->count("session")) options.sessions = (*values)["session"].as<std::vector<std::string>>();
  if (values->count("devices")) options.devices = parse_devices(devices);
  const std::size_t expected = options.devices.empty() ? 2 : 1;
  if (options.sessions.size() != expected) {
    const std::string given = std::to_string(options.sessions.size());
    throw usage_error(expected == 1 ? "compare --devices takes one session, not " + given
                                    : "compare takes two sessions, not " + given,
                      "`rooflens compare a.rlens b.rlens`, or `rooflens compare both.rlens --devices 0,1`");
  }
  options.output.check(options.sessions, *values);
  return options;
}

void check_devices(const CompareOptions& options, const ComparedSession& session) {
  const std::size_t machines = session.analysis().machines.size();
  for (const std::size_t device : options.devices) {
    if (device < machines) continue;
    throw usage_error("--devices " + std::to_string(device) + ": " + session.name() + " has " +
                      std::to_string(machines) + (machines == 1 ? " GPU" : " GPUs") + " (numbered from 0)");
  }
}

std::string example_of(const std::vector<models::ComparedKernel>& kernels) {
  return kernels.empty() ? "no kernels" : "`" + kernels.front().kernel->observation->name.substr(0, 80) + "`";
}

}  // namespace

int compare_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  auto options = parse(arguments, streams);
  if (!options) return kOk;
  ComparedSessions sessions;
  for (const std::string& path : options->sessions) sessions.push_back(std::make_unique<ComparedSession>(path));
  check_devices(*options, *sessions.front());
  const bool one = sessions.size() == 1;
  const auto device = [&](std::size_t i) {
    return one ? std::vector<std::size_t>{options->devices[i]} : std::vector<std::size_t>{};
  };
  const auto name = [&](std::size_t i) {
    return one ? sessions.front()->name() + ", GPU " + std::to_string(options->devices[i]) : sessions[i]->name();
  };
  const models::Comparison comparison =
      models::compare(sessions.front()->side(device(0)), sessions.back()->side(device(1)));
  if (comparison.pairs.empty()) {
    throw CommandError(kFailure, name(0) + " and " + name(1) + " have no kernel in common",
                       "one has " + example_of(comparison.only_a) + ", the other " + example_of(comparison.only_b) +
                           ": `rooflens report` lists the kernels of a session");
  }
  options->output.write(reports::ComparisonDocument{comparison, name(0), name(1)}, streams);
  return kOk;
}

}  // namespace rooflens::cli

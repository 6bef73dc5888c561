// `rooflens check`: the gate for continuous integration. New sessions against those of a baseline.
#include <ostream>

#include "profiler/cli/command.hpp"
#include "profiler/cli/options/check_options.hpp"
#include "reports/compare/compare.hpp"

namespace rooflens::cli {
namespace {

std::vector<std::string> names(const actions::LoadedSessions& sessions) {
  std::vector<std::string> result;
  for (const auto& session : sessions) result.push_back(session->name);
  return result;
}

}  // namespace

int check_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  const auto options = parse_check_options(arguments, streams);
  if (!options) return kOk;
  const actions::CheckResult result = actions::check_sessions(options->request);
  options->output.write(
      reports::GateDocument{result.gate, names(result.base), names(result.candidate), result.differences}, streams);
  if (result.gate.passed()) return kOk;
  if (!options->output.path.empty()) streams.err << "rooflens: failed; " << options->output.path << " says why\n";
  return kVerificationFailed;
}

}  // namespace rooflens::cli

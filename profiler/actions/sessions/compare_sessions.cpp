#include "profiler/actions/sessions/compare_sessions.hpp"

#include <utility>

#include "models/base/counted.hpp"
#include "profiler/actions/command_error.hpp"

namespace rooflens::actions {
namespace {

void check_gpus(const std::vector<std::size_t>& gpus, const LoadedSession& session) {
  const std::size_t machines = session.analysis.machines.size();
  for (const std::size_t gpu : gpus) {
    if (gpu < machines) continue;
    throw usage_error("--gpu " + std::to_string(gpu) + ": " + session.name + " has " +
                      models::counted(machines, "GPU") + " (numbered from 0)");
  }
}

}  // namespace

LoadedSessions read_sessions(const std::vector<std::string>& paths) {
  LoadedSessions sessions;
  for (const std::string& path : paths) sessions.push_back(std::make_unique<LoadedSession>(path));
  return sessions;
}

models::ComparisonSide side_of(const LoadedSession& session, std::vector<std::size_t> machines) {
  return {&session.recording, &session.analysis, std::move(machines)};
}

std::string example_of(const std::vector<models::ComparedKernel>& kernels) {
  return kernels.empty() ? "no kernels" : "`" + kernels.front().kernel->observation->name.substr(0, 80) + "`";
}

CompareResult compare_sessions(const std::vector<std::string>& sessions, const std::vector<std::size_t>& gpus) {
  CompareResult result{read_sessions(sessions), {}, {}};
  check_gpus(gpus, *result.sessions.front());
  std::vector<models::ComparisonSide> sides;
  for (std::size_t i = 0; i < 2; ++i) {
    const LoadedSession& session = i == 0 ? *result.sessions.front() : *result.sessions.back();
    sides.push_back(side_of(session, gpus.empty() ? gpus : std::vector{gpus[i]}));
    result.names[i] = session.name + (gpus.empty() ? "" : ", GPU " + std::to_string(gpus[i]));
  }
  result.comparison = models::compare(sides[0], sides[1]);
  if (result.comparison.pairs.empty()) {
    throw CommandError(kFailure, result.names[0] + " and " + result.names[1] + " have no kernel in common",
                       "one has " + example_of(result.comparison.only_a) + ", the other " +
                           example_of(result.comparison.only_b) + ": `rooflens report` lists the kernels of a session");
  }
  return result;
}

}  // namespace rooflens::actions

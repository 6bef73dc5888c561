#include "profiler/actions/sessions/check_sessions.hpp"

#include <algorithm>

#include "profiler/actions/command_error.hpp"
#include "profiler/actions/output_file.hpp"

namespace rooflens::actions {
namespace {

std::vector<models::ComparisonSide> sides(const LoadedSessions& sessions) {
  std::vector<models::ComparisonSide> result;
  for (const auto& session : sessions) result.push_back(side_of(*session));
  return result;
}

bool is_listed(const std::vector<models::ConditionDifference>& list, const models::ConditionDifference& difference) {
  return std::any_of(list.begin(), list.end(), [&](const models::ConditionDifference& earlier) {
    return earlier.condition == difference.condition && earlier.a == difference.a && earlier.b == difference.b;
  });
}

// Between the first session of the baseline and every other session, each difference once.
std::vector<models::ConditionDifference> differences(const std::vector<models::ComparisonSide>& base,
                                                     const std::vector<models::ComparisonSide>& candidate) {
  std::vector<models::ConditionDifference> result;
  const auto first = models::kernels_of(base.front());
  for (const auto* list : {&base, &candidate}) {
    for (const models::ComparisonSide& side : *list) {
      if (side.recording == base.front().recording) continue;
      const auto kernels = models::kernels_of(side);
      const auto matching = models::match_kernels(first, kernels);
      for (auto& difference : models::differing_conditions(base.front(), side, first, kernels, matching)) {
        if (!is_listed(result, difference)) result.push_back(std::move(difference));
      }
    }
  }
  return result;
}

// Times that were taken under other conditions say nothing about a change of the code. What one side does not tell is
// no other condition; it is noted.
void refuse_differences(const std::vector<models::ConditionDifference>& differences,
                        const std::vector<models::Condition>& allowed) {
  std::string what, words;
  bool kind = false;
  for (const models::ConditionDifference& difference : differences) {
    const models::Condition condition = difference.condition;
    if (condition == models::Condition::tool || !difference.recorded) continue;
    if (std::find(allowed.begin(), allowed.end(), condition) != allowed.end()) continue;
    const auto& info = models::info(condition);
    what += (what.empty() ? "" : "; ") + std::string(info.label) + ": " + difference.a + " in the baseline, " +
            difference.b + " in the new session";
    kind |= condition == models::Condition::kind;
    const std::string id(info.id);
    if (words.find(id) == std::string::npos) words += (words.empty() ? "" : ",") + id;
  }
  if (what.empty()) return;
  throw CommandError(kFailure, "the sessions cannot be held against each other: " + what,
                     kind ? "simulated numbers stand for no GPU: check recorded sessions against recorded ones"
                          : "record both under the same conditions, or say --allow " + words);
}

// A gate that compares nothing would always pass.
void refuse_emptiness(const models::Gate& gate, const LoadedSession& base, const LoadedSession& candidate) {
  const auto both = [](const models::GateKernel& kernel) { return kernel.presence == models::Presence::both; };
  if (std::none_of(gate.kernels.begin(), gate.kernels.end(), both)) {
    throw CommandError(kFailure, candidate.name + " and " + base.name + " have no kernel in common",
                       "the new session has " + example_of(kernels_of(side_of(candidate))) + ", the baseline " +
                           example_of(kernels_of(side_of(base))));
  }
  for (const models::Limit& limit : gate.limits) {
    const auto measured = [&](const models::GateKernel& kernel) {
      return std::any_of(kernel.results.begin(), kernel.results.end(), [&](const models::GateResult& result) {
        return result.limit.metric == limit.metric && result.base;
      });
    };
    if (std::any_of(gate.kernels.begin(), gate.kernels.end(), measured)) continue;
    throw CommandError(kFailure,
                       std::string(limit.metric->id) + " was measured for no kernel of the baseline that is compared",
                       "leave it out of --max-regression, or record the baseline with the counters that it needs");
  }
}

}  // namespace

CheckResult check_sessions(const CheckRequest& request) {
  for (const auto& side : {request.base, request.candidate}) {  // two samples that agree perfectly
    refuse_same_files("check", side, " twice on one side", "each session is one sample: name it once");
  }
  CheckResult result{read_sessions(request.base), read_sessions(request.candidate), {}, {}};
  const auto base = sides(result.base);
  const auto candidate = sides(result.candidate);
  result.differences = differences(base, candidate);
  refuse_differences(result.differences, request.allowed);
  result.gate = models::check(base, candidate, request.limits, request.missing_allowed, request.precision_allowed);
  refuse_emptiness(result.gate, *result.base.front(), *result.candidate.front());
  return result;
}

}  // namespace rooflens::actions

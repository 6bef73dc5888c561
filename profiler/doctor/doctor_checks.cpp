#include "profiler/doctor/doctor_checks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "models/base/missing.hpp"
#include "profiler/doctor/doctor_check_list.hpp"

namespace rooflens::doctor {
namespace {

constexpr std::array kChecks{
    checks::build,       checks::driver,    checks::gpus,   checks::cupti,      checks::other_cupti, checks::permission,
    checks::counters,    checks::platform,  checks::mig,    checks::mps,        checks::profilers,   checks::dcgm,
    checks::environment, checks::injection, checks::clocks, checks::throttling, checks::persistence,
};

}  // namespace

std::string_view name(Status status) {
  switch (status) {
    case Status::problem:
      return "problem";
    case Status::warning:
      return "warning";
    case Status::unknown:
      return models::kUnknown;
    case Status::ok:
      break;
  }
  return "ok";
}

std::vector<Check> diagnose(const Facts& facts) {
  std::vector<Check> result;
  for (const auto& check : kChecks) {
    if (auto found = check(facts)) result.push_back(std::move(*found));
  }
  std::stable_sort(result.begin(), result.end(), [](const Check& a, const Check& b) { return a.status < b.status; });
  return result;
}

bool counters_can_be_collected(const std::vector<Check>& checks) {
  return std::none_of(checks.begin(), checks.end(), [](const Check& c) { return c.status == Status::problem; });
}

namespace checks {

const std::vector<device::NvmlState>& gpus_of(const Facts& facts) {
  static const std::vector<device::NvmlState> none;
  return facts.driver ? facts.driver->gpus : none;
}

std::string gpu_text(const Facts& facts, std::size_t index) {
  const std::string& name = gpus_of(facts).at(index).name;
  return fmt::format("GPU {} ({})", index, name.empty() ? "of unknown name" : name);
}

std::vector<std::string> tools_of(const Facts& facts, ToolKind kind) {
  std::vector<std::string> result;
  for (const RunningTool& tool : facts.system.tools) {
    if (tool.kind == kind) result.push_back(fmt::format("{} (process {})", tool.program, tool.pid));
  }
  return result;
}

bool probed_well(const Facts& facts) {
  return !facts.probes.empty() && std::all_of(facts.probes.begin(), facts.probes.end(), [](const auto& probe) {
    return probe.answer == collect::cupti::ProbeAnswer::counters;
  });
}

}  // namespace checks
}  // namespace rooflens::doctor

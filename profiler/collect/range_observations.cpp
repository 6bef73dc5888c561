#include "profiler/collect/range_observations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "profiler/collect/kernel_name.hpp"

namespace rooflens::collect {
namespace {

constexpr double kEnoughTime = 0.95;

struct Part {
  const KernelEntry* kernel;
  LaunchTimes times;
  const models::Observation* observation = nullptr;  ///< nullptr: several amounts of work, or none was counted
  [[nodiscard]] double time_ns() const {
    return times.timed > 0 ? times.total_ns * static_cast<double>(times.launches) / static_cast<double>(times.timed)
                           : 0;
  }
};

// The kernel's observation, if there is exactly one.
const models::Observation* find(const KernelEntry& kernel, int machine, int process,
                                const std::vector<models::Observation>& observations) {
  const std::string function = demangle(kernel.record.function);
  const models::Observation* found = nullptr;
  for (const models::Observation& o : observations) {
    if (o.machine != machine || o.process != process || o.launches.empty()) continue;
    const models::Launch& launch = o.launches.front();
    if (launch.function != function || launch.grid != kernel.record.launch.grid ||
        launch.block != kernel.record.launch.block ||
        launch.dynamic_shared_bytes != kernel.record.launch.dynamic_shared_bytes) {
      continue;
    }
    if (found) return nullptr;
    found = &o;
  }
  return found;
}

void add_counters(const std::vector<Part>& parts, double time_ns, models::Observation& o) {
  std::map<std::string, std::pair<models::CounterValue, double>> sums;  // and the time of the kernels that have it
  for (const Part& part : parts) {
    if (!part.observation) continue;
    for (const auto& [name, value] : part.observation->counters) {
      if (!name.ends_with(".sum")) continue;
      auto& [sum, covered] = sums[name];
      const auto launches = static_cast<double>(part.times.launches);
      sum.value += value.value * launches;
      sum.min += value.min * launches;
      sum.max += value.max * launches;
      sum.pass = value.pass;
      sum.source = value.source;
      covered += part.time_ns();
    }
  }
  for (auto& [name, entry] : sums) {
    auto& [sum, covered] = entry;
    if (time_ns <= 0 || covered >= kEnoughTime * time_ns) {
      sum.samples = 1;
      o.counters.set(name, sum);
    } else {
      o.refused.push_back({name, fmt::format("only kernels that take {:.0f} % of this range's time were counted",
                                             100 * covered / time_ns)});
    }
  }
}

}  // namespace

std::vector<models::Observation> range_observations(const SpoolIndex& index, const std::vector<RangeMember>& members,
                                                    const std::vector<models::Observation>& kernels, int process) {
  std::map<std::pair<int, int>, std::vector<Part>> ranges;  // by machine and range
  for (const RangeMember& member : members) {
    if (member.kernel->record.form == spool::LaunchForm::graph) continue;
    const models::Observation* observation = find(*member.kernel, member.machine, process, kernels);
    for (const auto& [range, times] : member.kernel->times_by_range) {
      if (range != 0 && index.ranges.contains(range)) {
        ranges[{member.machine, range}].push_back({member.kernel, times, observation});
      }
    }
  }
  std::vector<models::Observation> result;
  for (const auto& [key, parts] : ranges) {
    models::Observation o;
    o.name = index.ranges.at(key.second);
    o.scope = models::Scope::nvtx;
    o.machine = key.first;
    o.process = process;
    o.replay = models::Replay::spread;
    double time_ns = 0;
    for (const Part& part : parts) {
      time_ns += part.time_ns();
      o.launches_made += part.times.launches;
      models::Launch launch = part.kernel->record.launch;
      launch.function = demangle(part.kernel->record.function);
      launch.count = std::max<std::uint64_t>(1, part.times.launches);
      o.launches.push_back(std::move(launch));
    }
    if (time_ns > 0) o.durations = {models::Seconds(time_ns * 1e-9)};
    add_counters(parts, time_ns, o);
    if (o.counters.empty()) o.replay = models::Replay::none;
    o.remarks.push_back(
        fmt::format("sums over {} launches of {} kernels in this range, over the whole run; its time is "
                    "that of its kernels",
                    o.launches_made, parts.size()));
    result.push_back(std::move(o));
  }
  return result;
}

}  // namespace rooflens::collect

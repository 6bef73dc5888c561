#include "profiler/assemble/range_observations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "models/counters/counter_group.hpp"
#include "models/place/operations.hpp"
#include "profiler/config/kernel_name.hpp"

namespace rooflens::collect {
namespace {

constexpr double kEnoughTime = 0.95;

struct Part {
  const KernelEntry* kernel;
  TimeTotals times;
  std::span<const models::Observation> works;  ///< one for each amount of work that its launches do
  /// Not to be told from those elsewhere: they do several amounts of work, and only some of them are in the range.
  [[nodiscard]] bool mixed() const { return works.size() > 1 && times.launches < kernel->times.launches; }
  /// Mean of a launch: in this range, or else in all, or else in a replay; 0: nowhere timed.
  [[nodiscard]] double each_ns() const {
    for (const TimeTotals* known : std::initializer_list<const TimeTotals*>{&times, &kernel->times}) {
      if (known->timed > 0) return known->total_ns / static_cast<double>(known->timed);
    }
    double sum = 0;
    std::size_t count = 0;
    for (const spool::ObservationRecord& record : kernel->observations) {
      if (record.duration_ns <= 0) continue;
      sum += record.duration_ns;
      ++count;
    }
    return count > 0 ? sum / static_cast<double>(count) : 0;
  }
  [[nodiscard]] double time_ns() const { return each_ns() * static_cast<double>(times.launches); }
};

struct Sum {
  models::CounterValue value;
  double time_ns = 0;             ///< of the kernels that have the counter
  std::size_t parts = 0;          ///< that have it
  const Part* lacking = nullptr;  ///< the kernel without it that takes most time
};

// A replay leaves formats out where the others explain how busy the tensor pipe was, and keeps none where they do not.
bool has_every_format_used(const models::Observation& o) {
  if (o.replay != models::Replay::kernel || !o.counters.find(models::kTensorBusy)) return false;
  bool some = false;
  for (const auto& [name, value] : o.counters) some |= models::is_tensor_counter(name);
  return some;
}

// Whether it is known, though it was not counted, that nothing was done: by a tensor pipe that never moved, or in a
// format that the kernel does not use, as where it moved constants alone.
bool did_nothing(const models::Observation& o, const std::string& counter) {
  const auto activity = o.counters.value(models::kTensorActivity);
  if (!models::is_tensor_counter(counter)) return counter == models::kHalfOnTensorPipe && activity && *activity <= 0;
  return (activity && models::matrix_work(o.counters) == models::MatrixWork::none) || has_every_format_used(o);
}

// What the part counted, of its mean launch.
std::optional<models::CounterValue> counted(const Part& part, const std::string& counter) {
  if (part.works.empty() || part.mixed()) return std::nullopt;
  double all = 0;
  for (const models::Observation& work : part.works) all += static_cast<double>(work.launches_made);
  models::CounterValue mean;
  for (const models::Observation& work : part.works) {
    const models::CounterValue* value = work.counters.find(counter);
    if (!value && !did_nothing(work, counter)) return std::nullopt;
    if (!value) continue;
    const double share = static_cast<double>(work.launches_made) / all;
    mean.value += value->value * share;
    mean.min += value->min * share;
    mean.max += value->max * share;
  }
  return mean;
}

std::map<std::string, Sum> sums_of(const std::vector<Part>& parts) {
  std::map<std::string, Sum> sums;
  for (const Part& part : parts) {
    for (const models::Observation& work : part.works) {
      for (const auto& [name, value] : work.counters) {
        if (!name.ends_with(".sum")) continue;
        sums[name].value.pass = value.pass;
        sums[name].value.source = value.source;
      }
    }
  }
  for (auto& [name, sum] : sums) {
    for (const Part& part : parts) {
      const auto value = counted(part, name);
      if (!value) {
        if (!sum.lacking || part.time_ns() > sum.lacking->time_ns()) sum.lacking = &part;
        continue;
      }
      const auto launches = static_cast<double>(part.times.launches);
      sum.value.value += value->value * launches;
      sum.value.min += value->min * launches;
      sum.value.max += value->max * launches;
      sum.time_ns += part.time_ns();
      ++sum.parts;
    }
  }
  return sums;
}

std::string name_of(const Part& part) {
  return part.works.size() == 1 ? part.works.front().name : demangle(part.kernel->record().function);
}

void add_counters(const std::vector<Part>& parts, double time_ns, models::Observation& o) {
  double lowest = 1;
  for (const auto& [name, sum] : sums_of(parts)) {
    const double share = time_ns > 0 ? sum.time_ns / time_ns : 0;
    if (sum.parts < parts.size() && share < kEnoughTime) {
      o.refused.push_back(
          {name,
           fmt::format("{} {}; kernels that take {:.0f} % of this range's time were counted", name_of(*sum.lacking),
                       sum.lacking->mixed() ? "does several amounts of work, here and elsewhere" : "was not counted",
                       100 * share)});
      continue;
    }
    if (sum.parts < parts.size()) lowest = std::min(lowest, share);
    o.counters.set(name, sum.value);
  }
  if (lowest < 1) {
    o.remarks.push_back(fmt::format(
        "kernels that take {:.1f} % of this range's time are missing in some of its counters", 100 * (1 - lowest)));
  }
}

// Numbers of all ranges that enclose each one, itself among them: "step/forward" is in "step".
std::map<int, std::vector<int>> enclosing(const std::map<int, std::string>& ranges) {
  std::map<std::string_view, int> by_name;
  for (const auto& [number, name] : ranges) by_name.emplace(name, number);
  std::map<int, std::vector<int>> all;
  for (const auto& [number, name] : ranges) {
    std::vector<int>& outer = all[number];
    outer.push_back(number);
    for (std::size_t end = name.find('/'); end != std::string::npos; end = name.find('/', end + 1)) {
      const auto it = by_name.find(std::string_view(name).substr(0, end));
      if (it != by_name.end()) outer.push_back(it->second);
    }
  }
  return all;
}

void add_launches(std::vector<Part>& parts, const RangeMember& member, std::span<const models::Observation> works,
                  const TimeTotals& times) {
  const auto same = [&](const Part& part) { return part.kernel == member.kernel; };
  auto part = std::find_if(parts.begin(), parts.end(), same);
  if (part == parts.end()) part = parts.insert(parts.end(), Part{member.kernel, {}, works});
  part->times.add(times);
}

}  // namespace

std::vector<models::Observation> range_observations(const SpoolIndex& index, const std::vector<RangeMember>& members,
                                                    const std::vector<models::Observation>& kernels, int process) {
  const std::map<int, std::vector<int>> outer = enclosing(index.ranges);
  std::map<std::pair<int, int>, std::vector<Part>> ranges;  // by machine and range
  for (const RangeMember& member : members) {
    if (member.kernel->record().form == spool::LaunchForm::graph) continue;
    const auto works = std::span(kernels).subspan(member.first, member.works);
    for (const auto& [range, times] : member.kernel->times_by_range) {
      if (range == 0 || !index.ranges.contains(range)) continue;
      for (const int each : outer.at(range)) add_launches(ranges[{member.machine, each}], member, works, times);
    }
  }
  std::vector<models::Observation> result;
  for (const auto& [key, parts] : ranges) {
    models::Observation o;
    o.name = index.ranges.at(key.second);
    o.scope = models::Scope::nvtx;
    o.machine = key.first;
    o.process = process;
    o.replay = models::Replay::rotate;
    double time_ns = 0;
    for (const Part& part : parts) {
      time_ns += part.time_ns();
      o.launches_made += part.times.launches;
      models::Launch launch = part.kernel->record().launch;
      launch.function = demangle(part.kernel->record().function);
      launch.count = std::max<std::uint64_t>(1, part.times.launches);
      o.launches.push_back(std::move(launch));
    }
    const auto untimed = std::find_if(parts.begin(), parts.end(), [](const Part& part) { return part.each_ns() == 0; });
    if (untimed != parts.end()) {
      o.remarks.push_back(name_of(*untimed) + " was never timed, so this range has no time");
      time_ns = 0;
    }
    std::uint64_t timed = 0;
    for (const Part& part : parts) timed += std::min(part.times.timed, part.times.launches);
    if (time_ns > 0 && timed < o.launches_made) {
      o.remarks.push_back(fmt::format("{} of its launches were timed; the others are taken to be like them", timed));
    }
    if (time_ns > 0) o.durations = {models::Seconds(time_ns * 1e-9)};
    add_counters(parts, time_ns, o);
    std::uint64_t varying = 0;
    for (const Part& part : parts) varying += part.works.size() > 1 && !part.mixed() ? part.times.launches : 0;
    if (varying > 0 && !o.counters.empty()) {
      o.remarks.push_back(fmt::format(
          "{} of its launches are of kernels that do several amounts of work: their mean is an estimate", varying));
    }
    if (o.counters.empty()) o.replay = models::Replay::none;
    o.remarks.push_back(fmt::format(
        "sums over {} launches of {} kernels in this range and those inside it; its time is that of its kernels",
        o.launches_made, parts.size()));
    result.push_back(std::move(o));
  }
  return result;
}

}  // namespace rooflens::collect

#include "profiler/assemble/same_work.hpp"

#include <cmath>

#include "models/counters/counter_group.hpp"
#include "profiler/assemble/amounts_of_work.hpp"
#include "profiler/assemble/cluster.hpp"
#include "profiler/assemble/counted_groups.hpp"

namespace rooflens::collect {
namespace {

// Of hardware counters: patched code may execute more. NaN: its launches differ, or none was counted in that way.
double instructions(const KernelEntry& kernel, const SpoolIndex& index) {
  std::vector<double> values;
  for (const spool::ObservationRecord& record : kernel.observations) {
    const double value = value_of(index.groups.at(record.group), record, models::kHardwareAnchor);
    if (!record.overlapped) values.push_back(value);
  }
  const std::vector<Cluster> works = cluster(values, kAlikeWithin);
  return works.size() == 1 ? works.front().centre : std::nan("");
}

SameWork together(const SpoolIndex& index, const std::vector<int>& kernels) {
  SameWork work{kernels, &index.kernels.at(kernels.front()), nullptr, false};
  for (const int kernel : kernels) work.nodes = work.nodes || index.kernels.at(kernel).shape.has_value();
  if (kernels.size() == 1) return work;
  auto merged = std::make_shared<KernelEntry>();
  merged->described = work.entry->described;
  merged->parameters = work.entry->parameters;
  for (const int number : kernels) {
    const KernelEntry& kernel = index.kernels.at(number);
    merged->observations.insert(merged->observations.end(), kernel.observations.begin(), kernel.observations.end());
    merged->times.add(kernel.times);
    for (const auto& [range, times] : kernel.times_by_range) merged->times_by_range[range].add(times);
  }
  work.merged = std::move(merged);
  work.entry = work.merged.get();
  return work;
}

}  // namespace

std::vector<SameWork> same_work(const SpoolIndex& index, int shape) {
  std::vector<int> numbers{shape};
  if (const auto nodes = index.nodes_of.find(shape); nodes != index.nodes_of.end()) {
    numbers.insert(numbers.end(), nodes->second.begin(), nodes->second.end());
  }
  std::vector<double> executed;
  std::vector<int> uncounted;
  std::vector<int> differing;
  for (const int number : numbers) {
    const KernelEntry& kernel = index.kernels.at(number);
    executed.push_back(numbers.size() > 1 ? instructions(kernel, index) : std::nan(""));
    if (!std::isnan(executed.back())) continue;
    (kernel.observations.empty() ? uncounted : differing).push_back(number);
  }
  std::vector<SameWork> works;
  for (const Cluster& work : cluster(executed, kAlikeWithin)) {
    std::vector<int> kernels;
    for (const std::size_t i : work.members) kernels.push_back(numbers[i]);
    works.push_back(together(index, kernels));
  }
  for (const int number : differing) works.push_back(together(index, {number}));
  if (!uncounted.empty()) works.push_back(together(index, uncounted));
  return works;
}

}  // namespace rooflens::collect

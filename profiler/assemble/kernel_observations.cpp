#include "profiler/assemble/kernel_observations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "models/counters/counter_group.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/counters/names.hpp"
#include "models/place/operations.hpp"
#include "models/record/uncounted.hpp"
#include "profiler/assemble/cluster.hpp"
#include "profiler/assemble/counted_groups.hpp"
#include "profiler/assemble/rotated_observations.hpp"

namespace rooflens::collect {
namespace {

using spool::ObservationRecord;

// Each launch was counted completely, so nothing can contradict itself; but launches may have done different work.
models::Observation replayed(const KernelEntry& kernel, const SpoolIndex& index, const Groups& groups,
                             const std::string& name) {
  Draft draft = uncounted(kernel, name);
  models::Observation& o = draft.observation;
  o.replay = models::Replay::kernel;
  // The fuller set of counters, where a kernel was repeated for both.
  const CountedGroup* chosen = nullptr;
  for (const auto& [id, counted] : groups) {
    if (!chosen || counted.group->counters.size() > chosen->group->counters.size()) chosen = &counted;
  }
  draft.take(*chosen->group, chosen->launches);
  if (const std::string_view anchor = anchor_of(*chosen->group); !anchor.empty()) {
    const std::vector<Cluster> works = cluster(values_of(*chosen, anchor), kAlikeWithin);
    if (works.size() > 1) {
      o.remarks.push_back(
          fmt::format("the {} launches that were counted did different amounts of work ({:.6g} to {:.6g} of {}): "
                      "values are their means",
                      chosen->launches.size(), works.front().centre, works.back().centre, anchor));
    }
  }
  if (o.durations.empty()) {
    std::vector<double> samples;
    for (const auto& [id, counted] : groups) {
      for (const ObservationRecord* record : counted.launches) {
        if (record->duration_ns > 0) samples.push_back(record->duration_ns);
      }
    }
    o.durations = durations_of(samples, std::vector<double>(samples.size(), 1));
    if (!samples.empty()) o.remarks.push_back("timed in the first pass of the replay, no launch was left alone");
  }
  draft.finish(index);
  return std::move(draft.observation);
}

// Whether launches by rotation gave every group that a replay gives. Where the replay found no matrix work, none of the
// groups that count it is missing.
bool covers(const Groups& rotated, const models::Observation& replay, const SpoolIndex& index) {
  if (!rotated.contains(std::string(kHardwareGroup)) || !rotated.contains(std::string(kSassGroup))) return false;
  bool formats = false;
  for (const auto& counter : replay.counters) formats |= models::is_tensor_counter(counter.name);
  const bool told = replay.counters.find(models::kTensorActivity) != nullptr;
  const bool matrices = formats && !(told && models::matrix_work(replay.counters) == models::MatrixWork::none);
  return std::all_of(index.groups.begin(), index.groups.end(), [&](const auto& entry) {
    const spool::GroupRecord& group = entry.second;
    const bool wanted = group.id.starts_with("extra") || (matrices && group.id.starts_with("tensor"));
    return group.replayed || !wanted || rotated.contains(group.id);
  });
}

// Of launches that were repeated, those that say whether the tensor pipe did matrix work; there may be none.
CountedGroup telling_of_pipe(const Groups& replay) {
  for (const auto& [id, counted] : replay) {
    if (has_counter(*counted.group, models::kHalfOnTensorPipe)) return counted;
  }
  return {};
}

// Without what DRAM delivers to the kernel alone it says nothing.
void add_arguments(const KernelEntry& kernel, models::Observation& observation) {
  const bool read = observation.counters.find(models::counter::kDramBytesReadSum) ||
                    observation.counters.find(models::counter::kFbpaDramReadBytesSum);
  const bool overlapped = std::ranges::any_of(kernel.observations, &ObservationRecord::overlapped);
  if (!read || overlapped || !(kernel.argument_bytes.value_or(0) > 0)) return;
  const double bytes = *kernel.argument_bytes;
  observation.counters.set(std::string(models::kArgumentBytes), {.value = bytes, .min = bytes, .max = bytes});
}

std::vector<models::Observation> counted_or_timed(const KernelEntry& kernel, const SpoolIndex& index,
                                                  const std::string& name) {
  const Groups replay = counted_launches(kernel, index, true);
  const Groups rotated = counted_launches(kernel, index, false);
  std::optional<models::Observation> repeated;
  if (!replay.empty()) repeated = replayed(kernel, index, replay, name);
  if (!rotated.empty() && (!repeated || covers(rotated, *repeated, index))) {
    const CountedGroup telling = telling_of_pipe(replay);
    RotatedResult result = rotated_observations(kernel, index, rotated, telling, name);
    // Where launches do several amounts of work, a replay knows one of them alone.
    const bool open = result.observations.size() == 1 &&
                      models::matrix_work(result.observations.front().counters) == models::MatrixWork::possible;
    if (!repeated || (result.agreed && !(open && telling.group))) return std::move(result.observations);
  }
  if (repeated) return {std::move(*repeated)};
  Draft draft = uncounted(kernel, name);
  if (!kernel.left_alone.empty()) {
    draft.observation.remarks.push_back(std::string(models::kLeftAlone) + kernel.left_alone);
  } else if (!index.groups.empty()) {
    draft.observation.remarks.push_back("no launch was counted; only times are known");
  }
  return {std::move(draft.observation)};
}

}  // namespace

std::vector<models::Observation> kernel_observations(const KernelEntry& kernel, const SpoolIndex& index,
                                                     const std::string& name) {
  std::vector<models::Observation> all = counted_or_timed(kernel, index, name);
  for (models::Observation& one : all) add_arguments(kernel, one);
  return all;
}

}  // namespace rooflens::collect

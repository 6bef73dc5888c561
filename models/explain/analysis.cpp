#include "models/explain/analysis.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "models/explain/hints.hpp"
#include "models/explain/machine_findings.hpp"
#include "models/explain/verdict.hpp"
#include "models/find/findings.hpp"

namespace rooflens::models {
namespace {

/// What was recorded of one machine.
struct RecordedOfMachine {
  std::vector<const Observation*> kernels, ranges;
  std::vector<const FunctionProfile*> functions;
};

std::map<int, RecordedOfMachine> by_machine(const Recording& recording) {
  std::map<int, RecordedOfMachine> machines;
  for (const Machine& machine : recording.machines) machines[machine.id];
  for (const Observation& observation : recording.observations) {
    const auto its = machines.find(observation.machine);
    if (its == machines.end()) {
      throw std::invalid_argument(fmt::format("observation {} refers to GPU {}, which the session does not hold",
                                              observation.name, observation.machine));
    }
    (observation.scope == Scope::nvtx ? its->second.ranges : its->second.kernels).push_back(&observation);
  }
  for (const FunctionProfile& function : recording.functions) machines[function.machine].functions.push_back(&function);
  return machines;
}

/// make(i) for each i below `count`.
template <typename Make>
auto of_each(std::size_t count, const ForEach& for_each, const Make& make) {
  constexpr std::size_t kLeastOfAThread = 500;  // some milliseconds of work
  std::vector<std::invoke_result_t<Make, std::size_t>> results(count);
  for_each(count, kLeastOfAThread, [&](std::size_t i) { results[i] = make(i); });
  return results;
}

bool is_peer(const std::string& kernel, const std::vector<Family>& families) {
  return std::ranges::any_of(families, [&](const Family& family) {
    return std::ranges::find(family.members, kernel, &FamilyMember::peer) != family.members.end();
  });
}

// Whether its code may be somebody else's: nothing shows the lines of an application's kernel, or the catalogue says
// so.
bool may_be_of_library(const Observation& kernel, const SourceProfile* source, const std::vector<Family>& families) {
  return kernel.cache == CachePolicy::uncontrolled ? !(source && source->has_lines()) : is_peer(kernel.name, families);
}

std::string words_for_callers(const std::vector<AnalysedKernel>& kernels) {
  return std::ranges::any_of(kernels, &AnalysedKernel::may_be_of_library)
             ? "A library's kernel (cuBLAS, cuDNN, PyTorch) is changed by its call: data type, shape, batch size, "
               "memory "
               "layout, or one call that does the work of several (a fused optimizer, torch.compile)."
             : "";
}

// What the best advice promises for sure, and what the roof leaves or advice promises at most. `share`: of the time of
// all kernels.
std::optional<Recoverable> recoverable(const Placement& kernel, const Explanation& why, Seconds time, double share) {
  if (time.value() <= 0 || kernel.failed() || (kernel.mismatch && kernel.mismatch->withholds_shares()))
    return std::nullopt;
  if (!why.gap && !kernel.percent_of_roof) return std::nullopt;
  const auto saved_by = [&](double faster) { return time * (1 - 1 / std::max(1.0, faster)); };
  // The roof of measured work holds what may go: unused sectors, atomics, values that are served again.
  double most = why.gap ? why.gap->total : 1 / kernel.percent_of_roof->fraction;
  for (const Advice& advice : why.advice) most = std::max(most, advice.gain_high);
  const Seconds at_most = saved_by(most);
  const Seconds at_least = why.advice.empty() ? Seconds() : saved_by(why.advice.front().gain_low);
  return Recoverable{std::min(at_least, at_most), at_most, share * (at_most / time)};
}

// Where nothing is known, all of the time may be saved.
std::vector<std::size_t> by_recoverable(const std::vector<AnalysedKernel>& kernels, const RunTime& run) {
  const auto left = [&](std::size_t i) {
    return kernels[i].recoverable ? kernels[i].recoverable->at_most : run.of_kernel[i];
  };
  std::vector<std::size_t> order(kernels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(), left);
  return order;
}

/// What is known of the kernels of one machine before they are placed.
struct Before {
  const Machine& machine;
  const std::vector<const Observation*>& kernels;
  const std::vector<Family>& families;
  const RunTime& run_time;
  const KernelSources& sources;
};

std::shared_ptr<const BlockTimeline> timeline_of(const Observation& observation, const Machine& machine) {
  auto line = observation.blocks ? block_timeline(*observation.blocks, machine.device.sm_count) : std::nullopt;
  return line ? std::make_shared<const BlockTimeline>(*std::move(line)) : nullptr;
}

AnalysedKernel analyse_kernel(const Before& before, std::size_t i) {
  const Observation& observation = *before.kernels[i];
  const SourceProfile* source = before.sources.find(i);
  Placement placement = place(observation, before.machine);
  std::vector<Finding> findings = kernel_findings(placement, source, !before.sources.profiles.empty());
  Explanation why = explain(placement, before.sources.are_of_it_alone(i) ? source : nullptr);
  // Where samples were taken, what has none cannot be sampled.
  const Sampled sampled = source && source->has_lines()     ? Sampled::by_line
                          : before.sources.profiles.empty() ? Sampled::no
                                                            : Sampled::by_kernel;
  std::vector<Finding> hinted = hints(placement, why, sampled);
  const Seconds time = before.run_time.of_kernel[i], all = before.run_time.kernels;
  const double share = all.value() > 0 ? time / all : 0;
  const auto saved = recoverable(placement, why, time, share);
  const bool of_library = !why.advice.empty() && may_be_of_library(observation, source, before.families);
  return {std::move(placement),
          before_notes(std::move(findings), std::move(hinted)),
          std::move(why),
          share,
          saved,
          compare_with_peer(before.families, before.kernels, observation),
          before.sources.of_kernel[i],
          of_library,
          timeline_of(observation, before.machine)};
}

AnalysedKernel analyse_range(const Observation& observation, const Machine& machine) {
  Placement placement = place(observation, machine);
  std::vector<Finding> findings = kernel_findings(placement);
  Explanation why = explain(placement);
  return {std::move(placement), std::move(findings), std::move(why)};
}

MachineAnalysis analyse_machine(const Machine& machine, const RecordedOfMachine& recorded, const Recording& recording,
                                const ForEach& for_each) {
  RunTime run = run_time(recorded.kernels, recording);
  KernelSources sources = kernel_sources(recorded.functions, recorded.kernels, run.of_kernel);
  const Before before{machine, recorded.kernels, recording.families, run, sources};
  auto kernels = of_each(recorded.kernels.size(), for_each, [&](std::size_t i) { return analyse_kernel(before, i); });
  auto ranges = of_each(recorded.ranges.size(), for_each,
                        [&](std::size_t i) { return analyse_range(*recorded.ranges[i], machine); });
  auto order = by_recoverable(kernels, run);
  auto groups = kernel_groups(kernels);
  MachineKernels ran{&machine,
                     std::move(kernels),
                     std::move(order),
                     std::move(ranges),
                     std::move(sources.profiles),
                     std::move(groups),
                     ProblemLabels(recorded.kernels),
                     std::move(run)};
  auto families = family_progress(recording.families, ran.kernels);
  auto for_callers = words_for_callers(ran.kernels);
  auto words = verdict(ran);
  auto findings = machine_findings(ran);
  return {std::move(ran), std::move(families), std::move(for_callers), std::move(words), std::move(findings)};
}

}  // namespace

Analysis analyse(const Recording& recording, const ForEach& for_each) {
  const std::map<int, RecordedOfMachine> recorded = by_machine(recording);
  Analysis analysis{kModelVersion, common_notes(recording.notes), ProblemLabels(recording.observations), {}};
  analysis.machines.reserve(recording.machines.size());  // families point to kernels
  for (const Machine& machine : recording.machines)
    analysis.machines.push_back(analyse_machine(machine, recorded.at(machine.id), recording, for_each));
  return analysis;
}

}  // namespace rooflens::models

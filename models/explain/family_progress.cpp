#include "models/explain/family_progress.hpp"

#include <algorithm>
#include <string>

#include "models/counters/names.hpp"
#include "models/explain/analysis.hpp"

namespace rooflens::models {
namespace {

constexpr double kSectorBytes = 32;

std::vector<const AnalysedKernel*> observed(const std::vector<AnalysedKernel>& kernels, const std::string& name) {
  std::vector<const AnalysedKernel*> found;
  for (const AnalysedKernel& kernel : kernels) {
    if (kernel.observation->name == name) found.push_back(&kernel);
  }
  return found;
}

Seconds time_of(const AnalysedKernel& kernel) { return kernel.time ? kernel.time->median : Seconds(-1); }

bool longer(const AnalysedKernel* a, const AnalysedKernel* b) { return time_of(*a) < time_of(*b); }

// The problem that the others are held against.
const Observation* problem_of(const Family& family, const std::vector<AnalysedKernel>& kernels) {
  for (const FamilyMember& member : family.members) {
    const auto found = observed(kernels, member.kernel);
    if (!found.empty()) return (*std::max_element(found.begin(), found.end(), longer))->observation;
  }
  return nullptr;
}

// How many of the parameters that both have are equal.
std::ptrdiff_t nearness(const Observation& a, const Observation& b) {
  return std::count_if(a.parameters.begin(), a.parameters.end(), [&](const auto& entry) {
    const auto it = b.parameters.find(entry.first);
    return it != b.parameters.end() && it->second == entry.second;
  });
}

const AnalysedKernel* nearest(const std::vector<const AnalysedKernel*>& found, const Observation& problem) {
  if (found.empty()) return nullptr;
  return *std::max_element(found.begin(), found.end(), [&](const AnalysedKernel* a, const AnalysedKernel* b) {
    const auto near_a = nearness(problem, *a->observation);
    const auto near_b = nearness(problem, *b->observation);
    return near_a != near_b ? near_a < near_b : longer(a, b);
  });
}

std::optional<double> sectors_over_ideal(const CounterSet& counters) {
  const auto sum = [&](std::string_view load, std::string_view store) -> std::optional<double> {
    const auto loads = counters.value(load);
    const auto stores = counters.value(store);
    return loads && stores ? std::optional(*loads + *stores) : std::nullopt;
  };
  const auto sectors = sum(counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpLdSum,
                           counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpStSum);
  const auto bytes = evaluate("global_requested_bytes", counters);
  if (!sectors || !bytes || *bytes <= 0) return std::nullopt;
  return *sectors * kSectorBytes / *bytes;
}

MemberState state_of(const AnalysedKernel* kernel) {
  if (!kernel) return MemberState::not_run;
  if (kernel->failed()) return MemberState::failed;
  return kernel->time && kernel->time->median.value() > 0 ? MemberState::measured : MemberState::not_timed;
}

MemberProgress progress_of(const std::vector<AnalysedKernel>& kernels, const FamilyMember& member,
                           const Observation& problem) {
  MemberProgress progress;
  progress.member = &member;
  progress.kernel = nearest(observed(kernels, member.kernel), problem);
  progress.state = state_of(progress.kernel);
  if (!progress.kernel) return progress;
  const CounterSet& counters = progress.kernel->counters();
  progress.other_problem = !same_problem(problem, *progress.kernel->observation);
  progress.lane_efficiency = evaluate("lane_efficiency", counters);
  progress.wavefronts_over_ideal = progress.kernel->bank_conflict_degree;
  progress.sectors_over_ideal = sectors_over_ideal(counters);
  return progress;
}

std::optional<double> speed_up(const MemberProgress* before, const MemberProgress& after) {
  if (!before || !same_problem(*before->kernel->observation, *after.kernel->observation)) return std::nullopt;
  return before->kernel->time->median / after.kernel->time->median;
}

void compare_steps(std::vector<MemberProgress>& steps) {
  const MemberProgress* first = nullptr;
  const MemberProgress* previous = nullptr;
  for (MemberProgress& step : steps) {
    if (step.state != MemberState::measured) continue;
    step.over_previous = speed_up(previous, step);
    step.over_first = speed_up(first, step);
    previous = &step;
    if (!first) first = &step;
  }
}

// Measured ones by time; the others stay in the order of the catalogue.
bool stands_before(const MemberProgress& a, const MemberProgress& b) {
  if (a.state != b.state) return a.state < b.state;
  return a.state == MemberState::measured && time_of(*a.kernel) < time_of(*b.kernel);
}

}  // namespace

const MemberProgress* FamilyProgress::fastest() const {
  const MemberProgress* best = nullptr;
  for (const auto* list : {&steps, &variants}) {
    for (const MemberProgress& entry : *list) {
      if (entry.state != MemberState::measured || entry.other_problem) continue;
      if (!best || entry.kernel->time->median < best->kernel->time->median) best = &entry;
    }
  }
  return best;
}

std::vector<FamilyProgress> family_progress(const std::vector<Family>& families,
                                            const std::vector<AnalysedKernel>& kernels) {
  std::vector<FamilyProgress> result;
  for (const Family& family : families) {
    const Observation* problem = problem_of(family, kernels);
    if (!problem) continue;
    FamilyProgress& progress = result.emplace_back();
    progress.family = &family;
    for (const FamilyMember& member : family.members) {
      (member.step ? progress.steps : progress.variants).push_back(progress_of(kernels, member, *problem));
    }
    compare_steps(progress.steps);
    std::stable_sort(progress.variants.begin(), progress.variants.end(), stands_before);
  }
  return result;
}

}  // namespace rooflens::models

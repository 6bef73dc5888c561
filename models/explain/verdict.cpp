#include "models/explain/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>

#include "models/base/counted.hpp"
#include "models/base/thresholds.hpp"
#include "models/explain/analysis.hpp"
#include "models/explain/hints.hpp"
#include "models/explain/tiny_launches.hpp"
#include "models/explain/unplaced_time.hpp"

namespace rooflens::models {
namespace {

constexpr std::string_view kFirstToTry = " First to try";
constexpr std::size_t kNamed = 3;  // kernels that the sentence speaks of, at most
constexpr std::uint64_t kManyLaunches = 100;

std::string percent(double share) {
  if (share < 0.0005) return "less than 0.1 %";
  return fmt::format("{:.{}f} %", 100 * share, share < 0.01 ? 1 : 0);
}

std::string listed(const std::vector<std::string>& words) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

bool counts(const AnalysedKernel& kernel) { return kernel.percent_of_roof && kernel.recoverable; }

// The first in the order of what they leave, until they leave most of it.
std::vector<const AnalysedKernel*> leaders(const MachineKernels& machine) {
  double all = 0;
  for (const AnalysedKernel& kernel : machine.kernels) {
    if (counts(kernel)) all += kernel.recoverable->at_most.value();
  }
  std::vector<const AnalysedKernel*> result;
  double left = 0;
  for (const std::size_t i : machine.by_recoverable) {
    const AnalysedKernel& kernel = machine.kernels[i];
    if (!counts(kernel)) continue;
    if (result.size() == kNamed || left >= kMostOfIt * all) break;
    result.push_back(&kernel);
    left += kernel.recoverable->at_most.value();
  }
  return result;
}

// Up to its first pause: what stands there alone is what to do.
std::string in_brief(std::string change) {
  change = change.substr(0, change.find_first_of(".:;"));
  if (change.size() > 1 && (change[1] == ' ' || std::islower(static_cast<unsigned char>(change[1])))) {
    change[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(change[0])));
  }
  return change;
}

// Of the time of all kernels, by the first advice on this one, or on all of its group that get the same.
struct Saving {
  const AnalysedKernel* kernel = nullptr;
  double at_least = 0, at_most = 0;
  std::size_t kernels = 1;
  std::string group{};  // empty: of one kernel
  [[nodiscard]] double middle() const { return (at_least + at_most) / 2; }
};

std::optional<Saving> saving_of(const AnalysedKernel& kernel) {
  if (kernel.failed() || kernel.explanation.advice.empty()) return std::nullopt;
  const Advice& advice = kernel.explanation.advice.front();
  const auto share = [&](double gain) { return kernel.share_of_time * (1 - 1 / gain); };
  return Saving{&kernel, share(advice.gain_low), share(advice.gain_high)};
}

// What its kernels save together that are told the same as the one that saves most.
std::optional<Saving> saving_of(const KernelGroup& group, const std::vector<AnalysedKernel>& kernels) {
  std::optional<Saving> sum;
  std::vector<Saving> all;
  for (const std::size_t i : group.kernels) {
    const auto saving = saving_of(kernels[i]);
    if (!saving) continue;
    all.push_back(*saving);
    if (!sum || saving->middle() > sum->middle()) sum = saving;
  }
  if (!sum) return std::nullopt;
  const std::string change = sum->kernel->explanation.advice.front().change;
  std::erase_if(all, [&](const Saving& s) { return s.kernel->explanation.advice.front().change != change; });
  if (all.size() < 2) return std::nullopt;
  *sum = {.kernel = sum->kernel, .kernels = all.size(), .group = group.name};
  for (const Saving& saving : all) {
    sum->at_least += saving.at_least;
    sum->at_most += saving.at_most;
  }
  return sum;
}

std::optional<Saving> best_saving(const MachineKernels& machine) {
  std::optional<Saving> best;
  const auto take = [&](const std::optional<Saving>& saving) {
    if (saving && saving->middle() >= kWorthTheHeadline && (!best || saving->middle() > best->middle())) best = saving;
  };
  for (const AnalysedKernel& kernel : machine.kernels) take(saving_of(kernel));
  for (const KernelGroup& group : machine.groups) take(saving_of(group, machine.kernels));
  return best;
}

// `second`: after something that nobody can predict.
std::string first_to_try(const Saving& saving, const ProblemLabels* labels, bool second) {
  const std::string_view first = second ? " Then" : kFirstToTry;
  const Advice& advice = saving.kernel->explanation.advice.front();
  const std::string change = in_brief(advice.change);
  const std::string_view certainty = saving.at_least < kWorthTheHeadline ? "not certain: " : "";
  if (!labels) return fmt::format("{}: {} ({}{}).", first, change, certainty, gain_text(advice));
  const std::string low = percent(saving.at_least);
  const std::string high = percent(saving.at_most);
  const std::string all = saving.at_least < kWorthTheHeadline ? "up to " + high
                          : low == high                       ? high
                                                              : low + " to " + high;
  if (!saving.group.empty()) {
    return fmt::format("{} in {} kernels named {}: {} ({}saves {} of GPU time).", first, saving.kernels, saving.group,
                       change, certainty, all);
  }
  return fmt::format("{} in {}: {} ({}{}, saves {} of GPU time).", first, labels->name(*saving.kernel->observation),
                     change, certainty, gain_text(advice), all);
}

// The group with most time, where it leaves more than the kernel that leaves most.
std::string group_that_matters(const MachineKernels& machine, const AnalysedKernel& first) {
  if (machine.groups.empty() || !first.recoverable) return "";
  const KernelGroup& group = machine.groups.front();
  if (group.recoverable <= first.recoverable->at_most || group.kernels.size() == machine.kernels.size()) return "";
  return fmt::format(" Together, {} kernels named {} take {}.", group.kernels.size(), group.name,
                     percent(group.share_of_time));
}

// Of one kernel alone.
std::optional<Saving> saving_worth_it(const AnalysedKernel& kernel) {
  const auto saving = saving_of(kernel);
  return saving && kernel.explanation.advice.front().gain_high >= kPromising ? saving : std::nullopt;
}

// Of the kernel that leaves most: a change whose gain nobody can predict, or that there is none.
std::string without_prediction(const AnalysedKernel& kernel, const ProblemLabels* labels) {
  if (kernel.failed() || !kernel.explanation.advice.empty()) return "";
  for (const Finding& finding : kernel.findings) {
    const std::string name = labels ? labels->name(*kernel.observation) : "";
    if (finding.topic == kAtomicsHint) {
      return fmt::format("{}{}{}: {}, if atomics take its time.", kFirstToTry, labels ? " in " : "", name,
                         in_brief(finding.remedy));
    }
    if (finding.topic == kNoAdvice && labels) return fmt::format(" On {} there is no advice.", name);
  }
  return "";
}

// What to try first, or what is left. `second`: after something else.
std::string what_to_do(const std::vector<const AnalysedKernel*>& leaders, const std::optional<Saving>& saving,
                       const ProblemLabels* labels, bool second = false) {
  const std::string unpredicted = leaders.empty() || second ? "" : without_prediction(*leaders.front(), labels);
  if (saving) return unpredicted + first_to_try(*saving, labels, second || unpredicted.starts_with(kFirstToTry));
  if (!unpredicted.empty()) return unpredicted;
  if (leaders.empty() ||
      !std::all_of(leaders.begin(), leaders.end(), [](const auto* k) { return k->is_at_its_roof(); }))
    return "";
  double least = 1;
  for (const AnalysedKernel* kernel : leaders) least = std::min(least, kernel->percent_of_roof->fraction);
  return least >= 1 ? ""
                    : fmt::format(" At the roof {} would take at most {} less time.", labels ? "they" : "it",
                                  percent(1 - least));
}

// "98 % of GPU time, most of it in AllReduce, the % of roof is unknown"
std::string in_words(const UnplacedTime& all) {
  return fmt::format("{} of GPU time{}, the % of roof is unknown", percent(all.share),
                     all.function.empty() ? "" : ", most of it in " + all.function);
}

// Where tiny launches take most of the time, what single kernels leave may not be what makes the application slow.
// Where gaps were not measured, that the GPU waits is a condition; where there are none to speak of, a graph saves
// nothing.
std::string launches_first(const MachineKernels& machine) {
  const TinyLaunches tiny = tiny_launches(machine);
  if (tiny.beside_graphs || tiny.launches < kManyLaunches || tiny.share_of_time < kMostOfIt) return "";
  if (tiny.around_them && *tiny.around_them < kWorthASentence) return "";
  if (tiny.idle) {
    return fmt::format(
        " {} launches take less than 5 µs each, {} of GPU time, and no kernel ran for {} of the time, {} before or "
        "after one of them.{}: capture them in a CUDA graph, or fuse them.",
        tiny.launches, percent(tiny.share_of_time), percent(*tiny.idle), percent(*tiny.around_them), kFirstToTry);
  }
  return fmt::format(
      " {} launches take less than 5 µs each, {} of GPU time, and a launch costs the CPU about as much.{}, if the GPU "
      "waits for them: capture them in a CUDA graph, or fuse them.",
      tiny.launches, percent(tiny.share_of_time), kFirstToTry);
}

// Where launches are not what to try first. It outweighs what kernels could save.
std::string idle_time(const MachineKernels& machine) {
  const KernelGaps& gaps = machine.run_time.gaps;
  const double idle = gaps.measured.value() > 0 ? gaps.idle / gaps.measured : 0;
  return idle < kMostOfIt ? ""
                          : fmt::format(
                                "No kernel ran for {} of {:.3g} s in which all launches were recorded, including what "
                                "profiling costs",
                                percent(idle), gaps.measured.value());
}

// How near a kernel comes to which roof. Where nobody knows what its task needs, and it hardly does arithmetic or uses
// DRAM, that is the roof that binds it; where none does, the one that it comes nearest to.
struct Position {
  double fraction = 0;
  std::string roof{};
  bool nearest = false;
};

Position of_task(const Placement& kernel) { return {kernel.percent_of_roof->fraction, kernel.percent_of_roof->roof}; }

Position position_of(const Placement& kernel) {
  const PercentOfRoof& share = *kernel.percent_of_roof;
  if (share.compulsory || kernel.mismatch || share.fraction >= kHardlyBusy || kernel.binding == Binding::unknown ||
      !kernel.busiest || !kernel.busiest_fraction || *kernel.busiest_fraction > kAboveRoof) {
    return of_task(kernel);
  }
  return {*kernel.busiest_fraction, std::string(label_of(*kernel.busiest)), kernel.binding == Binding::no_roof};
}

// "at 93 % and 86 % of the ALU roof"
std::string in_words(const std::vector<Position>& positions) {
  std::vector<std::string> fractions;
  for (const Position& position : positions) fractions.push_back(percent(position.fraction));
  if (std::set(fractions.begin(), fractions.end()).size() == 1) fractions.resize(1);
  if (std::ranges::all_of(positions, &Position::nearest))
    return fmt::format("at no more than {} of any roof", listed(fractions));
  const std::string& roof = positions.front().roof;
  const bool one_roof = std::ranges::all_of(positions, [&](const Position& p) { return p.roof == roof; });
  return fmt::format("at {} of {}", listed(fractions),
                     one_roof && !roof.empty() ? "the " + roof + " roof"
                     : positions.size() == 1   ? "its roof"
                                               : "their roofs");
}

std::string of_several(const MachineKernels& machine, const std::vector<const AnalysedKernel*>& leaders) {
  const std::vector<AnalysedKernel>& kernels = machine.kernels;
  const std::string launches = launches_first(machine);
  const std::string idle = launches.empty() ? idle_time(machine) : "";
  if (leaders.empty()) {
    return (idle.empty() ? "" : idle + ". ") + counted(kernels.size(), "kernel") +
           "; how near they come to a roof is not known." + launches;
  }
  double share = 0;
  std::vector<Position> positions;
  std::vector<std::string> names;
  for (const AnalysedKernel* kernel : leaders) {
    share += kernel->share_of_time;
    positions.push_back(position_of(*kernel));
    names.push_back(machine.problems.name(*kernel->observation));
  }
  if (!std::ranges::all_of(positions, &Position::nearest))  // one sentence speaks of roofs of one kind
    for (std::size_t i = 0; i < leaders.size(); ++i)
      if (positions[i].nearest) positions[i] = of_task(*leaders[i]);
  const bool one = leaders.size() == 1;
  UnplacedTime rest = unplaced_time(kernels);
  if (rest.share < share) rest.function.clear();
  const bool rest_first = rest.share >= kMostOfIt;
  const std::string before = (idle.empty() ? "" : idle + "; ") +
                             (rest_first ? fmt::format("{} {}; ", idle.empty() ? "For" : "for", in_words(rest)) : "");
  const std::string after =
      rest_first || rest.share < kWorthTheHeadline ? "" : fmt::format(" For another {}.", in_words(rest));
  return fmt::format("{}{}{} is in {} {}: {}.{}", before, percent(share), rest_first ? "" : " of GPU time",
                     one ? "one kernel" : fmt::format("{} kernels", leaders.size()), in_words(positions), listed(names),
                     group_that_matters(machine, *leaders.front()) + after + launches +
                         what_to_do(leaders, best_saving(machine), &machine.problems, !launches.empty()));
}

// "compute-bound (FP32)"
std::string bound_words(const Placement& kernel) {
  const std::string_view bound = info(kernel.binding).bound;
  const RoofResource* pipe = binding_pipe(kernel);
  return pipe ? fmt::format("{} ({})", bound, label_of(*pipe)) : std::string(bound);
}

bool contradicts(const Placement& kernel) {
  return !kernel.failed() && kernel.mismatch && kernel.mismatch->withholds_shares();
}

// A share of DRAM's roof is of the one that its traffic has, which is not the one that charts draw.
std::string_view of_its_mix(const Placement& kernel) {
  const DemandResource* dram = kernel.demand ? kernel.demand->find(Level::dram) : nullptr;
  const MemoryCeiling* drawn = kernel.machine->ceilings.best(Level::dram);
  const bool lower = dram && dram->read_share && drawn && drawn->rate.value() > dram->roof * kRoofOfAMix;
  return lower ? " for its mix of reads and writes" : "";
}

std::string of_one(const AnalysedKernel& kernel) {
  const std::string words = headline(kernel);
  return kernel.percent_of_roof ? words + what_to_do({&kernel}, saving_worth_it(kernel), nullptr) : words;
}

}  // namespace

std::string headline(const Placement& kernel) {
  if (kernel.failed()) return "The kernel failed verification.";
  if (contradicts(kernel) && kernel.binding == Binding::no_roof)
    return "The kernel is not bound by a roof; its counters and its time are of different work.";
  if (contradicts(kernel)) return "Its bound is unknown: its counters and its time contradict each other.";
  if (!kernel.percent_of_roof) {
    return kernel.binding == Binding::unknown ? "Its bound is unknown."
                                              : fmt::format("The kernel is {}.", bound_words(kernel));
  }
  const Position position = position_of(kernel);
  const std::string limit = kernel.binding == Binding::no_roof
                                ? "The kernel is not bound by a roof;"
                                : fmt::format("The kernel is {} and", bound_words(kernel));
  const bool of_dram = position.roof == info(Level::dram).label && !position.nearest;
  return fmt::format("{} runs {}{}.", limit, in_words({position}), of_dram ? of_its_mix(kernel) : "");
}

std::string verdict(const MachineKernels& machine) {
  const std::vector<AnalysedKernel>& kernels = machine.kernels;
  if (kernels.empty()) return "No kernel was recorded.";
  if (kernels.size() == 1) return of_one(kernels.front());
  std::string text = of_several(machine, leaders(machine));
  const auto failed = std::count_if(kernels.begin(), kernels.end(), [](const auto& kernel) { return kernel.failed(); });
  const auto contradictory = std::count_if(kernels.begin(), kernels.end(), [](const AnalysedKernel& kernel) {
    return contradicts(kernel) && !kernel.hardly_takes_time();
  });
  if (contradictory > 0)
    text += fmt::format(" Counters and time of {} contradict each other.", counted(contradictory, "kernel"));
  if (failed > 0) text += fmt::format(" {} failed verification.", counted(failed, "kernel"));
  return text;
}

}  // namespace rooflens::models

#include "models/explain/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "models/base/counted.hpp"
#include "models/base/significant.hpp"
#include "models/explain/problem_labels.hpp"

namespace rooflens::models {
namespace {

constexpr std::size_t kNamed = 3;         // kernels that the sentence speaks of, at most
constexpr double kWorthAHeadline = 1.1;   // the speed-up that an advice has to promise at most
constexpr double kWorthASentence = 0.01;  // of GPU time
constexpr double kMostOfIt = 0.5;         // of what all roofs leave: those that leave so much are enough

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
std::vector<const AnalysedKernel*> leaders(const MachineAnalysis& machine) {
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

// Of the time of all kernels, by the first advice on this one.
struct Saving {
  const AnalysedKernel* kernel = nullptr;
  double at_least = 0, at_most = 0;
  [[nodiscard]] double middle() const { return (at_least + at_most) / 2; }
};

std::optional<Saving> saving_of(const AnalysedKernel& kernel) {
  if (kernel.failed() || kernel.explanation.advice.empty()) return std::nullopt;
  const Advice& advice = kernel.explanation.advice.front();
  const auto share = [&](double gain) { return kernel.share_of_time * (1 - 1 / gain); };
  return Saving{&kernel, share(advice.gain_low), share(advice.gain_high)};
}

std::optional<Saving> best_saving(const std::vector<AnalysedKernel>& kernels) {
  std::optional<Saving> best;
  for (const AnalysedKernel& kernel : kernels) {
    const auto saving = saving_of(kernel);
    if (saving && saving->middle() >= kWorthASentence && (!best || saving->middle() > best->middle())) best = saving;
  }
  return best;
}

std::string gain_of(const Advice& advice) {
  const std::string low = significant(advice.gain_low);
  const std::string high = significant(advice.gain_high);
  return low == high ? high + "×" : fmt::format("{}× to {}×", low, high);
}

std::string first_to_try(const Saving& saving, const ProblemLabels* labels) {
  const Advice& advice = saving.kernel->explanation.advice.front();
  const std::string change = in_brief(advice.change);
  if (!labels) return fmt::format(" First to try: {} ({}).", change, gain_of(advice));
  const std::string low = percent(saving.at_least);
  const std::string high = percent(saving.at_most);
  const std::string all = saving.at_least < kWorthASentence ? "up to " + high
                          : low == high                     ? high
                                                            : low + " to " + high;
  return fmt::format(" First to try, in {}: {} ({}, saves {} of GPU time).", labels->name(*saving.kernel->observation),
                     change, gain_of(advice), all);
}

// Of one kernel alone.
std::optional<Saving> saving_worth_it(const AnalysedKernel& kernel) {
  const auto saving = saving_of(kernel);
  return saving && kernel.explanation.advice.front().gain_high >= kWorthAHeadline ? saving : std::nullopt;
}

// What to try first, or what is left.
std::string what_to_do(const std::vector<const AnalysedKernel*>& leaders, const std::optional<Saving>& saving,
                       const ProblemLabels* labels) {
  if (saving) return first_to_try(*saving, labels);
  if (leaders.empty() ||
      !std::all_of(leaders.begin(), leaders.end(), [](const auto* k) { return k->is_at_its_roof(); }))
    return "";
  double least = 1;
  for (const AnalysedKernel* kernel : leaders) least = std::min(least, kernel->percent_of_roof->fraction);
  return least >= 1 ? ""
                    : fmt::format(" At the roof {} would take at most {} less time.", labels ? "they" : "it",
                                  percent(1 - least));
}

// Missing is not zero: kernels that no share is known of may leave as much as all others.
std::string unplaced(const std::vector<AnalysedKernel>& kernels) {
  double share = 0;
  for (const AnalysedKernel& kernel : kernels) {
    if (!kernel.failed() && kernel.has_share() && !kernel.percent_of_roof) share += kernel.share_of_time;
  }
  return share < kWorthASentence ? "" : fmt::format(" For another {}, no share of a roof is known.", percent(share));
}

std::string of_several(const std::vector<AnalysedKernel>& kernels, const std::vector<const AnalysedKernel*>& leaders,
                       const ProblemLabels& labels) {
  if (leaders.empty()) return counted(kernels.size(), "kernel") + "; how near they come to a roof is not known.";
  double share = 0;
  std::vector<std::string> fractions, names;
  for (const AnalysedKernel* kernel : leaders) {
    share += kernel->share_of_time;
    fractions.push_back(percent(kernel->percent_of_roof->fraction));
    names.push_back(labels.name(*kernel->observation));
  }
  const bool one = leaders.size() == 1;
  return fmt::format("{} of GPU time is in {} at {} of {}: {}.{}", percent(share),
                     one ? "one kernel" : fmt::format("{} kernels", leaders.size()), listed(fractions),
                     one ? "its roof" : "their roofs", listed(names),
                     unplaced(kernels) + what_to_do(leaders, best_saving(kernels), &labels));
}

// "compute-bound (FP32)"
std::string bound_words(const AnalysedKernel& kernel) {
  const std::string_view bound = info(kernel.binding).bound;
  return kernel.binding == Binding::compute && kernel.busiest ? fmt::format("{} ({})", bound, label_of(*kernel.busiest))
                                                              : std::string(bound);
}

bool contradicts(const AnalysedKernel& kernel) {
  return !kernel.failed() && kernel.mismatch && kernel.mismatch->withholds_shares();
}

}  // namespace

std::string verdict(const AnalysedKernel& kernel) {
  if (kernel.failed()) return "The kernel failed verification.";
  if (contradicts(kernel))
    return "What limits the kernel is not known: its counters and its time contradict each other.";
  if (!kernel.percent_of_roof) {
    return kernel.binding == Binding::unknown ? "What limits the kernel is not known."
                                              : fmt::format("The kernel is {}.", bound_words(kernel));
  }
  const PercentOfRoof& roof = *kernel.percent_of_roof;
  const std::string limit = kernel.binding == Binding::no_roof
                                ? "No roof limits the kernel, which"
                                : fmt::format("The kernel is {} and", bound_words(kernel));
  return fmt::format("{} runs at {} of {} roof.{}", limit, percent(roof.fraction),
                     roof.roof.empty() ? "its" : "the " + roof.roof,
                     what_to_do({&kernel}, saving_worth_it(kernel), nullptr));
}

std::string verdict(const MachineAnalysis& machine) {
  const std::vector<AnalysedKernel>& kernels = machine.kernels;
  if (kernels.empty()) return "No kernel was recorded.";
  if (kernels.size() == 1) return verdict(kernels.front());
  std::string text = of_several(kernels, leaders(machine), ProblemLabels(kernels));
  const auto failed = std::count_if(kernels.begin(), kernels.end(), [](const auto& kernel) { return kernel.failed(); });
  const auto contradictory = std::count_if(kernels.begin(), kernels.end(), contradicts);
  if (contradictory > 0)
    text += fmt::format(" Counters and time of {} contradict each other.", counted(contradictory, "kernel"));
  if (failed > 0) text += fmt::format(" {} failed verification.", counted(failed, "kernel"));
  return text;
}

}  // namespace rooflens::models

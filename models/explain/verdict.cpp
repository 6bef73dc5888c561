#include "models/explain/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "models/base/counted.hpp"
#include "models/base/significant.hpp"
#include "models/explain/problem_labels.hpp"

namespace rooflens::models {
namespace {

constexpr std::size_t kNamed = 3;  // kernels that the sentence speaks of, at most
constexpr double kMostOfIt = 0.5;  // of what all roofs leave: those that leave so much are enough

std::string percent(double share) { return fmt::format("{:.{}f} %", 100 * share, share < 0.01 ? 1 : 0); }

std::string listed(const std::vector<std::string>& words) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

bool counts(const AnalysedKernel& kernel) { return kernel.percent_of_roof && kernel.recoverable; }

// The first in the order of what they leave, until they leave most of it.
std::vector<const AnalysedKernel*> leaders(const std::vector<AnalysedKernel>& kernels) {
  double all = 0;
  for (const AnalysedKernel& kernel : kernels) {
    if (counts(kernel)) all += kernel.recoverable->at_most.value();
  }
  std::vector<const AnalysedKernel*> result;
  double left = 0;
  for (const AnalysedKernel& kernel : kernels) {
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
  if (change.size() > 1 && std::islower(static_cast<unsigned char>(change[1]))) {
    change[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(change[0])));
  }
  return change;
}

std::string first_to_try(const std::vector<const AnalysedKernel*>& leaders, const ProblemLabels& labels, bool alone) {
  for (const AnalysedKernel* kernel : leaders) {
    const std::vector<Advice>& advice = kernel->explanation.advice;
    if (advice.empty()) continue;
    const std::string where = alone ? "" : fmt::format(", in {}", labels.name(*kernel->observation));
    return fmt::format(" First to try{}: {} (up to {}×).", where, in_brief(advice.front().change),
                       significant(advice.front().gain_high));
  }
  return "";
}

std::string of_one(const AnalysedKernel& kernel) {
  if (kernel.percent_of_roof) {
    return fmt::format("The kernel is {} and runs at {} of its roof.", info(kernel.binding).bound,
                       percent(kernel.percent_of_roof->fraction));
  }
  return kernel.binding == Binding::unknown ? "What limits the kernel is not known."
                                            : fmt::format("The kernel is {}.", info(kernel.binding).bound);
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
  return fmt::format("{} of GPU time is in {} at {} of {}: {}.", percent(share),
                     one ? "one kernel" : fmt::format("{} kernels", leaders.size()), listed(fractions),
                     one ? "its roof" : "their roofs", listed(names));
}

}  // namespace

std::string verdict(const std::vector<AnalysedKernel>& kernels) {
  if (kernels.empty()) return "No kernel was recorded.";
  const auto failed = std::count_if(kernels.begin(), kernels.end(), [](const auto& kernel) { return kernel.failed(); });
  const auto contradictory = std::count_if(kernels.begin(), kernels.end(), [](const auto& kernel) {
    return !kernel.failed() && kernel.mismatch && kernel.mismatch->withholds_shares();
  });
  const ProblemLabels labels(kernels);
  const std::vector<const AnalysedKernel*> first = leaders(kernels);
  const bool alone = kernels.size() == 1;
  std::string text;
  if (!alone || failed == 0) {
    text = alone ? of_one(kernels.front()) : of_several(kernels, first, labels);
    const bool at_roofs = !first.empty() && std::all_of(first.begin(), first.end(), [](const AnalysedKernel* kernel) {
      return kernel->percent_of_roof->fraction >= kAtItsRoof;
    });
    text += at_roofs ? " There is little left to gain." : first_to_try(first, labels, alone);
  }
  const auto add = [&](std::string_view words) { text.append(text.empty() ? "" : " ").append(words); };
  if (contradictory > 0)
    add(fmt::format("Counters and time of {} contradict each other.", counted(contradictory, "kernel")));
  if (failed > 0) add(fmt::format("{} failed verification.", alone ? "The kernel" : counted(failed, "kernel")));
  return text;
}

}  // namespace rooflens::models

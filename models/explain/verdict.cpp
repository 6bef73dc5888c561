#include "models/explain/verdict.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "models/base/counted.hpp"
#include "models/base/significant.hpp"
#include "models/explain/problem_labels.hpp"

namespace rooflens::models {

namespace {

// Of all kernel time, the share that this kernel would not take at its roof.
double lost_share(const AnalysedKernel& kernel) {
  return kernel.share_of_time * (1 - kernel.percent_of_roof->fraction);
}

}  // namespace

// "9 of 12 kernels are DRAM-bound; sgemm/naive loses most time to its roof: 12x the shortest its task allows."
std::string verdict(const std::vector<AnalysedKernel>& kernels) {
  std::map<Binding, std::size_t> count;
  std::size_t failed = 0, contradictory = 0;
  const AnalysedKernel* worst = nullptr;
  for (const AnalysedKernel& kernel : kernels) {
    if (kernel.failed()) {
      ++failed;
      continue;
    }
    if (kernel.mismatch && kernel.mismatch->withholds_shares()) ++contradictory;
    ++count[kernel.binding];
    if (!kernel.percent_of_roof) continue;
    if (!worst || lost_share(kernel) > lost_share(*worst)) worst = &kernel;
  }
  const auto most =
      std::max_element(count.begin(), count.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  std::string text;
  if (most != count.end() && most->first != Binding::unknown) {
    const bool several = most->second != 1;
    text = kernels.size() == 1 ? fmt::format("The kernel is {}", info(most->first).bound)
                               : fmt::format("{} of {} kernels {} {}", most->second, kernels.size(),
                                             several ? "are" : "is", info(most->first).bound);
  } else {
    if (kernels.empty()) return "No kernel was recorded.";
    text = counted(kernels.size(), "kernel");
  }
  if (worst && worst->percent_of_roof->fraction < 1) {
    const double times = 1 / worst->percent_of_roof->fraction;
    const std::string who = kernels.size() == 1 ? "; it takes"
                                                : fmt::format("; {} loses most time to its roof:",
                                                              ProblemLabels(kernels).name(*worst->observation));
    const std::string written = times < 99.5 ? fmt::format("{:.{}f}", times, times < 10 ? 1 : 0) : significant(times);
    text += fmt::format("{} {}x the shortest time {}", who, written,
                        worst->percent_of_roof->compulsory ? "its task allows" : "its measured demand allows");
  }
  if (contradictory > 0)
    text += fmt::format("; counters and time of {} contradict each other", counted(contradictory, "kernel"));
  if (failed > 0) text += fmt::format("; {} failed verification", failed);
  return text + ".";
}

}  // namespace rooflens::models

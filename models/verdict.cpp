#include "models/verdict.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace rooflens::models {

// "9 of 12 kernels are DRAM-bound; transpose/naive-row is farthest from its roof: 12x the shortest time."
std::string verdict(const std::vector<KernelAnalysis>& kernels) {
  std::map<Binding, std::size_t> count;
  std::size_t failed = 0;
  const KernelAnalysis* farthest = nullptr;
  for (const KernelAnalysis& kernel : kernels) {
    if (kernel.failed()) {
      ++failed;
      continue;
    }
    ++count[kernel.binding];
    if (!kernel.percent_of_roof) continue;
    if (!farthest || kernel.percent_of_roof->fraction < farthest->percent_of_roof->fraction) farthest = &kernel;
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
    text = fmt::format("{} kernel{}", kernels.size(), kernels.size() == 1 ? "" : "s");
  }
  if (farthest && farthest->percent_of_roof->fraction < 1) {
    const double times = 1 / farthest->percent_of_roof->fraction;
    text += fmt::format("; {} is farthest from its roof: {:.{}f}x the shortest time {}", farthest->observation->name,
                        times, times < 10 ? 1 : 0,
                        farthest->percent_of_roof->compulsory ? "its task allows" : "its measured demand allows");
  }
  if (failed > 0) text += fmt::format("; {} failed verification", failed);
  return text + ".";
}

}  // namespace rooflens::models

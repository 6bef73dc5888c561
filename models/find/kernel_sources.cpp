#include "models/find/kernel_sources.hpp"

#include <algorithm>

namespace rooflens::models {
namespace {

bool is_of(const Observation& kernel, const FunctionProfile& function) {
  if (kernel.process != function.process) return false;
  if (!function.kernel.empty()) return kernel.name == function.kernel;
  return kernel.launches.size() == 1 && kernel.launches.front().function == function.function;
}

}  // namespace

KernelSources kernel_sources(const std::vector<const FunctionProfile*>& functions,
                             const std::vector<const Observation*>& kernels, const std::vector<Seconds>& times) {
  KernelSources sources;
  for (const FunctionProfile* function : functions) sources.profiles.push_back(source_profile(*function));
  std::ranges::stable_sort(sources.profiles, std::ranges::greater(), &SourceProfile::samples);
  sources.kernels.resize(functions.size());
  std::vector<Seconds> most(functions.size(), Seconds(-1));
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    // Another binary may hold a function of this name, and was sampled less.
    const auto its =
        std::ranges::find_if(sources.profiles, [&](const SourceProfile& p) { return is_of(*kernels[i], *p.function); });
    sources.of_kernel.push_back(std::nullopt);
    if (its == sources.profiles.end()) continue;
    const auto source = static_cast<std::size_t>(its - sources.profiles.begin());
    sources.of_kernel.back() = source;
    ++sources.kernels[source];
    if (times[i] <= most[source]) continue;
    most[source] = times[i];
    its->label = kernels[i]->name;
  }
  return sources;
}

}  // namespace rooflens::models

#include "models/explain/kernel_groups.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "models/base/function_name.hpp"
#include "models/explain/analysis.hpp"

namespace rooflens::models {
namespace {

bool has_function(const AnalysedKernel& kernel) {
  const Observation& observation = *kernel.observation;
  return observation.cache == CachePolicy::uncontrolled && kernel.has_share() && observation.launches.size() == 1 &&
         !observation.launches.front().function.empty();
}

bool differ_in_name(const std::vector<std::size_t>& members, const std::vector<AnalysedKernel>& kernels) {
  return std::any_of(members.begin(), members.end(), [&](std::size_t i) {
    return kernels[i].observation->name != kernels[members.front()].observation->name;
  });
}

}  // namespace

std::vector<KernelGroup> kernel_groups(const std::vector<AnalysedKernel>& kernels) {
  std::map<std::string, std::vector<std::size_t>> by_name;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (has_function(kernels[i]))
      by_name[qualified_name(kernels[i].observation->launches.front().function)].push_back(i);
  }
  std::vector<KernelGroup> groups;
  for (auto& [name, members] : by_name) {
    if (!differ_in_name(members, kernels)) continue;
    std::stable_sort(members.begin(), members.end(),
                     [&](std::size_t a, std::size_t b) { return kernels[a].share_of_time > kernels[b].share_of_time; });
    KernelGroup group{base_name(kernels[members.front()].observation->launches.front().function), {}, 0, 0, {}};
    for (const std::size_t i : members) {
      group.share_of_time += kernels[i].share_of_time;
      group.launches += kernels[i].observation->launches_made;
      if (kernels[i].recoverable) group.recoverable = group.recoverable + kernels[i].recoverable->at_most;
    }
    group.kernels = std::move(members);
    groups.push_back(std::move(group));
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const KernelGroup& a, const KernelGroup& b) { return a.share_of_time > b.share_of_time; });
  return groups;
}

}  // namespace rooflens::models

#include "kernels/pairs.hpp"

#include <algorithm>

namespace rooflens::kernels {

std::vector<Pair> pairs_of(std::span<const Kernel* const> chosen, std::span<const Kernel* const> all) {
  std::vector<Pair> pairs;
  for (const Kernel* before : chosen) {
    if (before->counterpart.name.empty()) continue;
    const auto after =
        std::find_if(all.begin(), all.end(), [&](auto* k) { return k->name == before->counterpart.name; });
    if (after == all.end()) {
      throw std::logic_error(std::string(before->name) +
                             " names a counterpart that does not exist: " + std::string(before->counterpart.name));
    }
    pairs.push_back({before, *after});
  }
  return pairs;
}

std::vector<const Kernel*> without_pair(std::span<const Kernel* const> chosen, std::span<const Pair> pairs) {
  std::vector<const Kernel*> alone;
  for (const Kernel* kernel : chosen) {
    const bool paired = std::any_of(pairs.begin(), pairs.end(),
                                    [&](const Pair& pair) { return pair.before == kernel || pair.after == kernel; });
    if (!paired) alone.push_back(kernel);
  }
  return alone;
}

Problem counterpart_problem(const Kernel& counterpart, const Problem& problem) {
  std::map<std::string, std::int64_t> shared;
  for (const Parameter& parameter : counterpart.parameters) {
    const auto it = problem.values().find(std::string(parameter.name));
    if (it != problem.values().end()) shared.insert(*it);
  }
  return make_problem(counterpart, shared);
}

}  // namespace rooflens::kernels

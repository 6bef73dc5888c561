#include "models/place/lack.hpp"

#include "models/counters/counter_rules.hpp"
#include "models/place/counted_kernel.hpp"

namespace rooflens::models {

Lack lack_of(const TrustedCounters& kernel, const std::vector<std::string_view>& counters) {
  const CounterSet& collected = kernel.observation->counters;
  Lack lack;
  bool absent = false, contradictory = false, zero = false;
  for (const std::string_view name : counters) {
    lack.counters.push_back(with_pass(name, collected));
    const bool there = collected.find(name) != nullptr;
    absent |= !there;
    contradictory |= kernel.is_contradictory(name);
    zero |= there && !kernel.is_contradictory(name);
  }
  const auto add = [&](bool holds, std::string_view reason) {
    if (holds) lack.reason.append(lack.reason.empty() ? "" : " or ").append(reason);
  };
  add(absent, "not collected");
  add(contradictory, "contradictory");
  add(zero, "zero");
  return lack;
}

}  // namespace rooflens::models

#include "profiler/cupti/group_passes.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "models/base/joined.hpp"
#include "profiler/cupti/counter_plan.hpp"
#include "profiler/cupti/unavailable.hpp"

namespace rooflens::collect::cupti {
namespace {

ChipPasses passes_of(const std::shared_ptr<const Api>& api, const std::string& chip) {
  const HostProfiler host(api, chip);
  const CounterPlan quick = plan_group(host, models::quick_group());
  return {chip,
          quick.passes(),
          plan_group(host, models::pipes_group()).passes(),
          plan_group(host, models::waits_group()).passes(),
          plan_tensor(host, quick.passes()).passes(),
          quick.refused};
}

}  // namespace

std::vector<ChipPasses> group_passes(const std::string& chip) {
  const auto api = load();
  const std::vector<std::string> known = supported_chips(*api);
  if (!chip.empty()) {
    if (std::find(known.begin(), known.end(), chip) == known.end()) {
      throw UnknownChip(fmt::format("CUPTI knows no chip named {}", chip), "chips: " + models::joined(known));
    }
    return {passes_of(api, chip)};
  }
  std::vector<ChipPasses> result;
  for (const std::string& name : known) {
    try {
      result.push_back(passes_of(api, name));
    } catch (const Unavailable&) {
      // CUPTI lists a few chips that this version cannot schedule for (GV11B): they have no pass count.
    }
  }
  return result;
}

}  // namespace rooflens::collect::cupti

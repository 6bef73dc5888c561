#include "models/record/run_time.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "models/base/timing.hpp"

namespace rooflens::models {
namespace {

// Notes of runs in which launches were left alone, or what was seen of them was lost.
constexpr std::array<std::string_view, 12> kOfParts{"activity", "damaged",   "disk-full", "dropped",
                                                    "fatal",    "idle",      "internal",  "killed",
                                                    "launcher", "own-cupti", "sampled",   "still-running"};

bool is_of_parts(const Note& note) { return std::ranges::find(kOfParts, note.topic) != kOfParts.end(); }

bool knows_all_launches(const Observation& kernel) { return kernel.total_time && kernel.timed_launches > 0; }

bool is_untimed(const Observation* kernel) { return kernel->scope == Scope::launch && !has_share(*kernel); }

// Over all launches.
Seconds time_of_launches(const Observation& kernel) {
  if (!has_share(kernel)) return {};
  const auto launches = static_cast<double>(kernel.launches_made);
  if (!knows_all_launches(kernel)) return summarise(kernel.durations)->median * std::max(1.0, launches);
  return *kernel.total_time * launches / static_cast<double>(kernel.timed_launches);
}

}  // namespace

bool has_share(const Observation& kernel) {
  return kernel.scope == Scope::launch && (!kernel.durations.empty() || knows_all_launches(kernel));
}

RunTime run_time(const std::vector<const Observation*>& kernels, const Recording& recording) {
  RunTime all{.kernels = {},
              .of_kernel = {},
              .whole = std::ranges::none_of(recording.notes, is_of_parts) && std::ranges::none_of(kernels, is_untimed)};
  for (const Observation* kernel : kernels) {
    all.kernels += all.of_kernel.emplace_back(time_of_launches(*kernel));
    if (has_share(*kernel)) all.launches += std::max<std::uint64_t>(1, kernel->launches_made);
  }
  // What is no kernel of one of several processes may be one of another.
  std::size_t processes = 0;
  for (const Process& process : recording.processes) {
    if (std::ranges::find(kernels, process.id, &Observation::process) == kernels.end()) continue;
    all.gaps = ++processes == 1 ? process.gaps : KernelGaps{};
    if (process.wall) all.wall = std::max(all.wall.value_or(Seconds()), *process.wall);
  }
  return all;
}

}  // namespace rooflens::models

// Checks of how steady the numbers will be: clocks, throttling, persistence mode. None of them keeps counters away.
#include <fmt/core.h>

#include <algorithm>

#include "profiler/doctor/doctor_check_list.hpp"
#include "reports/words/format.hpp"

namespace rooflens::doctor::checks {

Result clocks(const Facts& facts) {
  const auto& gpus = gpus_of(facts);
  if (gpus.empty()) return std::nullopt;
  std::vector<std::string> words;
  bool chosen = true;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const auto& reasons = gpus[i].clocks.throttle_reasons;
    const bool by_choice = std::find(reasons.begin(), reasons.end(), device::kChosenClock) != reasons.end();
    chosen = chosen && by_choice;
    words.push_back(fmt::format("{} at {} of {}{}", gpu_text(facts, i), reports::format(gpus[i].clocks.sm),
                                reports::format(gpus[i].sm_clock_maximum), by_choice ? ", set by a user" : ""));
  }
  const std::string fact = fmt::format("SM clocks now: {}.", joined(words, "; "));
  if (chosen) return Check{"clocks", Status::ok, fact, "", "", false};
  return Check{"clocks",
               Status::unknown,
               fact + " The driver does not tell whether they are locked.",
               "Unlocked clocks follow power and temperature, and times follow them; rooflens records the clock of "
               "every measurement and draws the roofs for it.",
               "For steadier times: `sudo nvidia-smi --lock-gpu-clocks=tdp,tdp`; `--reset-gpu-clocks` undoes it.",
               false};
}

Result throttling(const Facts& facts) {
  const auto& gpus = gpus_of(facts);
  if (gpus.empty()) return std::nullopt;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    std::vector<std::string> reasons = gpus[i].clocks.throttle_reasons;
    std::erase(reasons, device::kChosenClock);
    if (!reasons.empty()) words.push_back(fmt::format("{} by {}", gpu_text(facts, i), joined(reasons, " and ")));
  }
  if (words.empty()) return Check{"throttling", Status::ok, "No GPU is throttled now.", "", ""};
  return Check{"throttling", Status::warning, fmt::format("Throttled now: {}.", joined(words, "; ")),
               "Kernels take longer than they would on a free GPU.",
               "Let other work on the GPU end and the GPU cool down, or lower the clock to one that it can hold."};
}

Result persistence(const Facts& facts) {
  const auto& gpus = gpus_of(facts);
  std::vector<std::string> off;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    if (gpus[i].persistence == false) off.push_back(gpu_text(facts, i));
  }
  if (gpus.empty()) return std::nullopt;
  if (off.empty()) {
    const bool known = std::all_of(gpus.begin(), gpus.end(), [](const auto& gpu) { return gpu.persistence == true; });
    if (known) return Check{"persistence", Status::ok, "Persistence mode is on.", "", "", false};
    return Check{"persistence", Status::unknown, "NVML does not tell the persistence mode.", "", "", false};
  }
  return Check{"persistence",
               Status::warning,
               fmt::format("Persistence mode is off: {}.", joined(off)),
               "The driver forgets the GPU when the last program ends: the next one starts seconds later, with a cold "
               "clock.",
               "`sudo nvidia-smi --persistence-mode=1`, or start nvidia-persistenced.",
               false};
}

}  // namespace rooflens::doctor::checks

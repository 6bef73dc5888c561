// How long a run took, and how much of that kernels ran: the first thing to look at, for the fastest kernel does not
// help a GPU that waits.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "models/explain/analysis.hpp"
#include "reports/words/format.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {

/// Of an application: "540 ms in kernels, 87119 launches. The application ran for 6.21 s, counting included: for at
/// least 91.3 % of it no kernel ran." What is not known is left out; empty for kernels of the catalogue.
[[nodiscard]] inline std::string run_time_text(const models::MachineAnalysis& machine) {
  const models::RunTime& run = machine.run_time;
  const bool application = std::any_of(machine.kernels.begin(), machine.kernels.end(),
                                       [](const auto& kernel) { return is_of_application(*kernel.observation); });
  if (!application || run.launches == 0) return "";
  std::string text = fmt::format("{} in kernels, {} launches{}.", format(run.kernels), run.launches,
                                 run.whole ? "" : ", as far as they were recorded");
  if (!run.wall) return text;
  text += fmt::format(" The application ran for {}, counting included", format(*run.wall));
  if (const auto idle = run.idle_at_least())
    text += fmt::format(": for at least {} of it no kernel ran", format_percent(*idle));
  return text + ".";
}

}  // namespace rooflens::reports

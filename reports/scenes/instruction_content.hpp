// What an instruction roofline shows of an analysis, before any pixel: kernels with counted warp instructions, and
// roofs in transactions and warp instructions per second.
#pragma once

#include <memory>
#include <vector>

#include "reports/chart/content.hpp"

namespace rooflens::reports::chart {

struct InstructionContent {
  Content kernels;           ///< `roofline`: with an instruction roofline, without points; `undrawn`
  std::vector<Roof> memory;  ///< their words and lines are in transactions a second, slowest first
  std::unique_ptr<models::InstructionCeiling> issue;  ///< what `issue_roof` refers to where it is calculated
  std::vector<Roof> issue_roof;                       ///< one, or none where no peak is known
};

/// With `only` those kernels alone.
[[nodiscard]] InstructionContent select_instructions(const models::MachineAnalysis& analysis,
                                                     const std::vector<const models::AnalysedKernel*>& only = {});

/// Those with most time; more would make a page slow.
inline constexpr std::size_t kInstructionsOnPage = 500;
[[nodiscard]] std::vector<const models::AnalysedKernel*> drawn_on_page(const models::MachineAnalysis& machine);

/// Why the kernel is not drawn; nothing if it is.
[[nodiscard]] std::optional<std::string> reason_without_instructions(const models::AnalysedKernel& kernel);

/// The kernel's points at memory levels that can be drawn, the primary one first.
[[nodiscard]] std::vector<const models::InstructionPoint*> instruction_points(const models::AnalysedKernel& kernel);

/// Transactions a second.
[[nodiscard]] double transaction_rate(const models::MemoryCeiling& ceiling);

}  // namespace rooflens::reports::chart

// Which roofs a chart draws, and their words.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "models/explain/analysis.hpp"
#include "reports/chart/content.hpp"

namespace rooflens::reports::chart {

/// Fills content.memory_roofs and content.compute_roofs: those the machine is judged by, for every level and for the
/// precisions that its kernels use, and the theoretical ones at maximum clock where they differ.
void select_roofs(const models::MachineAnalysis& analysis, Content& content);

/// Formats outside of integers that the content's kernels use; those with a roof where the machine ran no kernel.
[[nodiscard]] std::set<models::Precision> formats_in_use(const models::MachineAnalysis& analysis,
                                                         const Content& content);

/// The roofs of these formats: one line for those that lie together, and the theoretical ones at maximum clock.
[[nodiscard]] std::vector<Roof> compute_roofs(const models::Ceilings& ceilings,
                                              const std::set<models::Precision>& formats);

/// A roof's words, from everything to the least: name, rate and origin.
[[nodiscard]] std::vector<std::string> roof_wordings(const std::string& name, const std::string& rate,
                                                     const models::CeilingOrigin& origin);

/// "measured at 3.20 GHz ± 2.0 %, clock of the run"
[[nodiscard]] std::string origin_note(const models::CeilingOrigin& origin);

/// What a page says of a roof, line by line: name and rate, origin, what it stands for.
[[nodiscard]] std::string roof_tip(const Roof& roof);

/// The theoretical roof of the same level at the maximum clock; nullptr where there is none or it is the same.
[[nodiscard]] const models::MemoryCeiling* at_maximum(const models::Ceilings& ceilings,
                                                      const models::MemoryCeiling& best);

}  // namespace rooflens::reports::chart

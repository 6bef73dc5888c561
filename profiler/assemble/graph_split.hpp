// Kernels of graphs are counted in launches of their own. Whether what they did there is what the graph does.
#pragma once

#include <map>
#include <string>

#include "models/record/observation.hpp"
#include "profiler/assemble/spool_index.hpp"

namespace rooflens::collect {

/// Of kernels whose counters contradict those of a graph that launches them, counted as a whole: why. They execute as
/// many instructions one by one as the graph does, within 2 %; more may be those of copies and fills in it. Where
/// launches of a kernel differ, and where not all of them were counted, nothing contradicts that is possible. Kernels
/// that graphs alone launched are not trusted either where none of these graphs was ever counted as a whole.
[[nodiscard]] std::map<int, std::string> contradicted_by_graphs(const SpoolIndex& index);

/// No counter of it can be trusted.
void withdraw_counters(models::Observation& observation, const std::string& why);

}  // namespace rooflens::collect

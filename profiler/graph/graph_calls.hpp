// Which calls of the driver make, change and destroy executable graphs, and what they tell a GraphTable.
#pragma once

#include <cupti_callbacks.h>

#include <cstdint>
#include <span>

#include "profiler/graph/graph_table.hpp"

namespace rooflens::graph {

[[nodiscard]] std::span<const CUpti_CallbackId> graph_callbacks();
[[nodiscard]] bool is_graph_call(CUpti_CallbackId callback);
/// Whether it changes a node of one, not the whole.
[[nodiscard]] bool is_node_change(CUpti_CallbackId callback);

/// For both sites of such a callback. `observed`: changes are followed; else a graph that is changed is refused until
/// it is updated as a whole: a program may change a large one in every step, and to read it takes longer than the step.
void follow(const GraphDriver& driver, GraphTable& table, CUpti_CallbackId callback, const CUpti_CallbackData& data,
            bool observed = true);

/// Stands for none: the driver refuses to launch it (CUDA_ERROR_INVALID_VALUE, seen with driver 580).
inline auto* const kNoGraph = reinterpret_cast<CUgraphExec>(std::uintptr_t{1});
/// Makes a cuGraphLaunch that is about to be done launch another graph: the driver reads its arguments after the
/// callback (seen with driver 580; no promise of CUPTI's, so GraphExchange tries it out).
void exchange(const CUpti_CallbackData& data, CUgraphExec other);

}  // namespace rooflens::graph

// From the warps that a kernel recorded to the blocks that a session keeps.
#pragma once

#include <optional>
#include <span>

#include "kernels/block_event.hpp"
#include "models/record/block_trace.hpp"

namespace rooflens::cli {

/// Events in the order of blocks and warps, as Prepared::block_events() gives them. A session keeps blocks, not warps:
/// waves and tails are made of blocks, and there are up to 32 times fewer. Nothing for no events.
[[nodiscard]] std::optional<models::BlockTrace> block_trace(std::span<const kernels::BlockEvent> events);

}  // namespace rooflens::cli

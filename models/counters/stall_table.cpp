// Meanings: Nsight Compute's documentation, "Warp Stall Reasons"; the remedies are ours.
#include "models/counters/stall_table.hpp"

#include <array>

#include "models/base/find_in.hpp"

namespace rooflens::models {
namespace {

constexpr std::array kStalls{
    StallReason{"long_scoreboard",
                "long scoreboard (global or local memory)",
                "a load from global, local or texture memory",
                "More independent loads in flight (unroll, vector loads, more warps), or data closer by.",
                {},
                WaitsFor::global_memory},
    StallReason{"short_scoreboard", "short scoreboard (shared memory or MUFU)",
                "a load from shared memory, or a special function",
                "Fewer bank conflicts and shared accesses; reuse in registers.",
                "Fewer special functions and shuffles.", WaitsFor::shared_memory},
    StallReason{"lg_throttle",
                "lg throttle (queue of global accesses)",
                "a slot in the queue for global and local accesses",
                "Fewer, wider accesses: vector loads, and no register spills.",
                {},
                WaitsFor::global_memory},
    StallReason{
        "mio_throttle", "mio throttle (queue of shared accesses)",
        "a slot in the queue for shared memory, special functions and dynamic branches",
        "Fewer bank conflicts, wider shared accesses, reuse in registers.",
        "Its queue also takes constants loaded by index, shuffles and special functions: let all lanes of a warp "
        "read one constant at a time.",
        WaitsFor::shared_memory},
    StallReason{"tex_throttle", "tex throttle (texture queue)", "a slot in the texture queue",
                "Fewer texture fetches and 64-bit global accesses by texture."},
    StallReason{"math_pipe_throttle", "math pipe throttle (busy arithmetic pipe)", "the arithmetic pipe that it needs",
                "The pipe is in use: less work on it, or work for another pipe in between."},
    StallReason{"wait", "wait (fixed latency)", "an instruction of fixed latency",
                "Independent instructions in between, or more warps."},
    StallReason{"barrier", "barrier", "other warps of its block at a barrier",
                "Less work between barriers, smaller blocks, or evener work for the warps."},
    StallReason{"membar", "membar (memory fence)", "a memory fence", "Fewer fences, or of narrower scope."},
    StallReason{"branch_resolving", "branch resolving (branch)", "the target of a branch", "Fewer, longer branches."},
    StallReason{"no_instructions", "no instructions (instruction fetch)", "instructions that are still fetched",
                "Smaller loops: less unrolling, fewer inlined copies."},
    StallReason{"imc_miss", "imc miss (constant cache)", "a constant that is not in its cache",
                "Constants that the whole warp reads at one address."},
    StallReason{"drain",
                "drain (stores at the end)",
                "its stores to leave when it exits",
                "Fewer or coalesced stores at the end of the kernel.",
                {},
                WaitsFor::global_memory},
    StallReason{"dispatch_stall", "dispatch stall", "the dispatcher", ""},
    StallReason{"sleeping", "sleeping", "the end of a sleep", "The kernel asks for it (__nanosleep)."},
    StallReason{"gmma", "gmma (tensor core)", "an asynchronous matrix operation",
                "More matrix work in flight, or other work in between."},
    StallReason{"warpgroup_arrive", "warpgroup arrive", "the other warps of its warpgroup",
                "Evener work for the warps of a warpgroup."},
    StallReason{"misc", "misc", "something that has no name of its own", ""},
    StallReason{"not_selected", "not selected", "it was ready, and another warp was chosen", ""},
    StallReason{"selected", "selected (issuing)", "it issued an instruction", ""},
};

}  // namespace

bool is_wait(std::string_view id) { return id != "selected" && id != "not_selected"; }

std::span<const StallReason> stall_table() { return kStalls; }

const StallReason* find_stall(std::string_view id) { return find_in(kStalls, id, &StallReason::id); }

}  // namespace rooflens::models

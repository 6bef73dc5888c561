// What has a roof that is neither operations of a number format nor bytes of a memory level: issue slots, pipes of
// their own, launches.
#pragma once

#include <array>
#include <string_view>

#include "models/base/enum_names.hpp"

namespace rooflens::models {

enum class Pipe {
  issue,          ///< the schedulers of all SMs: warp instructions
  sfu,            ///< special functions (reciprocal, square root, exponential): results of threads
  imad,           ///< integer multiply-adds: results of threads; the INT32 roof is that of all integer pipes together
  alu,            ///< integer logic, additions, comparisons and selections: results of threads
  lsu,            ///< loads, stores, shuffles and atomics on their way to L1: warp instructions
  atomic,         ///< atomics in all slices of L2: sectors
  atomic_slice,   ///< atomics in the busiest slice of L2: those to one address all go there
  shared_atomic,  ///< atomics in shared memory: wavefronts
  constants,      ///< constants that lanes load by an index: cycles of SMs in which their cache takes a request
  tensor,         ///< matrix instructions of any format: cycles of SMs in which the pipe is active
  host_read,      ///< the host's memory, as SMs read it over the link: bytes
  host_write,     ///< the same, written
  launch,         ///< launches of kernels that do nothing, one after the other
};

struct PipeInfo {
  Pipe pipe;
  std::string_view id;     ///< stable name in sessions and JSON
  std::string_view label;  ///< for people
  std::string_view unit;   ///< what is counted
  /// One of those that schedulers feed with an instruction of a warp a clock: these do not work beside each other.
  bool of_instructions = false;
  bool computes = false;         ///< its instructions are arithmetic, or logic
  std::string_view change = "";  ///< what takes it less, where a kernel does more of it than its task needs
};

inline constexpr std::string_view
    kFewerInstructions =
        "Fewer instructions for each result: hoist index arithmetic, avoid division and modulo, compute more "
        "results per thread.",
    kFewerAtomics = "Combine values in registers, the warp or shared memory first; add each block's result once.";

inline constexpr std::array<PipeInfo, 13> kPipes{{
    {Pipe::issue, "issue", "Issue", "inst", true, false,
     "More work per instruction: wider accesses, matrix instructions, packed formats."},
    {Pipe::sfu, "sfu", "SFU", "OP", true, true, kFewerInstructions},
    {Pipe::imad, "imad", "IMAD", "OP", true, true, kFewerInstructions},
    {Pipe::alu, "alu", "ALU", "OP", true, true, kFewerInstructions},
    {Pipe::lsu, "lsu", "LSU", "inst", false, false, "Fewer loads and stores: wider accesses, and reuse in registers."},
    {Pipe::atomic, "atomic", "L2 atomics", "sector", false, false, kFewerAtomics},
    {Pipe::atomic_slice, "atomic_slice", "L2 atomics of one slice", "clk", false, false, kFewerAtomics},
    {Pipe::shared_atomic, "shared_atomic", "Shared atomics", "wavefront", false, false, kFewerAtomics},
    {Pipe::constants, "constants", "Indexed constants", "clk", false, false,
     "Keep a table in shared or global memory where lanes of a warp read different elements of it."},
    {Pipe::tensor, "tensor", "Tensor pipe", "clk", false, true},
    {Pipe::host_read, "host_read", "Host reads", "B"},
    {Pipe::host_write, "host_write", "Host writes", "B"},
    {Pipe::launch, "launch", "Launch", "launch"},
}};

template <>
inline constexpr const auto& kNames<Pipe> = kPipes;

[[nodiscard]] constexpr bool is_of_atomics(Pipe pipe) { return info(pipe).change == kFewerAtomics; }

/// Memory of the host, which is no level of the GPU's.
[[nodiscard]] constexpr bool is_of_host(Pipe pipe) { return pipe == Pipe::host_read || pipe == Pipe::host_write; }

/// Of Pipe::issue beside memory levels and number formats, where "Issue" alone would not say of what.
inline constexpr std::string_view kWarpIssueLabel = "Warp issue";

}  // namespace rooflens::models

// Closed forms of what the L1 counts for global loads and stores, and the names of the counters that say it: a warp's
// request moves every 32-byte sector that one of its lanes touches, once.
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/bytes.hpp"

namespace rooflens::kernels {

inline constexpr std::string_view kGlobalLoads = "smsp__sass_inst_executed_op_global_ld.sum";
inline constexpr std::string_view kGlobalStores = "smsp__sass_inst_executed_op_global_st.sum";
inline constexpr std::string_view kGlobalLoadSectors = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum";
inline constexpr std::string_view kGlobalStoreSectors = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum";
inline constexpr std::string_view kFp32Fmas = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum";
inline constexpr std::string_view kFp32Additions = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum";
inline constexpr std::string_view kFp32Products = "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum";
inline constexpr std::string_view kFp64Fmas = "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum";
inline constexpr std::string_view kFp16Fmas = "smsp__sass_thread_inst_executed_op_hfma_pred_on.sum";

inline constexpr std::int64_t kWarpLanes = 32;

/// One access of every one of many threads: instructions of warps, and sectors.
struct GlobalAccess {
  double instructions = 0;
  double sectors = 0;
};

/// Sectors of one warp whose lane l, for the first `lanes` of 32, touches the 4-byte element shift + step l.
[[nodiscard]] constexpr std::int64_t warp_sectors(std::int64_t lanes, std::int64_t step, std::int64_t shift) {
  constexpr std::int64_t kElements = 8;  // in a sector
  return step >= kElements ? lanes : (shift % kElements + step * (lanes - 1)) / kElements + 1;
}

/// Thread i of n, in blocks of whole warps, touches the 4-byte element shift + step i of an array that begins with a
/// sector. step is at least 1.
[[nodiscard]] constexpr GlobalAccess global_access(std::int64_t n, std::int64_t step, std::int64_t shift) {
  const std::int64_t whole = n / kWarpLanes;
  const std::int64_t rest = n % kWarpLanes;
  const std::int64_t sectors =
      whole * warp_sectors(kWarpLanes, step, shift) + (rest > 0 ? warp_sectors(rest, step, shift) : 0);
  return {static_cast<double>(ceil_div(n, kWarpLanes)), static_cast<double>(sectors)};
}

}  // namespace rooflens::kernels

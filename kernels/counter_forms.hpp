// The counters that kernels predict exactly, and the closed forms that several families share. A warp is 32 lanes, a
// sector 32 bytes; arrays begin at a multiple of 128 bytes. Sources: the sector and wavefront rules of coalescing and
// banks; that no compiler changes the number of instructions is looked up in the machine code.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/bytes.hpp"
#include "kernels/kernel.hpp"

namespace rooflens::kernels {

inline constexpr std::int64_t kWarp = 32;
inline constexpr std::int64_t kFloatsPerSector = 8;

// Instructions are counted a warp, sectors and wavefronts as they are needed, FP32 operations a thread.
inline constexpr std::string_view kGlobalLoads = "smsp__sass_inst_executed_op_global_ld.sum";
inline constexpr std::string_view kGlobalStores = "smsp__sass_inst_executed_op_global_st.sum";
inline constexpr std::string_view kLoadSectors = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum";
inline constexpr std::string_view kStoreSectors = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum";
inline constexpr std::string_view kSharedLoads = "smsp__sass_inst_executed_op_shared_ld.sum";
inline constexpr std::string_view kSharedStores = "smsp__sass_inst_executed_op_shared_st.sum";
inline constexpr std::string_view kSharedWavefronts = "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum";
inline constexpr std::string_view kFadds = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum";
inline constexpr std::string_view kFfmas = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum";

using ExpectedCounters = std::vector<ExpectedCounter>;

[[nodiscard]] inline ExpectedCounter expect(std::string_view name, std::int64_t value) {
  return {name, static_cast<double>(value)};
}

/// `reads` arrays of n floats read and `writes` written, a lane an element, 4 bytes an access: a warp takes 4 sectors,
/// and the last one what is left. Warps beyond the end leave before their first access.
[[nodiscard]] inline ExpectedCounters contiguous_floats(std::int64_t n, std::int64_t reads, std::int64_t writes) {
  const std::int64_t warps = ceil_div(n, kWarp);
  const std::int64_t sectors = ceil_div(n, kFloatsPerSector);
  return {expect(kGlobalLoads, reads * warps), expect(kGlobalStores, writes * warps),
          expect(kLoadSectors, reads * sectors), expect(kStoreSectors, writes * sectors)};
}

/// Elements of a whole block of the 16-byte kernels: 256 threads, four each.
inline constexpr std::int64_t kFloat4BlockElements = 1024;

/// The same with 16 bytes an access; the first warp also takes the up to three elements after the last whole vector,
/// which share a sector, one by one. In a block that is not whole some instructions run with no lane on, and whether
/// they count is not claimed.
[[nodiscard]] inline ExpectedCounters contiguous_float4(std::int64_t n, std::int64_t reads, std::int64_t writes) {
  const std::int64_t sectors = ceil_div(n / 4, 2) + (n % 4 > 0 ? 1 : 0);
  ExpectedCounters counters{expect(kLoadSectors, reads * sectors), expect(kStoreSectors, writes * sectors)};
  if (n % kFloat4BlockElements == 0) {
    counters.push_back(expect(kGlobalLoads, reads * n / (4 * kWarp)));
    counters.push_back(expect(kGlobalStores, writes * n / (4 * kWarp)));
  }
  return counters;
}

/// Sectors of `count` instructions, the k-th of which takes `length` >= 0 floats in a row from element k * pitch +
/// `first` on. Where they begin in a sector repeats after eight.
[[nodiscard]] constexpr std::int64_t segment_sectors(std::int64_t count, std::int64_t pitch, std::int64_t length,
                                                     std::int64_t first = 0) {
  std::int64_t sectors = 0;
  if (length == 0) return sectors;
  for (std::int64_t k = 0; k < kFloatsPerSector && k < count; ++k) {
    const std::int64_t offset = (k * pitch + first) % kFloatsPerSector;
    sectors += ceil_div(offset + length, kFloatsPerSector) * ceil_div(count - k, kFloatsPerSector);
  }
  return sectors;
}

/// Sectors of taking every row of an n x n matrix in segments of a warp.
[[nodiscard]] constexpr std::int64_t row_sectors(std::int64_t n) {
  return (n / kWarp) * segment_sectors(n, n, kWarp) + segment_sectors(n, n, n % kWarp, n / kWarp * kWarp);
}

}  // namespace rooflens::kernels

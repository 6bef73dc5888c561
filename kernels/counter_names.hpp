// The counters whose closed forms kernels claim, spelled once. Threads: instructions of threads whose predicate was on.
// Sectors: 32 bytes between a load or store and the L1, counted per request.
#pragma once

#include <string_view>

namespace rooflens::kernels::counter {

inline constexpr std::string_view kFfma = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum";
inline constexpr std::string_view kFadd = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum";
inline constexpr std::string_view kFmul = "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum";
inline constexpr std::string_view kHfma = "smsp__sass_thread_inst_executed_op_hfma_pred_on.sum";
inline constexpr std::string_view kSharedWavefronts = "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum";
inline constexpr std::string_view kSharedLoads = "smsp__sass_inst_executed_op_shared_ld.sum";
inline constexpr std::string_view kSharedStores = "smsp__sass_inst_executed_op_shared_st.sum";
inline constexpr std::string_view kGlobalLoads = "smsp__sass_inst_executed_op_global_ld.sum";
inline constexpr std::string_view kGlobalStores = "smsp__sass_inst_executed_op_global_st.sum";
inline constexpr std::string_view kLoadSectors = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum";
inline constexpr std::string_view kStoreSectors = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum";

}  // namespace rooflens::kernels::counter

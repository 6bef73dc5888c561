// The counters whose values the catalogue predicts, as CUPTI spells them, in one place. All are whole numbers: accesses
// are counted once a warp of which any lane is on, sectors (32 bytes between a request and the L1) and wavefronts as
// they are needed, operations once a thread whose predicate is on.
#pragma once

#include <string_view>

namespace rooflens::kernels::counter {

inline constexpr std::string_view kGlobalLoads = "smsp__sass_inst_executed_op_global_ld.sum";
inline constexpr std::string_view kGlobalStores = "smsp__sass_inst_executed_op_global_st.sum";
inline constexpr std::string_view kGlobalLoadSectors = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum";
inline constexpr std::string_view kGlobalStoreSectors = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum";
inline constexpr std::string_view kSharedLoads = "smsp__sass_inst_executed_op_shared_ld.sum";
inline constexpr std::string_view kSharedStores = "smsp__sass_inst_executed_op_shared_st.sum";
inline constexpr std::string_view kSharedWavefronts = "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum";
inline constexpr std::string_view kSharedBytes = "smsp__sass_data_bytes_mem_shared.sum";
inline constexpr std::string_view kFadd = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum";
inline constexpr std::string_view kFmul = "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum";
inline constexpr std::string_view kFfma = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum";
inline constexpr std::string_view kDfma = "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum";

}  // namespace rooflens::kernels::counter

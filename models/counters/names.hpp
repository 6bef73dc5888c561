// CUPTI's counters that anything here asks for or reads, by the names that CUPTI gives them: the one place where they
// are spelt. A constant is called as its counter is; what ends in Prefix begins several.
#pragma once

#include <string_view>

namespace rooflens::models::counter {

inline constexpr std::string_view kDramBytesSum = "dram__bytes.sum";
inline constexpr std::string_view kDramBytesSumPeakSustained = "dram__bytes.sum.peak_sustained";
inline constexpr std::string_view kDramBytesReadSum = "dram__bytes_read.sum";
inline constexpr std::string_view kDramBytesWriteSum = "dram__bytes_write.sum";
inline constexpr std::string_view kDramCyclesElapsedAvgPerSecond = "dram__cycles_elapsed.avg.per_second";
inline constexpr std::string_view kFbpaDramReadBytesSum = "fbpa__dram_read_bytes.sum";
inline constexpr std::string_view kFbpaDramWriteBytesSum = "fbpa__dram_write_bytes.sum";
inline constexpr std::string_view kGpcCyclesElapsedAvgPerSecond = "gpc__cycles_elapsed.avg.per_second";
inline constexpr std::string_view kGpuTimeDurationSum = "gpu__time_duration.sum";
inline constexpr std::string_view kIdcRequestCyclesActiveSum = "idc__request_cycles_active.sum";
inline constexpr std::string_view kL1texCyclesElapsedAvgPerSecond = "l1tex__cycles_elapsed.avg.per_second";
inline constexpr std::string_view kL1texDataPipeLsuWavefrontsMemSharedSum =
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum";
inline constexpr std::string_view kL1texTBytesSum = "l1tex__t_bytes.sum";
inline constexpr std::string_view kL1texTBytesSumPeakSustained = "l1tex__t_bytes.sum.peak_sustained";
inline constexpr std::string_view kL1texTSectorsPrefix = "l1tex__t_sectors_";
inline constexpr std::string_view kL1texTSectorsPipeLsuMemLocalOpLdSum =
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum";
inline constexpr std::string_view kL1texTSectorsPipeLsuMemLocalOpStSum =
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum";
inline constexpr std::string_view kLtsCyclesElapsedAvgPerSecond = "lts__cycles_elapsed.avg.per_second";
inline constexpr std::string_view kLtsDAtomicInputCyclesActiveMax = "lts__d_atomic_input_cycles_active.max";
inline constexpr std::string_view kLtsDAtomicInputCyclesActiveSum = "lts__d_atomic_input_cycles_active.sum";
inline constexpr std::string_view kLtsLts2xbarCyclesActiveSumPeakSustained =
    "lts__lts2xbar_cycles_active.sum.peak_sustained";
inline constexpr std::string_view kLtsTBytesSum = "lts__t_bytes.sum";
inline constexpr std::string_view kLtsTBytesSumPeakSustained = "lts__t_bytes.sum.peak_sustained";
inline constexpr std::string_view kLtsTSectorsOpAtomSum = "lts__t_sectors_op_atom.sum";
inline constexpr std::string_view kLtsTSectorsOpReadSum = "lts__t_sectors_op_read.sum";
inline constexpr std::string_view kLtsTSectorsOpRedSum = "lts__t_sectors_op_red.sum";
inline constexpr std::string_view kLtsTSectorsOpWriteSum = "lts__t_sectors_op_write.sum";
inline constexpr std::string_view kLtsTSectorsSrcunitTexApertureSysmemOpReadSum =
    "lts__t_sectors_srcunit_tex_aperture_sysmem_op_read.sum";
inline constexpr std::string_view kLtsTSectorsSrcunitTexApertureSysmemOpWriteSum =
    "lts__t_sectors_srcunit_tex_aperture_sysmem_op_write.sum";
inline constexpr std::string_view kLtsTSectorsSrcunitTexSum = "lts__t_sectors_srcunit_tex.sum";
inline constexpr std::string_view kSmCyclesActiveAvg = "sm__cycles_active.avg";
inline constexpr std::string_view kSmCyclesActiveMax = "sm__cycles_active.max";
inline constexpr std::string_view kSmCyclesActiveSum = "sm__cycles_active.sum";
inline constexpr std::string_view kSmCyclesElapsedAvgPerSecond = "sm__cycles_elapsed.avg.per_second";
inline constexpr std::string_view kSmCyclesElapsedMax = "sm__cycles_elapsed.max";
inline constexpr std::string_view kSmInstExecutedSum = "sm__inst_executed.sum";
inline constexpr std::string_view kSmInstExecutedPipeAluSum = "sm__inst_executed_pipe_alu.sum";
inline constexpr std::string_view kSmInstExecutedPipeFmaSum = "sm__inst_executed_pipe_fma.sum";
inline constexpr std::string_view kSmInstExecutedPipeFmaheavySum = "sm__inst_executed_pipe_fmaheavy.sum";
inline constexpr std::string_view kSmInstExecutedPipeLsuSum = "sm__inst_executed_pipe_lsu.sum";
inline constexpr std::string_view kSmInstExecutedPipeLsuMemLgCmdReadSum =
    "sm__inst_executed_pipe_lsu_mem_lg_cmd_read.sum";
inline constexpr std::string_view kSmInstExecutedPipeTensorSum = "sm__inst_executed_pipe_tensor.sum";
inline constexpr std::string_view kSmInstExecutedPipeTensorOpHmmaSum = "sm__inst_executed_pipe_tensor_op_hmma.sum";
inline constexpr std::string_view kSmInstExecutedPipeTensorOpHmmaTypeHfma2Sum =
    "sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum";
inline constexpr std::string_view kSmInstExecutedPipeXuSum = "sm__inst_executed_pipe_xu.sum";
inline constexpr std::string_view kSmInstPendingPipeLsuMemLgCmdReadSum =
    "sm__inst_pending_pipe_lsu_mem_lg_cmd_read.sum";
inline constexpr std::string_view kSmOpsPathTensorSrcPrefix = "sm__ops_path_tensor_src_";
inline constexpr std::string_view kSmOpsPathTensorSrcBf16DstFp32Sum = "sm__ops_path_tensor_src_bf16_dst_fp32.sum";
inline constexpr std::string_view kSmOpsPathTensorSrcFp16Sum = "sm__ops_path_tensor_src_fp16.sum";
inline constexpr std::string_view kSmOpsPathTensorSrcFp16Bf16Tf32DstFp32Sum =
    "sm__ops_path_tensor_src_fp16_bf16_tf32_dst_fp32.sum";
inline constexpr std::string_view kSmOpsPathTensorSrcFp16DstFp16Sum = "sm__ops_path_tensor_src_fp16_dst_fp16.sum";
inline constexpr std::string_view kSmOpsPathTensorSrcFp16DstFp32Sum = "sm__ops_path_tensor_src_fp16_dst_fp32.sum";
inline constexpr std::string_view kSmOpsPathTensorSrcFp4Fp6Fp8DstFp16Sum =
    "sm__ops_path_tensor_src_fp4_fp6_fp8_dst_fp16.sum";
inline constexpr std::string_view kSmOpsPathTensorSrcFp4Fp6Fp8DstFp32Sum =
    "sm__ops_path_tensor_src_fp4_fp6_fp8_dst_fp32.sum";
inline constexpr std::string_view kSmOpsPathTensorSrcFp64Sum = "sm__ops_path_tensor_src_fp64.sum";
inline constexpr std::string_view kSmOpsPathTensorSrcFp8Sum = "sm__ops_path_tensor_src_fp8.sum";
inline constexpr std::string_view kSmOpsPathTensorSrcFp8DstFp16Sum = "sm__ops_path_tensor_src_fp8_dst_fp16.sum";
inline constexpr std::string_view kSmOpsPathTensorSrcFp8DstFp32Sum = "sm__ops_path_tensor_src_fp8_dst_fp32.sum";
inline constexpr std::string_view kSmOpsPathTensorSrcInt8Sum = "sm__ops_path_tensor_src_int8.sum";
inline constexpr std::string_view kSmOpsPathTensorSrcTf32DstFp32Sum = "sm__ops_path_tensor_src_tf32_dst_fp32.sum";
inline constexpr std::string_view kSmPipeTensorCyclesActiveAvg = "sm__pipe_tensor_cycles_active.avg";
inline constexpr std::string_view kSmPipeTensorCyclesActiveAvgPctOfPeakSustainedActive =
    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active";
inline constexpr std::string_view kSmSassPrefix = "sm__sass_";
inline constexpr std::string_view kSmSassThreadInstExecutedOpDfmaPredOnSumPeakSustained =
    "sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained";
inline constexpr std::string_view kSmSassThreadInstExecutedOpFfmaPredOnSumPeakSustained =
    "sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained";
inline constexpr std::string_view kSmSassThreadInstExecutedOpHfmaPredOnSumPeakSustained =
    "sm__sass_thread_inst_executed_op_hfma_pred_on.sum.peak_sustained";
inline constexpr std::string_view kSmWarpsActiveAvgPctOfPeakSustainedActive =
    "sm__warps_active.avg.pct_of_peak_sustained_active";
inline constexpr std::string_view kSmspCyclesElapsedAvgPerSecond = "smsp__cycles_elapsed.avg.per_second";
inline constexpr std::string_view kSmspInstExecutedSum = "smsp__inst_executed.sum";
inline constexpr std::string_view kSmspInstExecutedOpPrefix = "smsp__inst_executed_op_";
inline constexpr std::string_view kSmspPcsampWarpsIssueStalledPrefix = "smsp__pcsamp_warps_issue_stalled_";
inline constexpr std::string_view kSmspSassPrefix = "smsp__sass_";
inline constexpr std::string_view kSmspSassBranchTargetsSum = "smsp__sass_branch_targets.sum";
inline constexpr std::string_view kSmspSassBranchTargetsThreadsDivergentSum =
    "smsp__sass_branch_targets_threads_divergent.sum";
inline constexpr std::string_view kSmspSassBranchTargetsThreadsUniformSum =
    "smsp__sass_branch_targets_threads_uniform.sum";
inline constexpr std::string_view kSmspSassDataBytesMemGlobalOpLdSum = "smsp__sass_data_bytes_mem_global_op_ld.sum";
inline constexpr std::string_view kSmspSassDataBytesMemGlobalOpStSum = "smsp__sass_data_bytes_mem_global_op_st.sum";
inline constexpr std::string_view kSmspSassDataBytesMemSharedSum = "smsp__sass_data_bytes_mem_shared.sum";
inline constexpr std::string_view kSmspSassInstExecuted = "smsp__sass_inst_executed";
inline constexpr std::string_view kSmspSassInstExecutedSum = "smsp__sass_inst_executed.sum";
inline constexpr std::string_view kSmspSassInstExecutedOpPrefix = "smsp__sass_inst_executed_op_";
inline constexpr std::string_view kSmspSassInstExecutedOpBranchSum = "smsp__sass_inst_executed_op_branch.sum";
inline constexpr std::string_view kSmspSassInstExecutedOpGlobalAtomSum = "smsp__sass_inst_executed_op_global_atom.sum";
inline constexpr std::string_view kSmspSassInstExecutedOpGlobalLdSum = "smsp__sass_inst_executed_op_global_ld.sum";
inline constexpr std::string_view kSmspSassInstExecutedOpGlobalRedSum = "smsp__sass_inst_executed_op_global_red.sum";
inline constexpr std::string_view kSmspSassInstExecutedOpGlobalStSum = "smsp__sass_inst_executed_op_global_st.sum";
inline constexpr std::string_view kSmspSassInstExecutedOpLocalLdSum = "smsp__sass_inst_executed_op_local_ld.sum";
inline constexpr std::string_view kSmspSassInstExecutedOpLocalStSum = "smsp__sass_inst_executed_op_local_st.sum";
inline constexpr std::string_view kSmspSassInstExecutedOpSharedAtomSum = "smsp__sass_inst_executed_op_shared_atom.sum";
inline constexpr std::string_view kSmspSassInstExecutedOpSharedLdSum = "smsp__sass_inst_executed_op_shared_ld.sum";
inline constexpr std::string_view kSmspSassInstExecutedOpSharedStSum = "smsp__sass_inst_executed_op_shared_st.sum";
inline constexpr std::string_view kSmspSassL1texDataPipeLsuWavefrontsMemSharedOpAtomSum =
    "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum";
inline constexpr std::string_view kSmspSassL1texPipeLsuWavefrontsMemShared =
    "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared";
inline constexpr std::string_view kSmspSassL1texPipeLsuWavefrontsMemSharedSum =
    "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum";
inline constexpr std::string_view kSmspSassL1texPipeLsuWavefrontsMemSharedIdeal =
    "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal";
inline constexpr std::string_view kSmspSassL1texTSectorsPrefix = "smsp__sass_l1tex_t_sectors_";
inline constexpr std::string_view kSmspSassL1texTSectorsPipeLsuMemGlobalOpAtomSum =
    "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum";
inline constexpr std::string_view kSmspSassL1texTSectorsPipeLsuMemGlobalOpLdSum =
    "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum";
inline constexpr std::string_view kSmspSassL1texTSectorsPipeLsuMemGlobalOpRedSum =
    "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum";
inline constexpr std::string_view kSmspSassL1texTSectorsPipeLsuMemGlobalOpStSum =
    "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum";
inline constexpr std::string_view kSmspSassSectorsMemGlobal = "smsp__sass_sectors_mem_global";
inline constexpr std::string_view kSmspSassSectorsMemGlobalIdeal = "smsp__sass_sectors_mem_global_ideal";
inline constexpr std::string_view kSmspSassThreadInstExecuted = "smsp__sass_thread_inst_executed";
inline constexpr std::string_view kSmspSassThreadInstExecutedSum = "smsp__sass_thread_inst_executed.sum";
inline constexpr std::string_view kSmspSassThreadInstExecutedOpPrefix = "smsp__sass_thread_inst_executed_op_";
inline constexpr std::string_view kSmspSassThreadInstExecutedOpConversionPredOnSum =
    "smsp__sass_thread_inst_executed_op_conversion_pred_on.sum";
inline constexpr std::string_view kSmspSassThreadInstExecutedOpDaddPredOnSum =
    "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum";
inline constexpr std::string_view kSmspSassThreadInstExecutedOpDfmaPredOnSum =
    "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum";
inline constexpr std::string_view kSmspSassThreadInstExecutedOpDmulPredOnSum =
    "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum";
inline constexpr std::string_view kSmspSassThreadInstExecutedOpFaddPredOnSum =
    "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum";
inline constexpr std::string_view kSmspSassThreadInstExecutedOpFfmaPredOnSum =
    "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum";
inline constexpr std::string_view kSmspSassThreadInstExecutedOpFmulPredOnSum =
    "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum";
inline constexpr std::string_view kSmspSassThreadInstExecutedOpHaddPredOnSum =
    "smsp__sass_thread_inst_executed_op_hadd_pred_on.sum";
inline constexpr std::string_view kSmspSassThreadInstExecutedOpHfmaPredOnSum =
    "smsp__sass_thread_inst_executed_op_hfma_pred_on.sum";
inline constexpr std::string_view kSmspSassThreadInstExecutedOpHmulPredOnSum =
    "smsp__sass_thread_inst_executed_op_hmul_pred_on.sum";
inline constexpr std::string_view kSmspSassThreadInstExecutedOpIntegerPredOnSum =
    "smsp__sass_thread_inst_executed_op_integer_pred_on.sum";
inline constexpr std::string_view kSmspSassThreadInstExecutedPredOn = "smsp__sass_thread_inst_executed_pred_on";
inline constexpr std::string_view kSmspSassThreadInstExecutedPredOnSum = "smsp__sass_thread_inst_executed_pred_on.sum";
inline constexpr std::string_view kSmspWarpsIssueStalledBarrierSum = "smsp__warps_issue_stalled_barrier.sum";
inline constexpr std::string_view kSmspThreadInstExecutedSum = "smsp__thread_inst_executed.sum";
inline constexpr std::string_view kSmspThreadInstExecutedOpPrefix = "smsp__thread_inst_executed_op_";
inline constexpr std::string_view kSmspThreadInstExecutedPredOnSum = "smsp__thread_inst_executed_pred_on.sum";

}  // namespace rooflens::models::counter

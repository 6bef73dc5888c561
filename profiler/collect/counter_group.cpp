#include "profiler/collect/counter_group.hpp"

#include <array>

#include "models/device_part.hpp"
#include "models/operations.hpp"

namespace rooflens::collect {
namespace {

constexpr std::array kQuick{
    // Roofline.
    WantedCounter{"dram__bytes.sum"},
    WantedCounter{"fbpa__dram_read_bytes.sum", "dram__bytes_read.sum"},
    WantedCounter{"fbpa__dram_write_bytes.sum", "dram__bytes_write.sum"},
    WantedCounter{"lts__t_bytes.sum"},
    WantedCounter{"lts__t_sectors_srcunit_tex.sum"},
    WantedCounter{"lts__t_sectors_op_read.sum"},
    WantedCounter{"lts__t_sectors_op_write.sum"},
    WantedCounter{"l1tex__t_bytes.sum"},
    WantedCounter{models::kTensorActivity},
    WantedCounter{.name = models::kHalfOnTensorPipe, .optional = true},
    WantedCounter{"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"},
    WantedCounter{"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"},
    WantedCounter{"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"},
    WantedCounter{"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum"},
    WantedCounter{"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum"},
    WantedCounter{"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"},
    WantedCounter{"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum"},
    WantedCounter{"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum"},
    WantedCounter{"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum"},
    WantedCounter{"smsp__sass_thread_inst_executed_op_integer_pred_on.sum"},
    WantedCounter{"smsp__sass_thread_inst_executed_op_conversion_pred_on.sum"},
    // Occupancy and balance. Cycles serve as ratios to each other only: a range adds its own.
    WantedCounter{"sm__warps_active.avg.pct_of_peak_sustained_active"},
    WantedCounter{models::kCyclesActiveMean},
    WantedCounter{models::kCyclesActiveSum},
    WantedCounter{"sm__cycles_active.max"},
    WantedCounter{"sm__cycles_elapsed.max"},
    // Divergence.
    WantedCounter{"smsp__sass_inst_executed.sum"},
    WantedCounter{"smsp__sass_thread_inst_executed.sum"},
    WantedCounter{"smsp__sass_thread_inst_executed_pred_on.sum"},
    WantedCounter{"smsp__sass_branch_targets.sum"},
    WantedCounter{"smsp__sass_branch_targets_threads_divergent.sum"},
    WantedCounter{"smsp__sass_branch_targets_threads_uniform.sum"},
    WantedCounter{"smsp__sass_inst_executed_op_branch.sum"},
    // Bank conflicts.
    WantedCounter{"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum"},
    WantedCounter{"smsp__sass_data_bytes_mem_shared.sum"},
    WantedCounter{"smsp__sass_inst_executed_op_shared_ld.sum"},
    WantedCounter{"smsp__sass_inst_executed_op_shared_st.sum"},
    // Coalescing.
    WantedCounter{"smsp__sass_inst_executed_op_global_ld.sum"},
    WantedCounter{"smsp__sass_inst_executed_op_global_st.sum"},
    WantedCounter{"smsp__sass_data_bytes_mem_global_op_ld.sum"},
    WantedCounter{"smsp__sass_data_bytes_mem_global_op_st.sum"},
    WantedCounter{"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    WantedCounter{"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum"},
    // Spills.
    WantedCounter{"smsp__sass_inst_executed_op_local_ld.sum"},
    WantedCounter{"smsp__sass_inst_executed_op_local_st.sum"},
    // Peaks: they follow from the chip, cost no pass, and become roofs with a clock.
    WantedCounter{"dram__bytes.sum.peak_sustained"},
    WantedCounter{"lts__t_bytes.sum.peak_sustained"},
    WantedCounter{"lts__lts2xbar_cycles_active.sum.peak_sustained"},
    WantedCounter{"l1tex__t_bytes.sum.peak_sustained"},
    WantedCounter{"sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained"},
    WantedCounter{"sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained"},
    WantedCounter{"sm__sass_thread_inst_executed_op_hfma_pred_on.sum.peak_sustained"},
    // Clocks: cycles over time of the same range, which its overhead does not change.
    WantedCounter{"sm__cycles_elapsed.avg.per_second"},
    WantedCounter{"lts__cycles_elapsed.avg.per_second"},
    // Whether the passes saw the same work.
    WantedCounter{.name = kHardwareAnchor, .if_free = true},
};

constexpr CounterGroup kQuickGroup{
    "quick", "roofline, occupancy, divergence, bank conflicts, coalescing, spills, and the chip's peaks", kQuick};

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

const CounterGroup& quick_group() { return kQuickGroup; }

bool is_tensor_counter(std::string_view base_name) {
  return base_name.starts_with(kTensorPrefix) && !contains(base_name, "_realtime") &&
         !contains(base_name, "_sparsity_");
}

bool is_sass_counter(std::string_view name) { return contains(name, "__sass_") && !name.ends_with(".peak_sustained"); }

}  // namespace rooflens::collect

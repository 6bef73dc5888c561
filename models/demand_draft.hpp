// Demand while it is put together: the model so far, and the counters it comes from. Private to models/demand*.cpp.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "models/analysis.hpp"
#include "models/demand.hpp"

namespace rooflens::models {

namespace demand_counters {
inline constexpr std::string_view kLoads = "smsp__sass_inst_executed_op_global_ld.sum";
inline constexpr std::string_view kStores = "smsp__sass_inst_executed_op_global_st.sum";
inline constexpr std::string_view kLoadBytes = "smsp__sass_data_bytes_mem_global_op_ld.sum";
inline constexpr std::string_view kStoreBytes = "smsp__sass_data_bytes_mem_global_op_st.sum";
inline constexpr std::string_view kLoadSectors = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum";
inline constexpr std::string_view kStoreSectors = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum";
inline constexpr std::string_view kSharedLoads = "smsp__sass_inst_executed_op_shared_ld.sum";
inline constexpr std::string_view kSharedStores = "smsp__sass_inst_executed_op_shared_st.sum";
inline constexpr std::string_view kSharedBytes = "smsp__sass_data_bytes_mem_shared.sum";
inline constexpr std::string_view kWavefronts = "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum";
inline constexpr std::string_view kLocalLoads = "smsp__sass_inst_executed_op_local_ld.sum";
inline constexpr std::string_view kLocalStores = "smsp__sass_inst_executed_op_local_st.sum";
inline constexpr std::string_view kLocalLoadSectors = "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum";
inline constexpr std::string_view kLocalStoreSectors = "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum";
inline constexpr std::string_view kL1Bytes = "l1tex__t_bytes.sum";
inline constexpr std::string_view kL2Sectors = "lts__t_sectors_srcunit_tex.sum";
inline constexpr std::string_view kDramBytes = "dram__bytes.sum";
inline constexpr std::string_view kInteger = "smsp__sass_thread_inst_executed_op_integer_pred_on.sum";

/// The instructions of one number format, counted per thread.
struct ArithmeticNames {
  Precision precision;
  std::string_view add, multiply, fused;
};
inline constexpr std::array kArithmetic{
    ArithmeticNames{Precision::fp32, "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
                    "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum",
                    "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"},
    ArithmeticNames{Precision::fp64, "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum",
                    "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum",
                    "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"},
    ArithmeticNames{Precision::fp16, "smsp__sass_thread_inst_executed_op_hadd_pred_on.sum",
                    "smsp__sass_thread_inst_executed_op_hmul_pred_on.sum",
                    "smsp__sass_thread_inst_executed_op_hfma_pred_on.sum"},
};
}  // namespace demand_counters

inline constexpr double kSectorBytes = 32;

[[nodiscard]] constexpr std::size_t at(Inefficiency i) { return static_cast<std::size_t>(i); }

struct DemandDraft {
  using Names = std::vector<std::string_view>;

  const KernelAnalysis& kernel;
  const CounterSet& counters;
  DemandModel model{};

  /// 0 where the counter was not collected: only behind have().
  [[nodiscard]] double value(std::string_view name) const { return counters.value(name).value_or(0); }
  /// Whether all are there; where not, the inefficiency becomes unknown for them.
  [[nodiscard]] bool have(Inefficiency i, const Names& names);
  void known(Inefficiency i, const Names& names, bool at_most = false);
  void contradictory(Inefficiency i, const Names& names);
  /// nullptr where the kernel has no demand of it, or it has no roof.
  [[nodiscard]] DemandResource* resource(std::string_view label);
  /// The kernel's counted traffic at a level; nullptr where it was not counted.
  [[nodiscard]] const LevelPoint* measured(Level level) const;
  [[nodiscard]] double nominal_over_run() const;
};

/// Warp issue, and what makes it and the pipes do more: divergence, predication, spills, overhead, unfused arithmetic.
void add_instruction_demand(DemandDraft& draft);
/// What makes the memory levels move more: uncoalesced accesses, bank conflicts, repeated DRAM traffic.
void add_traffic_demand(DemandDraft& draft);

}  // namespace rooflens::models

#include "models/counters/metric_table.hpp"

#include <fmt/core.h>

#include <array>
#include <unordered_map>

#include "models/base/thresholds.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/counters/names.hpp"

namespace rooflens::models {
namespace {

// clang-format off
// Operations. An FMA counts two. Packed half instructions do two lanes' work each: weights 2, 2 and 4.
constexpr Terms kFp64{{1, counter::kSmspSassThreadInstExecutedOpDaddPredOnSum},
                      {1, counter::kSmspSassThreadInstExecutedOpDmulPredOnSum},
                      {2, counter::kSmspSassThreadInstExecutedOpDfmaPredOnSum}};
constexpr Terms kFp32{{1, counter::kSmspSassThreadInstExecutedOpFaddPredOnSum},
                      {1, counter::kSmspSassThreadInstExecutedOpFmulPredOnSum},
                      {2, counter::kSmspSassThreadInstExecutedOpFfmaPredOnSum}};
constexpr Terms kFp16{{2, counter::kSmspSassThreadInstExecutedOpHaddPredOnSum},
                      {2, counter::kSmspSassThreadInstExecutedOpHmulPredOnSum},
                      {4, counter::kSmspSassThreadInstExecutedOpHfmaPredOnSum}};
constexpr Terms kTensorFp16Split{{1, counter::kSmOpsPathTensorSrcFp16DstFp16Sum},
                                 {1, counter::kSmOpsPathTensorSrcFp16DstFp32Sum}};
constexpr Terms kTensorFp16Turing{{1, counter::kSmOpsPathTensorSrcFp16DstFp16Sum},
                                  {1, counter::kSmOpsPathTensorSrcFp16Bf16Tf32DstFp32Sum}};
// FP6 and FP4 operands in containers of 8 bits are multiplied at the rate of FP8.
constexpr Terms kTensorFp8AndLess{{1, counter::kSmOpsPathTensorSrcFp4Fp6Fp8DstFp16Sum},
                                  {1, counter::kSmOpsPathTensorSrcFp4Fp6Fp8DstFp32Sum}};
constexpr Terms kTensorFp8Split{{1, counter::kSmOpsPathTensorSrcFp8DstFp16Sum},
                                {1, counter::kSmOpsPathTensorSrcFp8DstFp32Sum}};
constexpr Terms kGlobalRequested{{1, counter::kSmspSassDataBytesMemGlobalOpLdSum},
                                 {1, counter::kSmspSassDataBytesMemGlobalOpStSum}};
constexpr Terms kAtomicSectors{{1, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpAtomSum},
                               {1, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpRedSum}};
constexpr Terms kSharedAccesses{{1, counter::kSmspSassInstExecutedOpSharedLdSum},
                                {1, counter::kSmspSassInstExecutedOpSharedStSum}};
constexpr Terms kLocalAccesses{{1, counter::kSmspSassInstExecutedOpLocalLdSum},
                               {1, counter::kSmspSassInstExecutedOpLocalStSum}};

using U = MetricUnit;
using enum Worse;
constexpr std::array kTable{
    MetricRow{"fp64_flops", "FP64 operations", U::operations, higher, "Double-precision operations, an FMA counted twice", kFp64, {}},
    MetricRow{"fp32_flops", "FP32 operations", U::operations, higher, "Single-precision operations, an FMA counted twice", kFp32, {}},
    MetricRow{"fp16_flops", "FP16 operations", U::operations, higher, "Packed half and bfloat16 operations outside the tensor pipe", kFp16, {}},
    MetricRow{"int32_ops", "Integer operations", U::operations, higher, "Integer instructions of threads whose predicate was on", {{1, counter::kSmspSassThreadInstExecutedOpIntegerPredOnSum}}, {}},
    MetricRow{"conversion_ops", "Conversions", U::operations, higher, "Conversions between number formats", {{1, counter::kSmspSassThreadInstExecutedOpConversionPredOnSum}}, {}},
    MetricRow{"tensor_fp64_flops", "FP64 tensor operations", U::operations, higher, "Tensor-pipe operations with FP64 sources", {{1, counter::kSmOpsPathTensorSrcFp64Sum}}, {}},
    MetricRow{"tensor_tf32_flops", "TF32 tensor operations", U::operations, higher, "Tensor-pipe operations with TF32 sources", {{1, counter::kSmOpsPathTensorSrcTf32DstFp32Sum}}, {}},
    MetricRow{"tensor_bf16_flops", "BF16 tensor operations", U::operations, higher, "Tensor-pipe operations with BF16 sources", {{1, counter::kSmOpsPathTensorSrcBf16DstFp32Sum}}, {}},
    MetricRow{"tensor_fp16_flops", "FP16 tensor operations", U::operations, higher, "Tensor-pipe operations with FP16 sources", {{1, counter::kSmOpsPathTensorSrcFp16Sum}}, {}},
    MetricRow{"tensor_fp16_flops", "FP16 tensor operations", U::operations, higher, "Tensor-pipe operations with FP16 sources", kTensorFp16Split, {}},
    MetricRow{"tensor_fp16_flops", "FP16 tensor operations", U::operations, higher, "Tensor-pipe operations with FP16 sources", kTensorFp16Turing, {}},
    MetricRow{"tensor_fp8_flops", "FP8 tensor operations", U::operations, higher, "Tensor-pipe operations with FP8 sources", {{1, counter::kSmOpsPathTensorSrcFp8Sum}}, {}},
    MetricRow{"tensor_fp8_flops", "FP8 tensor operations", U::operations, higher, "Tensor-pipe operations with FP8 sources", kTensorFp8AndLess, {}},
    MetricRow{"tensor_fp8_flops", "FP8 tensor operations", U::operations, higher, "Tensor-pipe operations with FP8 sources", kTensorFp8Split, {}},
    MetricRow{"tensor_int8_ops", "INT8 tensor operations", U::operations, higher, "Tensor-pipe operations with INT8 sources", {{1, counter::kSmOpsPathTensorSrcInt8Sum}}, {}},

    MetricRow{"dram_bytes", "DRAM traffic", U::bytes, higher, "Bytes read from and written to DRAM", {{1, counter::kDramBytesSum}}, {}},
    MetricRow{"dram_read_bytes", "DRAM read", U::bytes, higher, "Bytes read from DRAM", {{1, counter::kDramBytesReadSum}}, {}},
    MetricRow{"dram_read_bytes", "DRAM read", U::bytes, higher, "Bytes read from DRAM", {{1, counter::kFbpaDramReadBytesSum}}, {}},
    MetricRow{"dram_write_bytes", "DRAM write", U::bytes, higher, "Bytes written to DRAM", {{1, counter::kDramBytesWriteSum}}, {}},
    MetricRow{"dram_write_bytes", "DRAM write", U::bytes, higher, "Bytes written to DRAM", {{1, counter::kFbpaDramWriteBytesSum}}, {}},
    MetricRow{"l2_bytes", "L2 traffic", U::bytes, higher, "Bytes between the SMs and L2, both directions (fabric traffic between L2 halves left out)", {{32, counter::kLtsTSectorsSrcunitTexSum}}, {}},
    MetricRow{"host_read_bytes", "Host memory read", U::bytes, higher, "Bytes that SMs read from the host's memory; L2 keeps none of them", {{32, counter::kLtsTSectorsSrcunitTexApertureSysmemOpReadSum}}, {}},
    MetricRow{"host_write_bytes", "Host memory written", U::bytes, higher, "Bytes that SMs write to the host's memory", {{32, counter::kLtsTSectorsSrcunitTexApertureSysmemOpWriteSum}}, {}},
    MetricRow{"l1_bytes", "L1 traffic", U::bytes, higher, "Bytes of global and local accesses that pass the L1 tag stage, both directions", {{1, counter::kL1texTBytesSum}}, {}},
    MetricRow{"shared_bytes", "Shared-memory traffic", U::bytes, higher, "Data-stage capacity that shared-memory accesses took: 128 bytes per wavefront, conflicts included", {{128, counter::kSmspSassL1texPipeLsuWavefrontsMemSharedSum}}, {}},
    MetricRow{"shared_requested_bytes", "Shared memory requested", U::bytes, higher, "Bytes that threads asked of shared memory", {{1, counter::kSmspSassDataBytesMemSharedSum}}, {}},
    MetricRow{"global_requested_bytes", "Global memory requested", U::bytes, higher, "Bytes that warps asked of global memory; a byte that several lanes load counts once", kGlobalRequested, {}},

    MetricRow{"warp_instructions", "Warp instructions", U::instructions, higher, "Instructions executed, counted per warp", {{1, counter::kSmspSassInstExecutedSum}}, {}},
    MetricRow{"achieved_occupancy", "Achieved occupancy", U::fraction, lower, "Resident warps over the most an SM can hold, while it was active; a mean over the cycles of all launches, as the theoretical occupancy beside it", {{0.01, counter::kSmWarpsActiveAvgPctOfPeakSustainedActive}}, {}},
    MetricRow{"lane_efficiency", "Lane efficiency", U::fraction, lower, "Active lanes over all lanes of executed instructions: what divergence leaves", {{1, counter::kSmspSassThreadInstExecutedSum}}, {{32, counter::kSmspSassInstExecutedSum}}},
    MetricRow{"predication_efficiency", "Predication efficiency", U::fraction, lower, "Of the active lanes, those whose predicate was on", {{1, counter::kSmspSassThreadInstExecutedPredOnSum}}, {{1, counter::kSmspSassThreadInstExecutedSum}}},
    MetricRow{"branch_uniformity", "Branch uniformity", U::fraction, lower, "Branch targets that all active lanes took together", {{1, counter::kSmspSassBranchTargetsThreadsUniformSum}}, {{1, counter::kSmspSassBranchTargetsSum}}},
    MetricRow{"load_coalescing", "Load coalescing", U::fraction, lower, "Distinct bytes that loads asked for over the bytes of the sectors moved for them", {{1, counter::kSmspSassDataBytesMemGlobalOpLdSum}}, {{32, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpLdSum}}, 1, "a sector carries 32 bytes, and more were counted: among them are those of asynchronous copies, whose sectors are not"},
    MetricRow{"store_coalescing", "Store coalescing", U::fraction, lower, "Bytes that stores asked for over the bytes of the sectors moved for them", {{1, counter::kSmspSassDataBytesMemGlobalOpStSum}}, {{32, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpStSum}}},
    MetricRow{"load_sectors_per_access", "Sectors per load", U::sectors, higher, "32-byte sectors per global load instruction; 4 is ideal for 4-byte loads, 16 for 16-byte loads", {{1, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpLdSum}}, {{1, counter::kSmspSassInstExecutedOpGlobalLdSum}}},
    MetricRow{"store_sectors_per_access", "Sectors per store", U::sectors, higher, "32-byte sectors per global store instruction", {{1, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpStSum}}, {{1, counter::kSmspSassInstExecutedOpGlobalStSum}}},
    MetricRow{"shared_wavefronts_per_access", "Wavefronts per shared access", U::wavefronts, higher, "Passes of the data stage per load and store of shared memory", {{1, counter::kSmspSassL1texPipeLsuWavefrontsMemSharedSum}}, kSharedAccesses, 32, "a load or store takes at most one wavefront a lane, and more were counted: among them are those of atomics or of matrix units"},
    MetricRow{"shared_bytes_per_access", "Bytes per shared access", U::bytes, lower, "Bytes per load and store of shared memory, all lanes together", {{1, counter::kSmspSassDataBytesMemSharedSum}}, kSharedAccesses, 512, "a load or store moves at most 16 bytes per lane, and more were counted: among them are those of atomics, of asynchronous copies or of loads through generic addresses"},
    MetricRow{"local_accesses", "Local-memory accesses", U::instructions, higher, "Loads and stores of spilled registers and local arrays, counted per warp", kLocalAccesses, {}},
    MetricRow{"sm_balance", "SM balance", U::fraction, lower, "Mean active cycles over those of the busiest SM: 1 when all SMs finish together", {{1, counter::kSmCyclesActiveAvg}}, {{1, counter::kSmCyclesActiveMax}}},
    MetricRow{"sfu_operations", "Special functions", U::operations, higher, "Results of the pipe of special functions and conversions, 32 a warp instruction whatever its active lanes", {{32, counter::kSmInstExecutedPipeXuSum}}, {}},
    MetricRow{"alu_operations", "ALU operations", U::operations, higher, "Results of the pipe of integer logic, additions, comparisons and selections, 32 a warp instruction whatever its active lanes", {{32, counter::kSmInstExecutedPipeAluSum}}, {}},
    MetricRow{"fma_heavy_operations", "Heavy FMA operations", U::operations, higher, "Results of the half of the FMA pipe that also multiplies integers, 32 a warp instruction whatever its active lanes", {{32, counter::kSmInstExecutedPipeFmaheavySum}}, {}},
    MetricRow{"lsu_instructions", "LSU instructions", U::instructions, higher, "Warp instructions of the pipe of loads, stores, shuffles and atomics", {{1, counter::kSmInstExecutedPipeLsuSum}}, {}},
    MetricRow{"constant_cycles", "Indexed constants", U::cycles, higher, "Cycles in which the cache of constants that are loaded by an index takes a request, of all SMs: one address of a warp each", {{1, counter::kIdcRequestCyclesActiveSum}}, {}},
    MetricRow{"atomic_sectors", "Atomics in L2", U::sectors, higher, "Sectors of global atomics, with and without a result", kAtomicSectors, {}},
    MetricRow{"atomic_slice_cycles", "Atomics of the busiest L2 slice", U::cycles, higher, "Cycles in which the atomic unit of the busiest slice of L2 took something in", {{1, counter::kLtsDAtomicInputCyclesActiveMax}}, {}},
    MetricRow{"shared_atomic_wavefronts", "Shared atomics", U::wavefronts, higher, "Passes of the data stage for atomics in shared memory", {{1, counter::kSmspSassL1texDataPipeLsuWavefrontsMemSharedOpAtomSum}}, {}},
    MetricRow{"load_latency_cycles", "Latency of a load", U::cycles, higher, "Cycles that a warp's load of global or local memory is on its way, on average", {{1, counter::kSmInstPendingPipeLsuMemLgCmdReadSum}}, {{1, counter::kSmInstExecutedPipeLsuMemLgCmdReadSum}}},
    MetricRow{"loads_in_flight", "Loads in flight", U::instructions, lower, "Warp loads of global or local memory on their way in an SM, a mean over its active cycles", {{1, counter::kSmInstPendingPipeLsuMemLgCmdReadSum}}, {{1, counter::kSmCyclesActiveSum}}},
    MetricRow{"barrier_cycles", "Waits at barriers", U::cycles, higher, "Cycles of warps that wait for others of their block at a barrier", {{1, counter::kSmspWarpsIssueStalledBarrierSum}}, {}},
    MetricRow{"tensor_pipe_active", "Tensor pipe active", U::fraction, lower, "Cycles in which the tensor pipe worked, while an SM was active", {{0.01, counter::kSmPipeTensorCyclesActiveAvgPctOfPeakSustainedActive}}, {}},
};
// clang-format on

std::optional<double> evaluate_row(const MetricRow& row, const CounterSet& counters) {
  const auto numerator = weighted_sum(row.numerator, counters);
  if (!numerator || row.denominator.empty()) return numerator;
  const auto denominator = weighted_sum(row.denominator, counters);
  if (!denominator || *denominator == 0) return std::nullopt;
  return *numerator / *denominator;
}

bool is_beyond(const MetricRow& row, double value) { return row.most > 0 && value > row.most * (1 + kPassTolerance); }

std::string sum_text(const Terms& terms) {
  std::string text;
  for (const Term& term : terms) {
    if (!text.empty()) text += " + ";
    if (term.weight != 1) text += fmt::format("{:g} x ", term.weight);
    text += term.counter;
  }
  return terms.size() > 1 ? "(" + text + ")" : text;
}

}  // namespace

std::optional<double> weighted_sum(const Terms& terms, const CounterSet& counters) {
  double sum = 0;
  for (const Term& term : terms) {
    const auto value = counters.value(term.counter);
    if (!value) return std::nullopt;
    sum += term.weight * *value;
  }
  return sum;
}

std::span<const MetricRow> metric_table() { return kTable; }

std::optional<double> evaluate(std::string_view metric_id, const CounterSet& counters) {
  // Rows of one id stand side by side.
  static const auto kFirstRow = [] {
    std::unordered_map<std::string_view, const MetricRow*> first;
    for (const MetricRow& row : kTable) first.emplace(row.id, &row);
    return first;
  }();
  const auto found = kFirstRow.find(metric_id);
  if (found == kFirstRow.end()) return std::nullopt;
  for (const MetricRow* row = found->second; row != kTable.data() + kTable.size() && row->id == metric_id; ++row) {
    const auto value = evaluate_row(*row, counters);
    if (value) return is_beyond(*row, *value) ? std::nullopt : value;
  }
  return std::nullopt;
}

std::string formula(const MetricRow& row) {
  std::string text = sum_text(row.numerator);
  const std::string below = sum_text(row.denominator);
  if (!below.empty()) text += " / " + (below.find(' ') == std::string::npos ? below : "(" + below + ")");
  return text;
}

std::vector<DerivedMetric> evaluate_all(const CounterSet& counters) {
  std::vector<DerivedMetric> metrics;
  for (const MetricRow& row : kTable) {
    const bool taken = !metrics.empty() && metrics.back().row->id == row.id;
    if (taken) continue;
    const auto value = evaluate_row(row, counters);
    if (value && !is_beyond(row, *value)) metrics.push_back({&row, *value});
  }
  return metrics;
}

std::vector<const MetricRow*> metrics_left_out(const CounterSet& counters) {
  std::vector<const MetricRow*> rows;
  for (const MetricRow& row : kTable) {
    if (row.most <= 0) continue;
    const auto value = evaluate_row(row, counters);
    if (value && is_beyond(row, *value)) rows.push_back(&row);
  }
  return rows;
}

}  // namespace rooflens::models

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
constexpr Term kFp64[] = {{1, counter::kSmspSassThreadInstExecutedOpDaddPredOnSum},
                          {1, counter::kSmspSassThreadInstExecutedOpDmulPredOnSum},
                          {2, counter::kSmspSassThreadInstExecutedOpDfmaPredOnSum}};
constexpr Term kFp32[] = {{1, counter::kSmspSassThreadInstExecutedOpFaddPredOnSum},
                          {1, counter::kSmspSassThreadInstExecutedOpFmulPredOnSum},
                          {2, counter::kSmspSassThreadInstExecutedOpFfmaPredOnSum}};
constexpr Term kFp16[] = {{2, counter::kSmspSassThreadInstExecutedOpHaddPredOnSum},
                          {2, counter::kSmspSassThreadInstExecutedOpHmulPredOnSum},
                          {4, counter::kSmspSassThreadInstExecutedOpHfmaPredOnSum}};
constexpr Term kInt32[] = {{1, counter::kSmspSassThreadInstExecutedOpIntegerPredOnSum}};
constexpr Term kConversion[] = {{1, counter::kSmspSassThreadInstExecutedOpConversionPredOnSum}};

constexpr Term kTensorFp64[] = {{1, counter::kSmOpsPathTensorSrcFp64Sum}};
constexpr Term kTensorTf32[] = {{1, counter::kSmOpsPathTensorSrcTf32DstFp32Sum}};
constexpr Term kTensorBf16[] = {{1, counter::kSmOpsPathTensorSrcBf16DstFp32Sum}};
constexpr Term kTensorFp16[] = {{1, counter::kSmOpsPathTensorSrcFp16Sum}};
constexpr Term kTensorFp16Split[] = {{1, counter::kSmOpsPathTensorSrcFp16DstFp16Sum},
                                     {1, counter::kSmOpsPathTensorSrcFp16DstFp32Sum}};
constexpr Term kTensorFp16Turing[] = {{1, counter::kSmOpsPathTensorSrcFp16DstFp16Sum},
                                      {1, counter::kSmOpsPathTensorSrcFp16Bf16Tf32DstFp32Sum}};
constexpr Term kTensorFp8[] = {{1, counter::kSmOpsPathTensorSrcFp8Sum}};
// FP6 and FP4 operands in containers of 8 bits are multiplied at the rate of FP8.
constexpr Term kTensorFp8AndLess[] = {{1, counter::kSmOpsPathTensorSrcFp4Fp6Fp8DstFp16Sum},
                                      {1, counter::kSmOpsPathTensorSrcFp4Fp6Fp8DstFp32Sum}};
constexpr Term kTensorFp8Split[] = {{1, counter::kSmOpsPathTensorSrcFp8DstFp16Sum},
                                    {1, counter::kSmOpsPathTensorSrcFp8DstFp32Sum}};
constexpr Term kTensorInt8[] = {{1, counter::kSmOpsPathTensorSrcInt8Sum}};

// Traffic.
constexpr Term kDramByteTerms[] = {{1, counter::kDramBytesSum}};
constexpr Term kDramRead[] = {{1, counter::kDramBytesReadSum}};
constexpr Term kDramWrite[] = {{1, counter::kDramBytesWriteSum}};
constexpr Term kFbpaRead[] = {{1, counter::kFbpaDramReadBytesSum}};
constexpr Term kFbpaWrite[] = {{1, counter::kFbpaDramWriteBytesSum}};
constexpr Term kL2FromSm[] = {{32, counter::kLtsTSectorsSrcunitTexSum}};
constexpr Term kL1Bytes[] = {{1, counter::kL1texTBytesSum}};
constexpr Term kSharedOccupied[] = {{128, counter::kSmspSassL1texPipeLsuWavefrontsMemSharedSum}};
constexpr Term kSharedRequested[] = {{1, counter::kSmspSassDataBytesMemSharedSum}};
constexpr Term kGlobalRequested[] = {{1, counter::kSmspSassDataBytesMemGlobalOpLdSum},
                                     {1, counter::kSmspSassDataBytesMemGlobalOpStSum}};

// Warps and lanes.
constexpr Term kWarpInst[] = {{1, counter::kSmspSassInstExecutedSum}};
constexpr Term kWarpInst32[] = {{32, counter::kSmspSassInstExecutedSum}};
constexpr Term kThreadInst[] = {{1, counter::kSmspSassThreadInstExecutedSum}};
constexpr Term kThreadInstOn[] = {{1, counter::kSmspSassThreadInstExecutedPredOnSum}};
constexpr Term kUniformBranches[] = {{1, counter::kSmspSassBranchTargetsThreadsUniformSum}};
constexpr Term kBranches[] = {{1, counter::kSmspSassBranchTargetsSum}};
constexpr Term kWarpsActive[] = {{0.01, counter::kSmWarpsActiveAvgPctOfPeakSustainedActive}};
constexpr Term kCyclesActive[] = {{1, counter::kSmCyclesActiveAvg}};
constexpr Term kCyclesActiveMax[] = {{1, counter::kSmCyclesActiveMax}};
constexpr Term kTensorActive[] = {{0.01, counter::kSmPipeTensorCyclesActiveAvgPctOfPeakSustainedActive}};

// Accesses.
constexpr Term kLoadByteTerms[] = {{1, counter::kSmspSassDataBytesMemGlobalOpLdSum}};
constexpr Term kLoadSectorTerms[] = {{1, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpLdSum}};
constexpr Term kLoadSectorBytes[] = {{32, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpLdSum}};
constexpr Term kLoadTerms[] = {{1, counter::kSmspSassInstExecutedOpGlobalLdSum}};
constexpr Term kStoreByteTerms[] = {{1, counter::kSmspSassDataBytesMemGlobalOpStSum}};
constexpr Term kStoreSectorTerms[] = {{1, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpStSum}};
constexpr Term kStoreSectorBytes[] = {{32, counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpStSum}};
constexpr Term kStoreTerms[] = {{1, counter::kSmspSassInstExecutedOpGlobalStSum}};
constexpr Term kSharedWavefronts[] = {{1, counter::kSmspSassL1texPipeLsuWavefrontsMemSharedSum}};
constexpr Term kSharedAccesses[] = {{1, counter::kSmspSassInstExecutedOpSharedLdSum},
                                    {1, counter::kSmspSassInstExecutedOpSharedStSum}};
constexpr Term kLocalAccesses[] = {{1, counter::kSmspSassInstExecutedOpLocalLdSum},
                                   {1, counter::kSmspSassInstExecutedOpLocalStSum}};

using U = MetricUnit;
constexpr std::array kTable{
    MetricRow{"fp64_flops", "FP64 operations", U::operations, "Double-precision operations, an FMA counted twice", kFp64, {}},
    MetricRow{"fp32_flops", "FP32 operations", U::operations, "Single-precision operations, an FMA counted twice", kFp32, {}},
    MetricRow{"fp16_flops", "FP16 operations", U::operations, "Packed half and bfloat16 operations outside the tensor pipe", kFp16, {}},
    MetricRow{"int32_ops", "Integer operations", U::operations, "Integer instructions of threads whose predicate was on", kInt32, {}},
    MetricRow{"conversion_ops", "Conversions", U::operations, "Conversions between number formats", kConversion, {}},
    MetricRow{"tensor_fp64_flops", "FP64 tensor operations", U::operations, "Tensor-pipe operations with FP64 sources", kTensorFp64, {}},
    MetricRow{"tensor_tf32_flops", "TF32 tensor operations", U::operations, "Tensor-pipe operations with TF32 sources", kTensorTf32, {}},
    MetricRow{"tensor_bf16_flops", "BF16 tensor operations", U::operations, "Tensor-pipe operations with BF16 sources", kTensorBf16, {}},
    MetricRow{"tensor_fp16_flops", "FP16 tensor operations", U::operations, "Tensor-pipe operations with FP16 sources", kTensorFp16, {}},
    MetricRow{"tensor_fp16_flops", "FP16 tensor operations", U::operations, "Tensor-pipe operations with FP16 sources", kTensorFp16Split, {}},
    MetricRow{"tensor_fp16_flops", "FP16 tensor operations", U::operations, "Tensor-pipe operations with FP16 sources", kTensorFp16Turing, {}},
    MetricRow{"tensor_fp8_flops", "FP8 tensor operations", U::operations, "Tensor-pipe operations with FP8 sources", kTensorFp8, {}},
    MetricRow{"tensor_fp8_flops", "FP8 tensor operations", U::operations, "Tensor-pipe operations with FP8 sources", kTensorFp8AndLess, {}},
    MetricRow{"tensor_fp8_flops", "FP8 tensor operations", U::operations, "Tensor-pipe operations with FP8 sources", kTensorFp8Split, {}},
    MetricRow{"tensor_int8_ops", "INT8 tensor operations", U::operations, "Tensor-pipe operations with INT8 sources", kTensorInt8, {}},

    MetricRow{"dram_bytes", "DRAM traffic", U::bytes, "Bytes read from and written to DRAM", kDramByteTerms, {}},
    MetricRow{"dram_read_bytes", "DRAM read", U::bytes, "Bytes read from DRAM", kDramRead, {}},
    MetricRow{"dram_read_bytes", "DRAM read", U::bytes, "Bytes read from DRAM", kFbpaRead, {}},
    MetricRow{"dram_write_bytes", "DRAM write", U::bytes, "Bytes written to DRAM", kDramWrite, {}},
    MetricRow{"dram_write_bytes", "DRAM write", U::bytes, "Bytes written to DRAM", kFbpaWrite, {}},
    MetricRow{"l2_bytes", "L2 traffic", U::bytes, "Bytes between the SMs and L2, both directions (fabric traffic between L2 halves left out)", kL2FromSm, {}},
    MetricRow{"l1_bytes", "L1 traffic", U::bytes, "Bytes of global and local accesses that pass the L1 tag stage, both directions", kL1Bytes, {}},
    MetricRow{"shared_bytes", "Shared-memory traffic", U::bytes, "Data-stage capacity that shared-memory accesses took: 128 bytes per wavefront, conflicts included", kSharedOccupied, {}},
    MetricRow{"shared_requested_bytes", "Shared memory requested", U::bytes, "Bytes that threads asked of shared memory", kSharedRequested, {}},
    MetricRow{"global_requested_bytes", "Global memory requested", U::bytes, "Bytes that warps asked of global memory; a byte that several lanes load counts once", kGlobalRequested, {}},

    MetricRow{"warp_instructions", "Warp instructions", U::instructions, "Instructions executed, counted per warp", kWarpInst, {}},
    MetricRow{"achieved_occupancy", "Achieved occupancy", U::fraction, "Resident warps over the most an SM can hold, while it was active; a mean over the cycles of all launches, as the theoretical occupancy beside it", kWarpsActive, {}},
    MetricRow{"lane_efficiency", "Lane efficiency", U::fraction, "Active lanes over all lanes of executed instructions: what divergence leaves", kThreadInst, kWarpInst32},
    MetricRow{"predication_efficiency", "Predication efficiency", U::fraction, "Of the active lanes, those whose predicate was on", kThreadInstOn, kThreadInst},
    MetricRow{"branch_uniformity", "Branch uniformity", U::fraction, "Branch targets that all active lanes took together", kUniformBranches, kBranches},
    MetricRow{"load_coalescing", "Load coalescing", U::fraction, "Distinct bytes that loads asked for over the bytes of the sectors moved for them", kLoadByteTerms, kLoadSectorBytes, 1, "a sector carries 32 bytes, and more were counted: among them are those of asynchronous copies, whose sectors are not"},
    MetricRow{"store_coalescing", "Store coalescing", U::fraction, "Bytes that stores asked for over the bytes of the sectors moved for them", kStoreByteTerms, kStoreSectorBytes},
    MetricRow{"load_sectors_per_access", "Sectors per load", U::sectors, "32-byte sectors per global load instruction; 4 is ideal for 4-byte loads, 16 for 16-byte loads", kLoadSectorTerms, kLoadTerms},
    MetricRow{"store_sectors_per_access", "Sectors per store", U::sectors, "32-byte sectors per global store instruction", kStoreSectorTerms, kStoreTerms},
    MetricRow{"shared_wavefronts_per_access", "Wavefronts per shared access", U::wavefronts, "Passes of the data stage per load and store of shared memory", kSharedWavefronts, kSharedAccesses, 32, "a load or store takes at most one wavefront a lane, and more were counted: among them are those of atomics or of matrix units"},
    MetricRow{"shared_bytes_per_access", "Bytes per shared access", U::bytes, "Bytes per load and store of shared memory, all lanes together", kSharedRequested, kSharedAccesses, 512, "a load or store moves at most 16 bytes per lane, and more were counted: among them are those of atomics, of asynchronous copies or of loads through generic addresses"},
    MetricRow{"local_accesses", "Local-memory accesses", U::instructions, "Loads and stores of spilled registers and local arrays, counted per warp", kLocalAccesses, {}},
    MetricRow{"sm_balance", "SM balance", U::fraction, "Mean active cycles over those of the busiest SM: 1 when all SMs finish together", kCyclesActive, kCyclesActiveMax},
    MetricRow{"tensor_pipe_active", "Tensor pipe active", U::fraction, "Cycles in which the tensor pipe worked, while an SM was active", kTensorActive, {}},
};
// clang-format on

std::optional<double> weighted_sum(std::span<const Term> terms, const CounterSet& counters) {
  double sum = 0;
  for (const Term& term : terms) {
    const auto value = counters.value(term.counter);
    if (!value) return std::nullopt;
    sum += term.weight * *value;
  }
  return sum;
}

std::optional<double> evaluate_row(const MetricRow& row, const CounterSet& counters) {
  const auto numerator = weighted_sum(row.numerator, counters);
  if (!numerator || row.denominator.empty()) return numerator;
  const auto denominator = weighted_sum(row.denominator, counters);
  if (!denominator || *denominator == 0) return std::nullopt;
  return *numerator / *denominator;
}

bool is_beyond(const MetricRow& row, double value) { return row.most > 0 && value > row.most * (1 + kPassTolerance); }

std::string sum_text(std::span<const Term> terms) {
  std::string text;
  for (const Term& term : terms) {
    if (!text.empty()) text += " + ";
    if (term.weight != 1) text += fmt::format("{:g} x ", term.weight);
    text += term.counter;
  }
  return terms.size() > 1 ? "(" + text + ")" : text;
}

}  // namespace

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
  if (!row.denominator.empty()) text += " / " + sum_text(row.denominator);
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

#include "models/place/operations.hpp"

#include <algorithm>
#include <array>

#include "models/base/thresholds.hpp"
#include "models/counters/metric_table.hpp"
#include "models/counters/names.hpp"

namespace rooflens::models {
namespace {

constexpr std::array<OperationMetric, 10> kOperationMetrics{{
    {Precision::fp64, "fp64_flops"},
    {Precision::fp32, "fp32_flops"},
    {Precision::fp16, "fp16_flops"},
    {Precision::int32, "int32_ops"},
    {Precision::tensor_fp64, "tensor_fp64_flops"},
    {Precision::tensor_tf32, "tensor_tf32_flops"},
    {Precision::tensor_bf16, "tensor_bf16_flops"},
    {Precision::tensor_fp16, "tensor_fp16_flops"},
    {Precision::tensor_fp8, "tensor_fp8_flops"},
    {Precision::tensor_int8, "tensor_int8_ops"},
}};

// Compilers write `HFMA2 R, -RZ, RZ, imm, imm` to load a constant. Such a kernel shows no packed additions or products,
// and packed FMAs in less than this share of its thread instructions (0.3 to 1 % seen, arithmetic begins far above).
// Beside FP32 arithmetic, any share of FP16 arithmetic would need conversions between both.
bool only_half_moves(const CounterSet& counters) {
  const auto add = counters.value(counter::kSmspSassThreadInstExecutedOpHaddPredOnSum);
  const auto mul = counters.value(counter::kSmspSassThreadInstExecutedOpHmulPredOnSum);
  const auto fma = counters.value(counter::kSmspSassThreadInstExecutedOpHfmaPredOnSum);
  auto all = counters.value(counter::kSmspSassThreadInstExecutedSum);
  if (!all) all = counters.value(counter::kSmspSassThreadInstExecutedPredOnSum);  // hardly fewer
  if (!add || !mul || !fma || !all) return false;
  const auto converted = counters.value(counter::kSmspSassThreadInstExecutedOpConversionPredOnSum);
  double single = 0;
  for (const std::string_view name :
       {counter::kSmspSassThreadInstExecutedOpFaddPredOnSum, counter::kSmspSassThreadInstExecutedOpFfmaPredOnSum,
        counter::kSmspSassThreadInstExecutedOpFmulPredOnSum}) {
    single += counters.value(name).value_or(0);
  }
  const bool apart = converted && *converted == 0 && single > 0;
  return *add == 0 && *mul == 0 && *fma > 0 && (apart || *fma < kMostMoves * *all);
}

// More than none, or nothing.
std::optional<Operations> by_formula(Precision precision, const std::optional<Work>& work) {
  if (!work) return std::nullopt;
  const auto it = work->operations.find(precision);
  return it != work->operations.end() && it->second.value() > 0 ? std::optional(it->second) : std::nullopt;
}

}  // namespace

std::span<const OperationMetric> operation_metrics() { return kOperationMetrics; }

// Packed half and packed bfloat16 share one counter, and not always one rate: the formula tells which it was.
Precision spelt_by_formula(Precision counted, const std::optional<Work>& work) {
  if (counted != Precision::fp16 || !work || work->operations.contains(Precision::fp16)) return counted;
  return work->operations.contains(Precision::bf16) ? Precision::bf16 : counted;
}

MatrixWork matrix_work(const CounterSet& counters) {
  const double all = counters.value(kTensorActivity).value_or(0);
  const auto half = counters.value(kHalfOnTensorPipe);
  if (all <= half.value_or(0)) return MatrixWork::none;
  return half ? MatrixWork::certain : MatrixWork::possible;
}

OperationCount count_operations(const CounterSet& counters, const std::optional<Work>& work) {
  OperationCount count;
  count.half_moves = only_half_moves(counters);
  for (const auto& [row_precision, metric] : kOperationMetrics) {
    const auto counted = evaluate(metric, counters);
    const Precision precision = spelt_by_formula(row_precision, work);
    if (row_precision == Precision::fp16 && count.half_moves) continue;
    if (counted) {
      if (*counted > 0) {
        count.tensor_known |= info(precision).tensor;
        count.entries.push_back({precision, Operations(*counted), DemandSource::measured, {}, nullptr, {}});
      }
    } else if (const auto operations = by_formula(precision, work)) {
      count.tensor_known |= info(precision).tensor;
      count.entries.push_back({precision, *operations, DemandSource::analytic, {}, nullptr, {}});
    }
  }
  if (!count.tensor_known) count.uncounted = matrix_work(counters);
  return count;
}

bool counts_as_work(Precision precision, const std::optional<Work>& work) {
  return precision != Precision::int32 || (work && work->operations.contains(precision));
}

std::vector<PrecisionWork> rate_operations(std::vector<PrecisionWork> entries, Seconds time, const Ceilings& ceilings) {
  for (PrecisionWork& work : entries) {
    work.rate = work.operations / time;
    work.ceiling = ceilings.best(work.precision);
    if (work.ceiling) work.fraction_of_ceiling = work.rate / work.ceiling->rate;
  }
  std::stable_sort(entries.begin(), entries.end(), [](const PrecisionWork& a, const PrecisionWork& b) {
    return a.fraction_of_ceiling.value_or(0) > b.fraction_of_ceiling.value_or(0);
  });
  return entries;
}

}  // namespace rooflens::models

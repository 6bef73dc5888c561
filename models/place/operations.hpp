// How many arithmetic operations a kernel executed, by precision: counted where counters were collected, from the
// formula where not, and what must not be mistaken for arithmetic.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "models/base/quantity.hpp"
#include "models/counters/counters.hpp"
#include "models/counters/names.hpp"
#include "models/place/hierarchical.hpp"
#include "models/record/work.hpp"
#include "models/roofs/ceiling.hpp"

namespace rooflens::models {

/// Warp instructions on the tensor pipe, and those of them that are packed half instructions: on some chips compilers
/// load constants with HFMA2 there, which is no matrix work.
inline constexpr std::string_view kTensorActivity = counter::kSmInstExecutedPipeTensorSum;
inline constexpr std::string_view kHalfOnTensorPipe = counter::kSmInstExecutedPipeTensorOpHmmaTypeHfma2Sum;

enum class MatrixWork { none, possible, certain };
/// Whether the kernel did matrix work on the tensor pipe; possible where packed half instructions were not counted
/// apart.
[[nodiscard]] MatrixWork matrix_work(const CounterSet& counters);

/// Operations of one precision in one execution.
struct PrecisionWork {
  Precision precision = Precision::fp32;
  Operations operations;
  DemandSource source = DemandSource::measured;
  OperationRate rate;                         ///< operations over time
  const ComputeCeiling* ceiling = nullptr;    ///< nullptr if the machine has none for this precision
  std::optional<double> fraction_of_ceiling;  ///< rate / roof; absent in an analysis where it would be above it
};

struct OperationCount {
  std::vector<PrecisionWork> entries;  ///< precisions with operations; rates are not filled in yet
  /// Matrix work, certain or possible, that neither counters nor a formula tell: a total would be wrong.
  MatrixWork uncounted = MatrixWork::none;
  bool tensor_known = false;  ///< operations of the tensor pipe are among them
  bool half_moves = false;    ///< HFMA2 instructions were counted that only move constants; they are left out
};

/// The metric that counts operations of a precision, in metric_table(); packed half and bfloat16 share one, FP16's.
struct OperationMetric {
  Precision precision;
  std::string_view metric;
};
[[nodiscard]] std::span<const OperationMetric> operation_metrics();

/// FP16 that was counted is BF16 where the formula says so, and not both.
[[nodiscard]] Precision spelt_by_formula(Precision counted, const std::optional<Work>& work);

[[nodiscard]] OperationCount count_operations(const CounterSet& counters, const std::optional<Work>& work);

/// Whether operations of this precision can bind. Integer instructions are mostly addresses and loop counters, and run
/// on two pipes: they bind only where they are the task.
[[nodiscard]] bool counts_as_work(Precision precision, const std::optional<Work>& work);

/// The same with rates and roofs for a kernel that took `time`, sorted by share of roof, largest first.
[[nodiscard]] std::vector<PrecisionWork> rate_operations(std::vector<PrecisionWork> entries, Seconds time,
                                                         const Ceilings& ceilings);

}  // namespace rooflens::models

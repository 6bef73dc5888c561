#include "profiler/assemble/formula_work.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

namespace rooflens::collect {
namespace {

using models::Precision;

constexpr double kNearlyAll = 0.9;  // of the launches that were looked at; some begin before observing does

// Tensor pipes take each format as it is, and FP32 as TF32 where the program allows it, which shapes do not tell: names
// of kernels do. Products of a matrix and a vector run on the FMA pipe.
std::optional<Precision> precision_of(std::string_view format, std::string function) {
  std::transform(function.begin(), function.end(), function.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto named = [&](std::initializer_list<std::string_view> parts) {
    return std::any_of(parts.begin(), parts.end(), [&](auto part) { return function.find(part) != std::string::npos; });
  };
  const bool vector = named({"gemv", "dot_kernel"});
  if (named({"depthwise", "grouped_direct"})) return std::nullopt;  // no matrices
  if (format == "float32") {
    // cutlass multiplies floats for attention as TF32 three times over
    if (named({"tf32", "s1688", "tensorop_s", "fmha_cutlass"})) return Precision::tensor_tf32;
    if (vector || named({"simt", "sgemm", "ffma", "f32f32_f32f32"})) return Precision::fp32;
    return std::nullopt;
  }
  if (format == "float64") {
    if (named({"d884", "d1688", "d16816", "tensorop_d"})) return Precision::tensor_fp64;
    return vector || named({"simt", "dgemm"}) ? std::optional(Precision::fp64) : std::nullopt;
  }
  if (vector && format != "int8") return Precision::fp32;  // to which it converts
  if (format == "float16") return Precision::tensor_fp16;
  if (format == "bfloat16") return Precision::tensor_bf16;
  if (format == "float8") return Precision::tensor_fp8;
  return format == "int8" ? std::optional(Precision::tensor_int8) : std::nullopt;
}

}  // namespace

void add_formula(models::Observation& observation, const KernelEntry& kernel) {
  if (!kernel.formula || kernel.formula->known == 0) return;
  const spool::FormulaRecord& r = *kernel.formula;
  if (static_cast<double>(r.known) < kNearlyAll * static_cast<double>(r.seen)) return;
  if (!r.steady) {
    observation.remarks.push_back(fmt::format(
        "by the shapes of {}, launches of this kernel do different work, so it is not placed", r.operations_of));
    return;
  }
  models::Work work;
  work.compulsory = {models::Bytes(r.read_bytes), models::Bytes(r.written_bytes)};
  if (!r.format.empty()) {
    const auto precision = precision_of(r.format, kernel.record().function);
    if (!precision) {
      observation.remarks.push_back(fmt::format(
          "from formula, {} does {:.4g} FLOPs here, but neither {} operands nor the kernel's name tell on which "
          "pipe, so it is not placed",
          r.operations_of, r.operations, r.format));
      return;
    }
    work.operations.emplace(*precision, models::Operations(r.operations));
  }
  // Matrices of different sizes share a kernel and its grid where they have as many tiles.
  const std::string others =
      r.alike < 1 ? fmt::format(
                        "; {:.3g} % of these do it, the others {:.3g} to {:.3g} times as much, and a counter may be of "
                        "one of those",
                        100 * r.alike, r.least, r.most)
                  : "";
  observation.remarks.push_back(
      fmt::format("work of the median launch from formula, by the shapes of {} ({} of {} watched launches{})",
                  r.operations_of, r.known, r.seen, others));
  observation.work = std::move(work);
}

}  // namespace rooflens::collect

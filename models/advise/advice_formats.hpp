// Advice on the number format that a kernel computes in, and what tells of it.
#pragma once

#include <optional>
#include <string_view>

#include "models/advise/advice.hpp"
#include "models/base/precision.hpp"
#include "models/gap/own_roofs.hpp"

namespace rooflens::models {

inline constexpr std::string_view kTensorHint = "tensor-cores";
inline constexpr std::string_view kDoubleHint = "fp64";
inline constexpr std::string_view kLookForDoubles =
    "Look for constants without an f and for functions that take a double.";

/// Of a kernel that multiplies and adds what it loads, as products of matrices and convolutions do, and whose roof is
/// that of the format.
[[nodiscard]] std::optional<ArithmeticMix> product_mix(const Placement& kernel, Precision format);

/// FP64 arithmetic, where FP32 has a higher roof and no memory is the bottleneck.
[[nodiscard]] std::optional<ArithmeticMix> double_mix(const Placement& kernel);

/// FP32 in place of FP64, where instructions take the time, or FP64 kPartOfTheTime of it and no memory more, and FP32
/// and conversions beside it say that not all of it may be meant: up to what takes longest without it. Where they do
/// not, FP64 gets a hint.
[[nodiscard]] std::optional<Advice> double_advice(const Placement& kernel, const Gap& gap);

/// Matrix instructions of the same number format, where it sets the roof, most of its arithmetic is fused and works on
/// what was loaded: up to the nearer of their roof and the task's bytes. FP32 has none, so that it gets a hint, except
/// where each operand is seen to be converted from FP16. `of_fp64`: FP64 is one of the formats.
[[nodiscard]] std::optional<Advice> tensor_advice(const Placement& kernel, const Gap& gap, bool of_fp64);

}  // namespace rooflens::models

// Advice on special functions that are computed precisely: each takes many instructions around those of its pipe.
#pragma once

#include <optional>
#include <string_view>

#include "models/advise/advice.hpp"

namespace rooflens::models {

inline constexpr std::string_view kFunctions = "functions";

/// Where FP32 arithmetic and that of integers and comparisons stand around each instruction of the special-function
/// pipe, as they do in powf, expf or a division: up to what is left without them. Integer divisions have no FP32
/// arithmetic, fast functions hardly any ALU instructions, so neither gets any. Where that pipe binds, and FP32
/// arithmetic stands around it as in a division, that much of it goes along. Conversions take the same pipe: a kernel
/// that computes much with what it converts may look the same.
[[nodiscard]] std::optional<Advice> functions_advice(const Placement& kernel, const Gap& gap);

}  // namespace rooflens::models

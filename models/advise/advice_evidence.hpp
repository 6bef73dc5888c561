// What was seen of a factor of the gap, with the number, for a sentence of advice.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/gap/own_roofs.hpp"

namespace rooflens::models {

class CounterSet;
struct GapFactor;
struct Placement;

[[nodiscard]] std::string evidence(const Placement& kernel, const GapFactor& factor);

/// "76 %", of a share.
[[nodiscard]] std::string percent_text(double share);

/// What is counted in each cycle for each warp, over the cycles in which warps are resident.
[[nodiscard]] std::optional<double> of_a_warp(const Placement& kernel, std::string_view counter);

/// Blocks of the grid over those that fit on the GPU at a time; nothing where several kernels are launched.
[[nodiscard]] std::optional<double> grid_in_waves(const Placement& kernel);

/// Of the format that is nearest to its roof; nothing where that is one of the tensor pipe.
[[nodiscard]] std::optional<ArithmeticMix> own_mix(const Placement& kernel);

/// Additions, products and fused pairs of FP32, by lanes that are on; 0 where they were not counted.
[[nodiscard]] double fp32_instructions(const CounterSet& counters);

/// Of its instructions, at least so many are special functions: those of their pipe which no conversion can be. Nothing
/// where that is not worth a sentence.
[[nodiscard]] std::optional<double> special_function_share(const Placement& kernel);

}  // namespace rooflens::models

// Advice on conversions between number formats, which take the pipe of special functions.
#pragma once

#include <optional>
#include <string_view>

#include "models/advise/advice.hpp"

namespace rooflens::models {

inline constexpr std::string_view kConversions = "conversions";

/// What conversions take of the special-function pipe, 0 to 1; nothing where that was not counted.
[[nodiscard]] std::optional<double> conversions_of_special_pipe(const Placement& kernel);

/// Where they fill that pipe: up to what is left without them there. Each still takes an issue slot, as what replaces
/// it does. Integer divisions convert too, but a third of their special instructions are reciprocals.
[[nodiscard]] std::optional<Advice> conversions_advice(const Placement& kernel, const Gap& gap);

}  // namespace rooflens::models

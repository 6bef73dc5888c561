// Advice on the factors of a gap: one row for each that a change belongs to.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "models/advise/advice.hpp"

namespace rooflens::models {

/// Whether a factor, or advice by its id, is an inefficiency of the kernel's demand.
[[nodiscard]] bool is_demand(std::string_view id);

/// On one factor of the gap, whether it is worth a change or not; nothing for factors that no change belongs to, and
/// for a clock that power sets.
[[nodiscard]] std::optional<Advice> advice_on(const Placement& kernel, const Gap& gap, std::string_view id);

/// On all of them.
[[nodiscard]] std::vector<Advice> factor_advice(const Placement& kernel, const Gap& gap);

}  // namespace rooflens::models

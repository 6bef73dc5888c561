// The catalogue: every kernel that catalogue.def names, in that order.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "kernels/kernel.hpp"

namespace rooflens::kernels {

[[nodiscard]] std::span<const Kernel* const> catalogue();

/// The kernel with that name, or nullptr.
[[nodiscard]] const Kernel* find(std::string_view name);

/// Kernels whose name matches a shell glob ('*', '?'; '*' also crosses '/'), in catalogue order.
[[nodiscard]] std::vector<const Kernel*> match(std::string_view glob);

/// Up to `limit` names near to what was typed (is_near(): the whole name, family or variant), best first, for "did you
/// mean". Wildcards at its end count as the family alone. Empty where nothing is near.
[[nodiscard]] std::vector<std::string_view> nearest(std::string_view typed, std::size_t limit = 3);

}  // namespace rooflens::kernels

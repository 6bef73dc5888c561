// The catalogue: every kernel that catalogue.def names, in that order.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/kernel.hpp"

namespace rooflens::kernels {

[[nodiscard]] std::span<const Kernel* const> catalogue();

/// The kernel with that name, or nullptr.
[[nodiscard]] const Kernel* find(std::string_view name);

/// Kernels whose name matches a shell glob ('*', '?'; '*' also crosses '/'), in catalogue order.
[[nodiscard]] std::vector<const Kernel*> match(std::string_view glob);

/// Up to `limit` names nearest to what was typed (edit distance), best first, for "did you mean".
[[nodiscard]] std::vector<std::string_view> nearest(std::string_view typed, std::size_t limit = 3);

}  // namespace rooflens::kernels

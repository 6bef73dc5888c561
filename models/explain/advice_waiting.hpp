// What changes in waiting would bring: by the model of what warps wait for, asked twice.
#pragma once

#include <optional>

#include "models/explain/advice.hpp"

namespace rooflens::models {

/// More elements for each thread, as wider loads or several at once: fewer blocks come and go, and more loads are in
/// flight. From twice as many to eight times, but no fewer blocks than run at once. Nothing where it is not known what
/// warps wait for.
[[nodiscard]] std::optional<Advice> work_per_thread_advice(const Placement& kernel, const Gap& gap);

}  // namespace rooflens::models

// Kernels that wait for other GPUs.
#pragma once

#include <string>

namespace rooflens::collect {

/// Whether a kernel of this name, mangled or not, waits for other GPUs (collectives), so that counting it would count
/// the waiting, and repeating it would hang: it is never counted.
[[nodiscard]] bool waits_for_others(const std::string& symbol);

}  // namespace rooflens::collect

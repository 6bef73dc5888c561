// What the variants share that sum with one block.
#pragma once

#include <array>

#include "kernels/reduction/family.hpp"

namespace rooflens::kernels::reduction {

/// 256 MiB by default, which keep one SM busy for milliseconds.
inline constexpr std::array kSingleParameters{
    Parameter{"n", "elements to sum", std::int64_t{1} << 26, 1, std::int64_t{1} << 33},
    Parameter{"block", "threads of the one block", 1024, 32, 1024, 1, true},
};

}  // namespace rooflens::kernels::reduction

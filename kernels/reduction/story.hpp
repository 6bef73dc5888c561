// The steps of reduction, with the times that others published for them.
#pragma once

#include "kernels/story.hpp"

namespace rooflens::kernels::reduction {

[[nodiscard]] Story story();

}  // namespace rooflens::kernels::reduction

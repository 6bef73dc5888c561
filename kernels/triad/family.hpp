// What the variants of triad share: a stream of three arrays into a fourth, a multiply-add an element.
#pragma once

#include "kernels/streaming.hpp"

namespace rooflens::kernels::triad {

using Triad = Stream<3, 2, counter::kFfma>;

}  // namespace rooflens::kernels::triad

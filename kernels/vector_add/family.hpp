// What the variants of vector_add share: a stream of two arrays into a third, an addition an element.
#pragma once

#include "kernels/streaming.hpp"

namespace rooflens::kernels::vector_add {

using Sum = Stream<2, 1, counter::kFadd>;

}  // namespace rooflens::kernels::vector_add

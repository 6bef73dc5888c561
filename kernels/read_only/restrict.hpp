// for i in 0..n-1: out[i] = sum over k in 0..7 of in[i + k]        the pointers are promised not to overlap
// flops 7n, bytes read 32n (requested), bytes written 4n; compulsory 4 (n + 7) read: the L1 holds what neighbours share
#pragma once

#include "kernels/kernel.hpp"

namespace rooflens::kernels::read_only {

/// Parameter n: elements, 1 to 2^32.
extern const Kernel restrict;

}  // namespace rooflens::kernels::read_only

// for i in 0..n-1: out[i] = in[i].x + in[i].y + in[i].z + in[i].w     records of four floats, one load a field
// flops 3n, bytes read 16n, bytes written 4n
// wasted: every load of a field needs 16 sectors where 4 would do; all four loads want the same ones, so only the L1
// works four times as much
#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

std::unique_ptr<Prepared> prepare_array_of_structs(const Problem& problem) {
  return make_prepared(problem, array_of_structs_pattern(problem));
}

}  // namespace rooflens::kernels::coalescing

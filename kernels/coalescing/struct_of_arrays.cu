// for i in 0..n-1: out[i] = x[i] + y[i] + z[i] + w[i]         the same records, an array a field
// flops 3n, bytes read 16n, bytes written 4n; 4 sectors per load (5 in the arrays that begin inside a sector: those after
// the first when 8 does not divide n)
#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

std::unique_ptr<Prepared> prepare_struct_of_arrays(const Problem& problem) {
  return make_prepared(problem, struct_of_arrays_pattern(problem));
}

}  // namespace rooflens::kernels::coalescing

// What the variants of peer share: the problems of other families, solved by the libraries of the CUDA toolkit. What
// their kernels ask of memory is theirs to know, so that only the compulsory bytes are counted, at every level.
#pragma once

#include "kernels/bytes.hpp"
#include "kernels/kernel.hpp"

namespace rooflens::kernels::peer {

inline constexpr Parameter kElementsParameter{"n", "elements", std::int64_t{1} << 28, 1, std::int64_t{1} << 33};
inline constexpr Parameter kMatrixParameter{"n", "rows and columns of the square matrices", 4096, 1, 65536};

/// Room for what the libraries themselves allocate.
inline constexpr models::Bytes kLibraryBytes{64.0 * 1024 * 1024};

/// Each input byte read once, each output byte written once.
[[nodiscard]] inline models::Work library_work(models::Traffic compulsory) {
  models::Work work;
  work.requested = compulsory;
  work.ideal_l2 = {whole_sectors(compulsory.read), whole_sectors(compulsory.written)};
  work.compulsory = compulsory;
  return work;
}

/// `inputs` and `outputs` of 4 bytes, and `additions` in FP32.
[[nodiscard]] inline models::Work additions_work(double inputs, double outputs, double additions) {
  models::Work work = library_work({float_bytes(inputs), float_bytes(outputs)});
  work.operations[models::Precision::fp32] = models::Operations(additions);
  return work;
}

}  // namespace rooflens::kernels::peer

// What the variants of triad share: the parameter, the work of a kernel that streams three arrays into another, and the
// counters that follow from the width of the accesses.
#pragma once

#include <array>

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"

namespace rooflens::kernels::triad {

/// 4 x 512 MiB by default: far more than any L2 holds.
inline constexpr std::array kParameters{
    Parameter{"n", "elements per vector", std::int64_t{1} << 27, 1, std::int64_t{1} << 33},
};

/// 2n FLOPs, a multiply-add an element; 12n bytes read and 4n written at every level, because nothing is read twice.
[[nodiscard]] inline models::Work streaming_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  models::Work work;
  work.operations[models::Precision::fp32] = models::Operations(2.0 * n);
  work.requested = {3.0 * float_bytes(n), float_bytes(n)};
  work.ideal_l2 = {3.0 * whole_sectors(float_bytes(n)), whole_sectors(float_bytes(n))};
  work.compulsory = work.requested;
  return work;
}

/// Three loads, one store and one multiply-add an element, 4 bytes an access.
[[nodiscard]] inline ExpectedCounters counters_by_floats(const Problem& problem) {
  ExpectedCounters counters = contiguous_floats(problem["n"], 3, 1);
  counters.push_back(expect(counter::kFfma, problem["n"]));
  return counters;
}

/// The same, 16 bytes an access.
[[nodiscard]] inline ExpectedCounters counters_by_float4(const Problem& problem) {
  ExpectedCounters counters = contiguous_float4(problem["n"], 3, 1);
  counters.push_back(expect(counter::kFfma, problem["n"]));
  return counters;
}

/// Four arrays of n floats.
[[nodiscard]] inline models::Bytes four_arrays(const Problem& problem) {
  return 4.0 * float_bytes(static_cast<double>(problem["n"]));
}

}  // namespace rooflens::kernels::triad

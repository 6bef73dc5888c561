// What the variants of vector_add share: the parameter, the work of a kernel that streams two arrays into a third, and
// the counters that follow from the width of the accesses.
#pragma once

#include <array>

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"

namespace rooflens::kernels::vector_add {

/// 3 x 512 MiB by default: far more than any L2 holds.
inline constexpr std::array kParameters{
    Parameter{"n", "elements per vector", std::int64_t{1} << 27, 1, std::int64_t{1} << 33},
};

/// n additions; 8n bytes read and 4n written at every level, because nothing is read twice.
[[nodiscard]] inline models::Work streaming_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  models::Work work;
  work.operations[models::Precision::fp32] = models::Operations(n);
  work.requested = {2.0 * float_bytes(n), float_bytes(n)};
  work.ideal_l2 = {2.0 * whole_sectors(float_bytes(n)), whole_sectors(float_bytes(n))};
  work.compulsory = work.requested;
  return work;
}

/// Two loads, one store and one addition an element, 4 bytes an access.
[[nodiscard]] inline ExpectedCounters counters_by_floats(const Problem& problem) {
  ExpectedCounters counters = contiguous_floats(problem["n"], 2, 1);
  counters.push_back(expect(counter::kFadd, problem["n"]));
  return counters;
}

/// The same, 16 bytes an access.
[[nodiscard]] inline ExpectedCounters counters_by_float4(const Problem& problem) {
  ExpectedCounters counters = contiguous_float4(problem["n"], 2, 1);
  counters.push_back(expect(counter::kFadd, problem["n"]));
  return counters;
}

/// Three arrays of n floats.
[[nodiscard]] inline models::Bytes three_arrays(const Problem& problem) {
  return 3.0 * float_bytes(static_cast<double>(problem["n"]));
}

}  // namespace rooflens::kernels::vector_add

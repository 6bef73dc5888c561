// What the families of streams share: kernels that read some arrays of n floats once and write another, with the same
// arithmetic for every element. The parameter, the work, and the counters that follow from the width of the accesses.
#pragma once

#include <array>

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"

namespace rooflens::kernels {

/// 512 MiB an array by default: far more than any L2 holds.
inline constexpr std::array kStreamParameters{
    Parameter{"n", "elements per vector", std::int64_t{1} << 27, 1, std::int64_t{1} << 33},
};

/// `kReads` arrays read and one written; one instruction `kArithmetic`, that is `kOperations` operations, an element.
template <int kReads, int kOperations, const std::string_view& kArithmetic>
struct Stream {
  /// kOperations n FLOPs; 4 kReads n bytes read and 4n written at every level, because nothing is read twice.
  [[nodiscard]] static models::Work work(const Problem& problem) {
    const auto n = static_cast<double>(problem["n"]);
    models::Work work;
    work.operations[models::Precision::fp32] = models::Operations(kOperations * n);
    work.requested = {double{kReads} * float_bytes(n), float_bytes(n)};
    work.ideal_l2 = {double{kReads} * whole_sectors(float_bytes(n)), whole_sectors(float_bytes(n))};
    work.compulsory = work.requested;
    return work;
  }

  /// With 4 bytes an access.
  [[nodiscard]] static ExpectedCounters counters_by_floats(const Problem& problem) {
    return with(contiguous_floats(problem["n"], kReads, 1), {expect(kArithmetic, problem["n"])});
  }

  /// With 16 bytes an access.
  [[nodiscard]] static ExpectedCounters counters_by_float4(const Problem& problem) {
    return with(contiguous_float4(problem["n"], kReads, 1), {expect(kArithmetic, problem["n"])});
  }

  /// All its arrays.
  [[nodiscard]] static models::Bytes device_memory(const Problem& problem) {
    return (kReads + 1.0) * float_bytes(static_cast<double>(problem["n"]));
  }

  // Its kernels: an element a thread, or four.
  static constexpr Kernel kFloat1{.parameters = kStreamParameters,
                                  .work = work,
                                  .device_memory = device_memory,
                                  .expected_counters = counters_by_floats,
                                  .in_flight_per_thread = always_in_flight<4 * kReads>};
  static constexpr Kernel kFloat4 = kFloat1.with(&Kernel::expected_counters, counters_by_float4)
                                        .with(&Kernel::in_flight_per_thread, always_in_flight<16 * kReads>);
};

}  // namespace rooflens::kernels

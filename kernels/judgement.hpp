// From two independent checks to a verification: the device looks at every output, and the CPU reference recomputes
// samples of them so that the device's check is not trusted alone. Equality is exact; NaN equals nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "models/record/observation.hpp"

namespace rooflens::kernels {

/// What a check on the device found, over all outputs.
struct DeviceCheck {
  std::uint64_t checked = 0;
  std::uint64_t wrong = 0;
  std::uint64_t first_wrong = 0;  ///< meaningful when wrong > 0
  std::string_view unit;          ///< what was counted, plural: "elements", "rows", "partial sums"
};

/// An output fetched from the device.
struct Sample {
  std::uint64_t index = 0;
  double value = 0;  ///< holds any FP32 number and any 32-bit count
};

using Reference = std::function<double(std::uint64_t index)>;   ///< the CPU reference of one output
using Label = std::function<std::string(std::uint64_t index)>;  ///< an output's name: "element 17"

/// "element 17"
[[nodiscard]] std::string element_label(std::uint64_t index);
/// "partial sum 17"
[[nodiscard]] std::string partial_label(std::uint64_t index);
/// "element (2, 5)" of a row-major matrix with n columns.
[[nodiscard]] Label matrix_label(std::uint64_t n);

/// Verified when the device found nothing wrong and every sample equals its reference. Otherwise the detail names the
/// first sample that differs, what was expected and what was got; so where the device found something wrong, the caller
/// puts the outputs concerned in front of the samples.
[[nodiscard]] models::Verification judge(const DeviceCheck& device, std::span<const Sample> samples,
                                         const Reference& reference, const Label& label);

}  // namespace rooflens::kernels

// Compares and words the verdict.
#include "kernels/judgement.hpp"

#include <fmt/core.h>

#include <cmath>

namespace rooflens::kernels {

std::string element_label(std::uint64_t index) { return fmt::format("element {}", index); }

std::string partial_label(std::uint64_t index) { return fmt::format("partial sum {}", index); }

Label matrix_label(std::uint64_t n) {
  return [n](std::uint64_t index) { return fmt::format("element ({}, {})", index / n, index % n); };
}

models::Verification judge(const DeviceCheck& device, std::span<const Sample> samples, const Reference& reference,
                           const Label& label) {
  using models::VerificationStatus;
  const std::string summary =
      fmt::format("{} of {} {} wrong on the device's check", device.wrong, device.checked, device.unit);
  for (const Sample& sample : samples) {
    const double expected = reference(sample.index);
    const auto got = static_cast<double>(sample.value);
    if (!(got == expected)) {
      const double shown = std::isnan(got) ? std::fabs(got) : got;  // the sign of a NaN says nothing
      return {VerificationStatus::mismatch,
              fmt::format("{}: expected {:.9g}, got {:.9g}; {}", label(sample.index), expected, shown, summary)};
    }
  }
  if (device.wrong > 0) {
    return {VerificationStatus::mismatch,
            fmt::format("{}, the first at {}, but the CPU reference agrees with all {} outputs fetched", summary,
                        device.first_wrong, samples.size())};
  }
  return {VerificationStatus::verified, fmt::format("all {} {} checked on the device, {} outputs by the CPU reference",
                                                    device.checked, device.unit, samples.size())};
}

}  // namespace rooflens::kernels

// The properties of a GPU, or of a part of one, as they were queried.
#pragma once

#include <compare>
#include <optional>
#include <string>

#include "models/base/quantity.hpp"

namespace rooflens::models {

struct ComputeCapability {
  int major = 0;
  int minor = 0;
  constexpr auto operator<=>(const ComputeCapability&) const = default;
  [[nodiscard]] std::string text() const { return std::to_string(major) + "." + std::to_string(minor); }  ///< "9.0"
};

struct DeviceProperties {
  std::string name;
  std::string uuid;        ///< "GPU-xxxxxxxx-...."; empty if the driver would not say
  std::string pci_bus_id;  ///< "0000:1b:00.0"
  std::string chip;        ///< CUPTI's chip name ("GH100"); empty without CUPTI
  ComputeCapability compute_capability;
  int sm_count = 0;
  Hertz sm_clock_maximum;
  Hertz
      memory_clock_maximum;  ///< real clock for HBM, half the effective data rate for GDDR: DRAM moves 2 words a clock
  int memory_bus_bits = 0;
  Bytes memory;
  Bytes l2;
  Bytes shared_per_sm;
  Bytes shared_per_block_optin;
  Bytes shared_reserved_per_block;
  int registers_per_sm = 0;
  int threads_per_sm = 0;
  int threads_per_block = 0;
  int blocks_per_sm = 0;
  int warp_size = 32;
  std::optional<int> fp32_to_fp64_ratio;
  std::optional<bool> ecc;
  std::optional<bool> mig;
  std::optional<double> power_limit_watts;
  std::string driver_version;           ///< "580.159.04"; empty if unknown
  std::string cuda_driver_version;      ///< "13.0"
  std::string cuda_runtime_version;     ///< "13.0"
  std::optional<int> whole_sm_count{};  ///< SMs of the GPU that this is a part of; absent: it is a whole one
};

}  // namespace rooflens::models

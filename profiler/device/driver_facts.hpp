// What a preflight asks of the driver: is it there, does it fit, which GPUs has it and in what state. Never throws for
// something missing: that is a fact too. Creates no CUDA context.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profiler/device/nvml.hpp"

namespace rooflens::device {

/// What CUDA's driver answered to cuInit and the question that follows it.
struct DriverStart {
  int result = 0;    ///< of cuInit, 0 = success
  std::string name;  ///< "CUDA_ERROR_SYSTEM_NOT_READY"; empty for success
  int devices = 0;   ///< that this process may use
};

struct DriverFacts {
  std::string found_at;              ///< where libcuda.so.1 was found; empty if it cannot be opened
  std::string refusal;               ///< the loader's words, if it cannot
  std::string version;               ///< of the driver, "580.159.04"; empty if unknown
  std::optional<int> cuda_version;   ///< the newest CUDA that the driver knows, 13000 = 13.0
  int built_for = 0;                 ///< the CUDA of this build, in the same form
  std::string nvml_refusal;          ///< why NVML is not there; empty if it is
  std::vector<NvmlState> gpus;       ///< every installed GPU; empty without NVML
  std::optional<DriverStart> start;  ///< absent if cuInit was not called
  std::optional<NvmlConfidential> confidential;
};

/// `start_cuda`: also call cuInit (0.1 s and more) and count the devices that this process may use.
[[nodiscard]] DriverFacts gather_driver_facts(bool start_cuda);

}  // namespace rooflens::device

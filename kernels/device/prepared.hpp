// A kernel with its buffers on a device, ready to launch as often as wanted. No CUDA types here, so that whoever drives
// it (the CLI) compiles without CUDA headers.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "kernels/kernel.hpp"
#include "kernels/warp_event.hpp"
#include "models/record/launch.hpp"
#include "models/record/observation.hpp"

namespace rooflens::kernels {

/// Owns device memory on the device that was current when it was made; the same device must be current in every call.
/// All work goes to the legacy default stream and is asynchronous unless said otherwise. CUDA errors throw DeviceError.
class Prepared {
 public:
  virtual ~Prepared() = default;
  /// One execution: the launches that are measured, nothing else.
  virtual void launch() = 0;
  /// Restores inputs that launch() overwrites and poisons outputs, outside the measured range. Does nothing that leaves
  /// more dirty cache lines than needed: a kernel whose inputs survive only poisons when `poison` is set.
  virtual void reset(bool poison) = 0;
  /// Geometry, registers and shared memory of what launch() launches, from the driver.
  [[nodiscard]] virtual std::vector<models::Launch> launches() const = 0;
  /// Fetches the outputs (synchronises) and compares them with the family's CPU reference.
  [[nodiscard]] virtual models::Verification verify() = 0;
  /// When and where each warp of the last launch ran, in the order of blocks and warps; empty for kernels that do not
  /// record it. Synchronises.
  [[nodiscard]] virtual std::vector<WarpEvent> block_events() { return {}; }
};

/// Throws DeviceError when the device cannot hold the problem.
using PrepareFunction = std::unique_ptr<Prepared> (*)(const Problem&);

/// The device half of a catalogue kernel, or nullptr when it has none in this build.
[[nodiscard]] PrepareFunction find_prepare(std::string_view name);

}  // namespace rooflens::kernels

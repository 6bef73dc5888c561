// How many SMs launches reach. Properties of the device tell those of the whole GPU, whatever part of it is current.
#pragma once

namespace rooflens::kernels {

/// SMs of the context that is current on this thread: those of a part (a green context), else all of the device. Makes
/// the runtime's context if there is none. Throws DeviceError without a device.
[[nodiscard]] int current_sm_count();

}  // namespace rooflens::kernels

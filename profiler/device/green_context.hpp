// A part of a GPU: a green context, which gives its launches some of the SMs. All else (L2, DRAM, clocks) is shared.
#pragma once

#include <string>

#include "models/base/trouble.hpp"

namespace rooflens::device {

/// The GPU or its driver gives no such part. what() says why, remedy() what to do.
class NoPart : public models::Trouble {
 public:
  using Trouble::Trouble;
};

/// SMs of the smallest part that has at least `sms`, 1 to those of the device; parts have a least size and a step,
/// which depend on the GPU. All SMs of the device where no smaller part holds so many. Makes nothing on the device.
/// Throws NoPart.
[[nodiscard]] int part_size(int device, int sms);

/// Makes a part of exactly `sms` SMs, as part_size() gave them, current on this thread, for the rest of the process:
/// the CUDA runtime then works in it, and a later cudaSetDevice() would leave it. Throws NoPart.
void select_part(int device, int sms);

}  // namespace rooflens::device

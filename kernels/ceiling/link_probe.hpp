// Times copies between a GPU and the host's pinned memory, or another GPU, by the copy engines. No CUDA here.
#pragma once

#include <optional>
#include <vector>

#include "models/roofs/link.hpp"

namespace rooflens::kernels::ceiling {

struct LinkSweeps {
  std::vector<models::LinkSweep> sweeps;  ///< one each way, one both ways at once
  bool peer_access = false;               ///< each GPU reads the other's memory
};

/// `peer`: the number of another GPU; nothing: the host. Takes about a second and 256 MiB at each end, less where less
/// is free, and frees them. Throws DeviceError.
[[nodiscard]] LinkSweeps sweep_links(int device, std::optional<int> peer);

}  // namespace rooflens::kernels::ceiling

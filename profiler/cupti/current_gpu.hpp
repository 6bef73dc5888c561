// The GPU of the CUDA context that is current on this thread, through the driver that the process has loaded.
#pragma once

#include <string>

namespace rooflens::collect::cupti {

/// Before any thread waits for one that asks: the program may hold the loader's lock then.
void find_driver();

/// Its UUID without a kind (models::uuid_text), or of its MIG instance's; empty where nobody knows.
[[nodiscard]] std::string current_gpu();

}  // namespace rooflens::collect::cupti

// CUPTI's activity records: those of our own subscription where there may be several, else the only ones in the
// process.
#pragma once

#include <cstddef>
#include <cstdint>

#include "profiler/cupti/api.hpp"

namespace rooflens::collect::cupti {

/// False where CUPTI refuses.
[[nodiscard]] bool enable_activity(const Api& api, CUpti_ActivityKind kind);
void disable_activity(const Api& api, CUpti_ActivityKind kind);
/// Of a buffer that came back from CUPTI; false: there is none after `record`.
[[nodiscard]] bool next_record(const Api& api, std::uint8_t* buffer, std::size_t used, CUpti_Activity*& record);
[[nodiscard]] std::size_t dropped_records(const Api& api);

}  // namespace rooflens::collect::cupti

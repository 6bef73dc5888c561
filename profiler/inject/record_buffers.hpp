// The memory that CUPTI fills with records, and what it brings back.
#pragma once

#include <cupti.h>

#include <memory>

#include "profiler/cupti/api.hpp"

namespace rooflens::inject {

/// From now on `receive` gets each record, until it returns false for those of a buffer. `api` tells whether they are
/// our own subscription's. False where CUPTI refuses.
[[nodiscard]] bool receive_records(std::shared_ptr<const collect::cupti::Api> api,
                                   bool (*receive)(const CUpti_Activity& record));

}  // namespace rooflens::inject

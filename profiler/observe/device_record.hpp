// A GPU of the process, as CUPTI's activity records describe it.
#pragma once

#include <cupti_activity.h>

#include "profiler/spool/record.hpp"

namespace rooflens::inject {

/// All but the chip's name, which stays as it is.
void describe_device(const CUpti_ActivityDevice5& record, collect::spool::DeviceRecord& device);

}  // namespace rooflens::inject

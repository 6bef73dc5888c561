// Times of kernels that CUPTI's records make longer, set right by events.
#pragma once

#include "profiler/assemble/spool_index.hpp"

namespace rooflens::collect {

/// Multiplies the kernel's times by the median between events over the mean of the records beside them, where launches
/// take the same time each (quartiles within 5 % of the median, of both) and the records are 2 to 20 % longer: between
/// two events lies the whole kernel.
void shorten_to_events(KernelEntry& kernel);

/// Gives a kernel without any record its times between events, where launches take the same time each, and so long that
/// what events add does not matter.
void take_times_of_events(KernelEntry& kernel);

}  // namespace rooflens::collect

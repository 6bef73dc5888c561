// What PyTorch's shapes say of a kernel, as its work: from a spool's formula record to an observation.
#pragma once

#include "models/record/observation.hpp"
#include "profiler/assemble/spool_index.hpp"

namespace rooflens::collect {

/// The mean of its launches becomes the observation's work, with a remark that names the operations; nothing where too
/// many launches were of operations that no formula knows, or where it is not known which pipe does the products.
void add_formula(models::Observation& observation, const KernelEntry& kernel);

}  // namespace rooflens::collect

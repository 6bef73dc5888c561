// A GPU as a roofline sees it: the properties that were queried, and the roofs that belong to it.
#pragma once

#include "models/base/device_properties.hpp"
#include "models/roofs/ceiling.hpp"

namespace rooflens::models {

struct Machine {
  int id = 0;  ///< unique within a recording; observations refer to it
  DeviceProperties device;
  Ceilings ceilings;
};

}  // namespace rooflens::models

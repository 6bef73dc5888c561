// Words of a command line.
#pragma once

#include <string>
#include <vector>

namespace rooflens::actions {

using Arguments = std::vector<std::string>;

}  // namespace rooflens::actions

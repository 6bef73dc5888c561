// Words of a command line.
#pragma once

#include <string>
#include <vector>

namespace rooflens::cli {

using Arguments = std::vector<std::string>;

}  // namespace rooflens::cli

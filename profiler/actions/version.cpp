#include "profiler/actions/version.hpp"

namespace rooflens::cli {

std::string version() { return ROOFLENS_VERSION; }

}  // namespace rooflens::cli

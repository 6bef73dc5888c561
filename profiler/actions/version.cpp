#include "profiler/actions/version.hpp"

namespace rooflens::actions {

std::string version() { return ROOFLENS_VERSION; }

}  // namespace rooflens::actions

#include "profiler/cli/version.hpp"

namespace rooflens::cli {

std::string version() { return ROOFLENS_VERSION; }

std::string version_line() { return "rooflens " ROOFLENS_VERSION " (" ROOFLENS_BUILD ")"; }

}  // namespace rooflens::cli

// What `profile` is asked to record.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "profiler/config/profile_config.hpp"

namespace rooflens::actions {

struct ProfileRequest {
  std::vector<std::string> application;  ///< its name first
  std::filesystem::path output;          ///< empty: named after the application
  bool force = false;
  bool keep_spool = false;
  bool attach = false;            ///< the application runs already and loads the library itself
  bool ceilings = true;           ///< measured roofs of the GPUs go into the session
  collect::ProfileConfig config;  ///< without the spool folder
};

}  // namespace rooflens::actions

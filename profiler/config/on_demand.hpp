// How `rooflens control` speaks to jobs that were started with --idle: by files in the folder of spools, which nobody
// but its user may enter. The library asks for them without opening anything, because programs count on numbers of
// files.
#pragma once

#include <unistd.h>

#include <string>

namespace rooflens::collect {

inline constexpr const char* kOnDemand = "on-demand";  ///< there as long as the job of --idle runs
inline constexpr const char* kCounting = "counting";   ///< there while the user wants launches to be counted

[[nodiscard]] inline bool wants_counting(const std::string& folder) {
  return access((folder + '/' + kCounting).c_str(), F_OK) == 0;
}

}  // namespace rooflens::collect

// Runs a shell command line and keeps what it said.
#pragma once

#include <filesystem>
#include <string>

namespace rooflens::cli {

struct Said {
  int code;  ///< exit code; 128 + the signal for a killed one, as shells have it
  std::string out;
  std::string err;
};

/// Runs `command` under sh in `folder`, with an empty stdin. In it, $rooflens is the executable of this build.
[[nodiscard]] Said shell(const std::string& command, const std::filesystem::path& folder);

[[nodiscard]] std::string read_file(const std::filesystem::path& path);

}  // namespace rooflens::cli

// Whether a program can be started and can carry the injected library, asked before anything is made or run.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "models/base/trouble.hpp"

namespace rooflens::launcher {

/// The program cannot be started. what() says why, remedy() what to do.
class LaunchError : public models::Trouble {
 public:
  /// What a shell tells apart by its exit code; `refused`: nothing is wrong with the program.
  enum class Cause { refused, not_found, not_executable };
  LaunchError(Cause cause, const std::string& what, std::string remedy = {})
      : Trouble(what, std::move(remedy)), cause_(cause) {}
  [[nodiscard]] Cause cause() const { return cause_; }

 private:
  Cause cause_;
};

/// The file that a shell would run for `name`: the path itself if it has a slash, else the first executable file of
/// that name in `search` (the text of PATH). Throws LaunchError where nothing can be run, and for programs that could
/// not load a library of this build: 32-bit ones and those of another architecture.
[[nodiscard]] std::filesystem::path check_program(const std::string& name, const std::string& search);

/// What the first line of a script names ("/usr/bin/env"); empty for a file that is none.
[[nodiscard]] std::string interpreter_of(const std::filesystem::path& program);

}  // namespace rooflens::launcher

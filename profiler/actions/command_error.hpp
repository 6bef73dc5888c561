// Errors that end a command, each with its exit code and a hint.
#pragma once

#include <stdexcept>
#include <string>

#include "profiler/actions/exit_code.hpp"

namespace rooflens::cli {

/// Printed as `rooflens: error: <what>` and, if there is one, `rooflens: hint: <hint>`.
class CommandError : public std::runtime_error {
 public:
  CommandError(ExitCode code, const std::string& what, std::string hint = {})
      : std::runtime_error(what), code_(code), hint_(std::move(hint)) {}
  [[nodiscard]] ExitCode code() const { return code_; }
  [[nodiscard]] const std::string& hint() const { return hint_; }

 private:
  ExitCode code_;
  std::string hint_;
};

[[nodiscard]] inline CommandError usage_error(const std::string& what, std::string hint = {}) {
  return {kUsage, what, std::move(hint)};
}

}  // namespace rooflens::cli

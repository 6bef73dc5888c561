// Errors that end a command, each with its exit code and a hint.
#pragma once

#include <string>

#include "models/base/trouble.hpp"
#include "profiler/actions/exit_code.hpp"

namespace rooflens::cli {

/// Printed as `rooflens: error: <what>` and, if there is one, `rooflens: hint: <remedy>`.
class CommandError : public models::Trouble {
 public:
  CommandError(ExitCode code, const std::string& what, std::string remedy = {})
      : Trouble(what, std::move(remedy)), code_(code) {}
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

[[nodiscard]] inline CommandError usage_error(const std::string& what, std::string remedy = {}) {
  return {kUsage, what, std::move(remedy)};
}

}  // namespace rooflens::cli

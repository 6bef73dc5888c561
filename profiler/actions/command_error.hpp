// Errors that end a command, each with its exit code and a hint.
#pragma once

#include <string>

#include "models/base/trouble.hpp"

namespace rooflens::actions {

/// What the process tells its caller.
enum ExitCode : int {
  kOk = 0,
  kFailure = 1,             ///< something broke
  kUsage = 2,               ///< the command line makes no sense
  kVerificationFailed = 3,  ///< a result was wrong, or a gate was not passed
  kNoDevice = 4,            ///< no GPU, no driver, or counters not permitted
  kNotExecutable = 126,     ///< the application cannot be executed; as shells have it
  kNotFound = 127,          ///< there is no such application
};

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

/// The exception that is being handled, with the exit code of its kind. For use in a catch block.
[[nodiscard]] CommandError error_in_flight();

}  // namespace rooflens::actions

// What the process tells its caller.
#pragma once

namespace rooflens::cli {

enum ExitCode : int {
  kOk = 0,
  kFailure = 1,             ///< something broke
  kUsage = 2,               ///< the command line makes no sense
  kVerificationFailed = 3,  ///< a result was wrong, or a gate was not passed
  kNoDevice = 4,            ///< no GPU, no driver, or counters not permitted
};

}  // namespace rooflens::cli

// Another program, run to its end.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace rooflens::actions {

struct ChildOutput {
  std::string out;      ///< what it wrote to stdout; its stderr is ours
  bool in_time = true;  ///< else it was killed
  int signal = 0;       ///< that ended it; 0: none
  int code = 0;         ///< it ended with, where no signal did
};

/// `words`: its arguments, of which the first is its name. Throws CommandError where it cannot be started.
[[nodiscard]] ChildOutput run_child(const std::string& executable, std::vector<std::string> words,
                                    std::chrono::milliseconds timeout);

/// What this program writes to stdout when run so; its stderr is ours. Throws CommandError with its exit code when that
/// is not 0; what was wrong it has said itself. One that takes longer than `timeout` is killed, which is an error too:
/// a kernel that hangs must not hang its user.
[[nodiscard]] std::string run_own_executable(const std::vector<std::string>& arguments,
                                             std::chrono::milliseconds timeout = std::chrono::minutes(2));

}  // namespace rooflens::actions

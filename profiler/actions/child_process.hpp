// Another program, run to its end.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace rooflens::cli {

struct ChildOutput {
  std::string out;      ///< what it wrote to stdout; its stderr is ours
  bool in_time = true;  ///< else it was killed
  int signal = 0;       ///< that ended it; 0: none
  int code = 0;         ///< it ended with, where no signal did
};

/// `words`: its arguments, of which the first is its name. Throws CommandError where it cannot be started.
[[nodiscard]] ChildOutput run_child(const std::string& executable, std::vector<std::string> words,
                                    std::chrono::milliseconds timeout);

}  // namespace rooflens::cli

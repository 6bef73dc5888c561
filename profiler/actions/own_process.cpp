#include "profiler/actions/own_process.hpp"

#include <utility>
#include <vector>

#include "profiler/actions/child_process.hpp"
#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {

std::string run_own_executable(const Arguments& arguments, std::chrono::milliseconds timeout) {
  std::vector<std::string> words{"rooflens"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  ChildOutput child = run_child("/proc/self/exe", std::move(words), timeout);
  if (!child.in_time) {
    throw CommandError(kFailure,
                       "a measuring process did not end within " +
                           std::to_string(std::chrono::duration_cast<std::chrono::seconds>(timeout).count()) + " s",
                       "another program may keep the GPU busy: `rooflens doctor` names it");
  }
  if (child.signal != 0) {
    throw CommandError(kFailure, "a measuring process was ended by signal " + std::to_string(child.signal));
  }
  if (child.code == 0) return std::move(child.out);
  throw CommandError(child.code == kNoDevice ? kNoDevice : kFailure,
                     "a measuring process ended with exit code " + std::to_string(child.code));
}

}  // namespace rooflens::cli

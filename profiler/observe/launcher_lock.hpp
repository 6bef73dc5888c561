// Whether the launcher still lives: it holds a lock on the folder of spools, which the system takes back however it
// ends. A signal at its death would change the program, and its number may be another process's by then.
#pragma once

#include <string>
#include <utility>

#include "profiler/config/own_descriptor.hpp"

namespace rooflens::inject {

class LauncherLock {
 public:
  explicit LauncherLock(std::string folder) : folder_(std::move(folder)) {}
  LauncherLock(const LauncherLock&) = delete;
  LauncherLock& operator=(const LauncherLock&) = delete;

  /// True also where the folder is gone. Where locks are not to be had, it is taken to live. Keeps a descriptor, and
  /// looks whether it is still its own: programs close and reuse what they did not open.
  [[nodiscard]] bool launcher_is_gone();

 private:
  std::string folder_;
  collect::OwnDescriptor descriptor_;
};

}  // namespace rooflens::inject

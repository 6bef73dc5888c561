// Whether the launcher still lives: it holds a lock on the folder of spools, which the system takes back however it
// ends. A signal at its death would change the program, and its number may be another process's by then.
#pragma once

#include <string>
#include <utility>

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
  [[nodiscard]] bool descriptor_is_ours() const;

  std::string folder_;
  int descriptor_ = -1;
  unsigned long long device_ = 0;
  unsigned long long inode_ = 0;
};

}  // namespace rooflens::inject

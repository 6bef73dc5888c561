#include "profiler/observe/launcher_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

namespace rooflens::inject {

bool LauncherLock::launcher_is_gone() {
  if (!descriptor_.is_ours()) {
    const int opened = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return errno == ENOENT;
    descriptor_ = collect::OwnDescriptor(opened);
    if (!descriptor_.is_ours()) return false;
  }
  if (flock(descriptor_.number(), LOCK_SH | LOCK_NB) == 0) {
    flock(descriptor_.number(), LOCK_UN);
    return true;
  }
  if (errno == EWOULDBLOCK) return false;  // also where the program does not see the folder any more (chroot)
  struct stat folder {};
  return stat(folder_.c_str(), &folder) != 0 && errno == ENOENT;
}

}  // namespace rooflens::inject

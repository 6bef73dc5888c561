#include "profiler/observe/launcher_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace rooflens::inject {
namespace {

constexpr int kOutOfTheWay[] = {500, 100, STDERR_FILENO + 1};  // programs count on the lowest numbers

// A number as high as the program's limit allows.
int out_of_the_way(int opened) {
  for (const int lowest : kOutOfTheWay) {
    const int moved = fcntl(opened, F_DUPFD_CLOEXEC, lowest);
    if (moved < 0) continue;
    close(opened);
    return moved;
  }
  return opened;
}

}  // namespace

bool LauncherLock::descriptor_is_ours() const {
  struct stat now {};
  return descriptor_ >= 0 && fstat(descriptor_, &now) == 0 && now.st_dev == device_ && now.st_ino == inode_;
}

bool LauncherLock::launcher_is_gone() {
  if (!descriptor_is_ours()) {
    const int opened = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return errno == ENOENT;
    descriptor_ = out_of_the_way(opened);
    struct stat folder {};
    if (fstat(descriptor_, &folder) != 0) return false;
    device_ = folder.st_dev;
    inode_ = folder.st_ino;
  }
  if (flock(descriptor_, LOCK_SH | LOCK_NB) == 0) {
    flock(descriptor_, LOCK_UN);
    return true;
  }
  if (errno == EWOULDBLOCK) return false;  // also where the program does not see the folder any more (chroot)
  struct stat folder {};
  return stat(folder_.c_str(), &folder) != 0 && errno == ENOENT;
}

}  // namespace rooflens::inject

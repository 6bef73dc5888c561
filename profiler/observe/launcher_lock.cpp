#include "profiler/observe/launcher_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace rooflens::inject {
namespace {

constexpr int kOutOfTheWay = 500;  // programs count on the lowest numbers

}  // namespace

bool LauncherLock::descriptor_is_ours() const {
  struct stat now {};
  return descriptor_ >= 0 && fstat(descriptor_, &now) == 0 && now.st_dev == device_ && now.st_ino == inode_;
}

bool LauncherLock::launcher_is_gone() {
  if (!descriptor_is_ours()) {
    const int opened = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return errno == ENOENT;
    const int moved = fcntl(opened, F_DUPFD_CLOEXEC, kOutOfTheWay);
    if (moved >= 0) close(opened);
    descriptor_ = moved >= 0 ? moved : opened;
    struct stat folder {};
    if (fstat(descriptor_, &folder) != 0) return false;
    device_ = folder.st_dev;
    inode_ = folder.st_ino;
  }
  struct stat folder {};
  if (stat(folder_.c_str(), &folder) != 0) return errno == ENOENT;
  if (flock(descriptor_, LOCK_SH | LOCK_NB) != 0) return false;
  flock(descriptor_, LOCK_UN);
  return true;
}

}  // namespace rooflens::inject

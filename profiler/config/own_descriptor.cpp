#include "profiler/config/own_descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace rooflens::collect {
namespace {

constexpr int kOutOfTheWay[] = {500, 100, STDERR_FILENO + 1};  // programs count on the lowest numbers

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

OwnDescriptor::OwnDescriptor(int opened) {
  if (opened < 0) return;
  number_ = out_of_the_way(opened);
  struct stat file {};
  if (fstat(number_, &file) != 0) return;
  device_ = file.st_dev;
  inode_ = file.st_ino;
}

OwnDescriptor& OwnDescriptor::operator=(OwnDescriptor&& other) noexcept {
  if (number_ != other.number_ && is_ours()) close(number_);  // the program may have made room for the other there
  number_ = std::exchange(other.number_, -1);
  device_ = other.device_;
  inode_ = other.inode_;
  return *this;
}

OwnDescriptor::~OwnDescriptor() {
  if (is_ours()) close(number_);
}

bool OwnDescriptor::is_ours() const {
  struct stat now {};
  return number_ >= 0 && fstat(number_, &now) == 0 && now.st_dev == device_ && now.st_ino == inode_;
}

}  // namespace rooflens::collect

#include "profiler/spool/spool_file.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>

#include "profiler/spool/framing.hpp"

namespace rooflens::collect::spool {
namespace {

// Writes all of `text`, or as much as there is room for.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// A file-size limit of the application would kill it with SIGXFSZ for what we write: the signal is kept off this
// thread.
class WithoutSizeSignal {
 public:
  WithoutSizeSignal() {
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGXFSZ) == 1;
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~WithoutSizeSignal() {
    const timespec now{};
    while (!was_pending_ && sigtimedwait(&signal_, nullptr, &now) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutSizeSignal(const WithoutSizeSignal&) = delete;
  WithoutSizeSignal& operator=(const WithoutSizeSignal&) = delete;

 private:
  sigset_t signal_;
  sigset_t before_;
  bool was_pending_ = false;
};

constexpr int kAppend = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
constexpr int kMostProcesses = 10000;  // that share a name

// An application may count on the lowest numbers: a closed stdout's next file is its new stdout.
int open_out_of_the_way(const std::string& path, int flags) {
  const int low = ::open(path.c_str(), flags, 0600);
  if (low < 0) return low;
  for (const int lowest : {100, STDERR_FILENO + 1}) {
    const int high = ::fcntl(low, F_DUPFD_CLOEXEC, lowest);
    if (high < 0) continue;
    ::close(low);
    return high;
  }
  ::close(low);
  return -1;
}

std::string numbered(const std::string& path, int number) {
  if (number == 1) return path;
  std::filesystem::path other(path);
  return other.replace_extension("." + std::to_string(number) + other.extension().string()).string();
}

// By their numbers in statfs(2), not all of which are in <linux/magic.h> of an old system.
constexpr std::array<std::uint32_t, 11> kLocal{
    0xEF53,      // ext2, ext3, ext4
    0x58465342,  // XFS
    0x9123683E,  // Btrfs
    0x01021994,  // tmpfs
    0x858458F6,  // ramfs
    0x794C7630,  // OverlayFS
    0x2FC12FC1,  // ZFS
    0xF2F52010,  // F2FS
    0xCA451A4E,  // bcachefs
    0x3153464A,  // JFS
    0x4D44,      // FAT
};

}  // namespace

SpoolFile::SpoolFile(const std::string& path) {
  const int saved = errno;
  for (int number = 1; number <= kMostProcesses && descriptor_ < 0; ++number) {
    path_ = numbered(path, number);
    descriptor_ = open_out_of_the_way(path_, kAppend | O_EXCL);
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  struct stat file {};
  if (descriptor_ >= 0 && ::fstat(descriptor_, &file) == 0) {
    device_ = file.st_dev;
    inode_ = file.st_ino;
    const WithoutSizeSignal guard;
    write_all(descriptor_, kHeader);
  }
  errno = saved;
}

SpoolFile::~SpoolFile() {
  if (descriptor_ >= 0 && still_ours()) ::close(descriptor_);
}

// Daemons close every descriptor they find; the number may be another file's by now.
bool SpoolFile::still_ours() const {
  struct stat file {};
  return ::fstat(descriptor_, &file) == 0 && file.st_dev == device_ && file.st_ino == inode_;
}

bool SpoolFile::may_hang() const {
  const int saved = errno;
  struct statfs system {};
  const bool known = ::fstatfs(descriptor_, &system) == 0;
  errno = saved;
  return good() && !(known && std::ranges::find(kLocal, static_cast<std::uint32_t>(system.f_type)) != kLocal.end());
}

void SpoolFile::append(std::string_view frames) noexcept {
  const int saved = errno;
  const WithoutSizeSignal guard;
  if (good() && !still_ours()) descriptor_ = open_out_of_the_way(path_, kAppend & ~O_CREAT);
  if (good() && !write_all(descriptor_, frames)) mark_incomplete();
  errno = saved;
}

void SpoolFile::mark_incomplete() const noexcept {
  try {
    const int marker = ::open((path_ + ".full").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (marker >= 0) ::close(marker);
  } catch (...) {  // no memory
  }
}

}  // namespace rooflens::collect::spool

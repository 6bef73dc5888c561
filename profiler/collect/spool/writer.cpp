#include "profiler/collect/spool/writer.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

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

// A file-size limit of the application would kill it with SIGXFSZ for what we write: the signal is kept off this thread.
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

}  // namespace

Writer::Writer(const std::string& path)
    : path_(path), descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {}

Writer::~Writer() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void Writer::write(const Record& record) noexcept {
  const int saved = errno;
  try {
    std::string line = encode(record);
    const std::lock_guard lock(mutex_);
    const WithoutSizeSignal guard;
    if (torn_) line.insert(line.begin(), '\n');
    if (descriptor_ >= 0 && !write_all(descriptor_, line)) {
      torn_ = true;
      // An empty file needs no room of the disk's data.
      const int marker = ::open((path_ + ".full").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
      if (marker >= 0) ::close(marker);
    } else {
      torn_ = false;
    }
  } catch (...) {
    // No memory for a line: it is lost, the application is not.
  }
  errno = saved;
}

}  // namespace rooflens::collect::spool

#include "profiler/config/counter_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <exception>
#include <fstream>
#include <string_view>
#include <utility>

namespace rooflens::collect {
namespace {

namespace fs = std::filesystem;

// Of this user alone: others may write to /tmp, too.
bool is_own_file(int descriptor) {
  struct stat file {};
  return fstat(descriptor, &file) == 0 && S_ISREG(file.st_mode) && file.st_uid == getuid();
}

int open_file(const fs::path& path, int flags) {
  return open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, S_IRUSR | S_IWUSR);
}

std::string own_name() {
  std::string name;
  std::ifstream comm("/proc/self/comm");
  std::getline(comm, name);
  return name;
}

// "1234 python3\n". Nothing for this process, and for one that is no more: its children have its lock too.
std::optional<std::string> holder_of(std::string_view text) {
  pid_t pid = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), pid);
  if (error != std::errc() || pid <= 0 || pid == getpid() || (kill(pid, 0) != 0 && errno != EPERM)) return std::nullopt;
  std::string_view name = text.substr(static_cast<std::size_t>(rest - text.data()));
  name = name.substr(0, name.find('\n'));
  while (name.starts_with(' ')) name.remove_prefix(1);
  return name.empty() ? fmt::format("process {}", pid) : fmt::format("process {} ({})", pid, name);
}

fs::path asking_file(const std::string& gpu, const fs::path& folder) {
  return counter_lock_file(gpu + "-asked", folder);
}

}  // namespace

// What systemd makes for the user, and calls XDG_RUNTIME_DIR.
fs::path counter_lock_folder() {
  const fs::path own = fmt::format("/run/user/{}", getuid());
  return access(own.c_str(), W_OK | X_OK) == 0 ? own : fs::path("/tmp");
}

fs::path counter_lock_file(const std::string& gpu, const fs::path& folder) {
  return folder / fmt::format("rooflens-counters-{}-{}.lock", getuid(), gpu);
}

CounterLock::CounterLock(const std::string& gpu, const fs::path& folder) noexcept {
  if (gpu.empty()) return;
  try {
    OwnDescriptor file(open_file(counter_lock_file(gpu, folder), O_RDWR | O_CREAT));
    if (!file.is_ours() || !is_own_file(file.number()) || flock(file.number(), LOCK_EX | LOCK_NB) != 0) return;
    const std::string text = fmt::format("{} {}\n", getpid(), own_name());
    if (pwrite(file.number(), text.data(), text.size(), 0) < 0) return;  // what stands behind the line is nobody's
    file_ = std::move(file);
  } catch (const std::exception&) {  // no memory
  }
}

// A forked child shares the lock: closing would leave it there.
CounterLock::~CounterLock() {
  if (file_.is_ours()) flock(file_.number(), LOCK_UN);
}

std::optional<std::string> counter_lock_holder(const std::string& gpu, const fs::path& folder) {
  if (gpu.empty()) return std::nullopt;
  const OwnDescriptor file(open_file(counter_lock_file(gpu, folder), O_RDONLY));
  if (!file.is_ours() || !is_own_file(file.number())) return std::nullopt;
  if (flock(file.number(), LOCK_SH | LOCK_NB) == 0) {
    flock(file.number(), LOCK_UN);  // a child that was forked meanwhile has it, too
    return std::nullopt;
  }
  if (errno != EWOULDBLOCK) return std::nullopt;
  std::array<char, 64> text{};
  const ssize_t size = pread(file.number(), text.data(), text.size(), 0);
  return size > 0 ? holder_of({text.data(), static_cast<std::size_t>(size)}) : std::nullopt;
}

void ask_for_counters(const std::string& gpu, const fs::path& folder) {
  if (gpu.empty()) return;
  const OwnDescriptor file(open_file(asking_file(gpu, folder), O_RDWR | O_CREAT));
  if (file.is_ours() && is_own_file(file.number())) futimens(file.number(), nullptr);
}

bool counters_asked_for_since(const std::string& gpu, std::chrono::system_clock::time_point since,
                              const fs::path& folder) {
  struct stat file {};
  if (gpu.empty() || lstat(asking_file(gpu, folder).c_str(), &file) != 0 || file.st_uid != getuid()) return false;
  const auto age = std::chrono::seconds(file.st_mtim.tv_sec) + std::chrono::nanoseconds(file.st_mtim.tv_nsec);
  return std::chrono::system_clock::time_point(std::chrono::duration_cast<std::chrono::system_clock::duration>(age)) >
         since;
}

}  // namespace rooflens::collect

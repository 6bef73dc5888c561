#include "profiler/actions/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "profiler/actions/command_error.hpp"

extern char** environ;

namespace rooflens::actions {
namespace {

[[noreturn]] void fail(const std::string& what, int error) {
  throw CommandError(kFailure, "cannot start a process: " + what + ": " + std::strerror(error));
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

// Where the child's stdout goes.
class SpawnActions {
 public:
  explicit SpawnActions(int out) {
    if (const int error = posix_spawn_file_actions_init(&actions_)) fail("file actions", error);
    if (const int error = posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO)) fail("dup2", error);
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

using Clock = std::chrono::steady_clock;

// All that is written until the other end is closed; nothing if that takes longer.
std::optional<std::string> read_until(int descriptor, Clock::time_point deadline) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waits{descriptor, POLLIN, 0};
    const int ready = poll(&waits, 1, static_cast<int>(std::max<std::int64_t>(0, left)));
    if (ready == 0) return std::nullopt;
    if (ready < 0 && errno != EINTR) fail("waiting for its output", errno);
    if (ready < 0) continue;
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
    if (count == 0) return text;
    if (count < 0 && errno != EINTR) fail("reading its output", errno);
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) fail("waiting for it", errno);
  }
  return status;
}

}  // namespace

ChildOutput run_child(const std::string& executable, std::vector<std::string> words,
                      std::chrono::milliseconds timeout) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe", errno);
  const Descriptor from(ends[0]);
  Descriptor to(ends[1]);
  const SpawnActions redirection(to.number());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  if (const int error = posix_spawn(&child, executable.c_str(), redirection.get(), nullptr, pointers.data(), environ)) {
    fail(executable, error);
  }
  to.close();
  std::optional<std::string> text = read_until(from.number(), Clock::now() + timeout);
  if (!text) kill(child, SIGKILL);
  const int status = wait_for(child);
  ChildOutput result;
  result.in_time = text.has_value();
  if (text) result.out = std::move(*text);
  if (WIFSIGNALED(status)) {
    result.signal = WTERMSIG(status);
  } else {
    result.code = WEXITSTATUS(status);
  }
  return result;
}

std::string run_own_executable(const std::vector<std::string>& arguments, std::chrono::milliseconds timeout) {
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

}  // namespace rooflens::actions

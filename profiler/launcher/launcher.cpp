#include "profiler/launcher/launcher.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "profiler/config/profile_config.hpp"

namespace rooflens::launcher {
namespace {

using Cause = LaunchError::Cause;

// Read by the signal handler.
volatile sig_atomic_t running_child = 0;

void pass_on(int signal, siginfo_t* info, void*) {
  // What the kernel sends (Ctrl-C, a terminal that hangs up) has reached the whole group; what a process sent has not.
  const int saved = errno;
  if (running_child > 0 && info->si_code <= 0) kill(running_child, signal);
  errno = saved;
}

// Dispositions of this process while a child runs, and those that the child is to have: the ones from before.
class Signals {
 public:
  Signals() {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask_);
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      const int signal = kSignals[i];
      sigaction(signal, nullptr, &before_[i]);
      struct sigaction now {};
      sigemptyset(&now.sa_mask);
      if (signal == SIGCHLD) {
        now.sa_handler = SIG_DFL;  // an ignored one would take the exit code away
      } else if (before_[i].sa_handler == SIG_IGN) {
        now.sa_handler = SIG_IGN;  // nohup
      } else {
        now.sa_flags = SA_SIGINFO | SA_RESTART;
        now.sa_sigaction = pass_on;
      }
      sigaction(signal, &now, nullptr);
    }
  }
  ~Signals() {
    running_child = 0;
    restore();
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  void unblock() const { sigprocmask(SIG_SETMASK, &mask_, nullptr); }
  void restore() const {
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
    unblock();
  }

 private:
  static constexpr std::array<int, 7> kSignals{SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGCHLD};
  std::array<struct sigaction, kSignals.size()> before_{};
  sigset_t mask_{};
};

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

[[noreturn]] void fail_to_start(const LaunchPlan& plan, int error) {
  const std::string program = plan.program.string();
  const std::string interpreter = interpreter_of(plan.program);
  if (error == ENOENT) {
    throw LaunchError(Cause::not_found,
                      "cannot run " + program + ": what it needs to start does not exist" +
                          (interpreter.empty() ? "" : " (" + interpreter + ")"),
                      interpreter.empty() ? "`ldd " + program + "` shows its loader and libraries"
                                          : "correct its first line, or name the interpreter before it");
  }
  if (error == ENOEXEC) {
    throw LaunchError(Cause::not_executable, program + " is neither a program nor a script that begins with #!",
                      "name what reads it, as in `rooflens profile -- sh " + program + "`");
  }
  throw LaunchError(Cause::not_executable, "cannot run " + program + ": " + std::strerror(error));
}

int code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

bool names(const std::string& entry, std::string_view variable) {
  return entry.size() > variable.size() && entry.starts_with(variable) && entry[variable.size()] == '=';
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

}  // namespace

bool check_environment() {
  if (is_set(kCudaVariable)) {
    const std::string value = std::getenv(kCudaVariable);
    const bool own = is_set(collect::kProfileVariable);
    throw LaunchError(
        Cause::refused,
        own ? "this already runs under `rooflens profile`"
            : std::string("another tool is to be loaded into the application: ") + kCudaVariable + "=" + value,
        std::string("only one can be; without it: env -u ") + kCudaVariable + " rooflens profile ...");
  }
  return !is_set(kNvtxVariable);
}

std::vector<std::string> injected_environment(const char* const* base, const LaunchPlan& plan) {
  std::vector<std::string> environment;
  bool foreign_nvtx = false;
  for (; *base; ++base) {
    const std::string entry = *base;
    const bool nvtx = names(entry, kNvtxVariable) && entry.size() > std::strlen(kNvtxVariable) + 1;
    foreign_nvtx |= nvtx;
    if (nvtx ||
        !(names(entry, kCudaVariable) || names(entry, kNvtxVariable) || names(entry, collect::kProfileVariable)))
      environment.push_back(entry);
  }
  environment.push_back(std::string(kCudaVariable) + "=" + plan.injected.string());
  if (!foreign_nvtx) environment.push_back(std::string(kNvtxVariable) + "=" + plan.injected.string());
  environment.push_back(std::string(collect::kProfileVariable) + "=" + plan.config);
  return environment;
}

int run_to_end(const LaunchPlan& plan) {
  const std::vector<std::string> environment = injected_environment(environ, plan);
  const std::vector<char*> environment_pointers = pointers(environment);
  const std::vector<char*> argument_pointers = pointers(plan.arguments);
  int report[2];  // closed by a successful exec, otherwise it says why there was none
  if (pipe2(report, O_CLOEXEC) != 0)
    throw LaunchError(Cause::refused, std::string("cannot make a pipe: ") + std::strerror(errno));

  const Signals signals;
  const pid_t child = fork();
  if (child == 0) {
    signals.restore();
    execve(plan.program.c_str(), argument_pointers.data(), environment_pointers.data());
    const int error = errno;
    [[maybe_unused]] const ssize_t told = write(report[1], &error, sizeof error);
    _exit(127);
  }
  const int fork_error = errno;
  close(report[1]);
  if (child < 0) {
    close(report[0]);
    throw LaunchError(Cause::refused, std::string("cannot start a process: ") + std::strerror(fork_error));
  }
  running_child = child;
  signals.unblock();
  int exec_error = 0;
  ssize_t told = 0;
  while ((told = read(report[0], &exec_error, sizeof exec_error)) < 0 && errno == EINTR) {
  }
  close(report[0]);
  // No signal is passed on any more once the number may belong to another process.
  siginfo_t ended{};
  while (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  running_child = 0;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (told == sizeof exec_error) fail_to_start(plan, exec_error);
  return code_of(status);
}

}  // namespace rooflens::launcher

// Threads of the library's own. The application's signals are not for them, and neither is the size of stack that it
// chose for its threads (ulimit -s): CUPTI runs on them.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

namespace rooflens::collect {

/// But for those that the thread's own instructions raise, which cannot wait.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int raised : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) sigdelset(&blocked, raised);
    pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

inline constexpr std::size_t kOwnStack = std::size_t{8} << 20U;

/// Nobody waits for its end. False: no thread is to be had.
[[nodiscard]] inline bool start_own_thread(std::function<void()> work, std::size_t stack = kOwnStack) {
  auto own = std::make_unique<std::function<void()>>(std::move(work));
  const auto run = [](void* argument) -> void* {
    const std::unique_ptr<std::function<void()>> mine(static_cast<std::function<void()>*>(argument));
    (*mine)();
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack);
  pthread_t thread;
  const SignalsBlocked blocked;
  const bool started = pthread_create(&thread, &attributes, run, own.get()) == 0;
  pthread_attr_destroy(&attributes);
  if (started) static_cast<void>(own.release());
  return started;
}

}  // namespace rooflens::collect

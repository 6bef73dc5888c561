// A library that redirect_calls_test opens: two functions of another one, of which it may call the first, one of
// its own by way of the loader, and a thread.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

extern "C" int ask_for_session() { return getsid(0); }
extern "C" int never_called() { return static_cast<int>(getpgid(0)); }
extern "C" int ask_twice() {
  int (*const volatile ask)() = ask_for_session;  // its entry, which is the loader's to fill in
  return 2 * ask();
}
// Whether a thread that it starts takes SIGALRM.
extern "C" int thread_takes_alarm() {
  int takes = -1;
  const auto look = [](void* to) -> void* {
    sigset_t held;
    pthread_sigmask(SIG_SETMASK, nullptr, &held);
    *static_cast<int*>(to) = sigismember(&held, SIGALRM) == 0;
    return nullptr;
  };
  pthread_t thread;
  if (pthread_create(&thread, nullptr, look, &takes) == 0) pthread_join(thread, nullptr);
  return takes;
}

// A library that redirect_calls_test opens: two functions of another one, of which it may call the first, and one of
// its own by way of the loader.
#include <unistd.h>

extern "C" int ask_for_session() { return getsid(0); }
extern "C" int never_called() { return static_cast<int>(getpgid(0)); }
extern "C" int ask_twice() {
  int (*const volatile ask)() = ask_for_session;  // its entry, which is the loader's to fill in
  return 2 * ask();
}

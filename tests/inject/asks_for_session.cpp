// A library that redirect_calls_test opens: two functions of another one, of which it may call the first.
#include <unistd.h>

extern "C" int ask_for_session() { return getsid(0); }
extern "C" int never_called() { return static_cast<int>(getpgid(0)); }

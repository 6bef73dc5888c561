// The name of this machine, as the launcher and the injected library both call it.
#pragma once

#include <unistd.h>

#include <string>

namespace rooflens::collect {

/// "localhost" where the system tells none.
[[nodiscard]] inline std::string hostname() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "localhost";
}

}  // namespace rooflens::collect

// The executable: arguments and streams in, exit code out. Everything else is in the commands.
#include <sys/ioctl.h>
#include <unistd.h>

#include <iostream>

#include "profiler/cli/command.hpp"

int main(int argc, char** argv) {
  winsize window{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0;
  const rooflens::cli::Streams streams{.out = std::cout,
                                       .err = std::cerr,
                                       .out_is_terminal = isatty(STDOUT_FILENO) == 1,
                                       .err_is_terminal = isatty(STDERR_FILENO) == 1,
                                       .columns = known ? window.ws_col : 100};
  const int code = rooflens::cli::dispatch(*rooflens::cli::make_backend(), {argv + 1, argv + argc}, streams);
  std::cout.flush();
  return code == 0 && !std::cout ? 1 : code;  // a full disk or a closed pipe is a failure
}

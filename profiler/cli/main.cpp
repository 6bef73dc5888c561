// The executable: arguments and streams in, exit code out. Everything else is in the commands.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "models/base/number_in.hpp"
#include "profiler/cli/command.hpp"

namespace {

// COLUMNS goes first: it is how people ask for a width, also of what they pipe.
int columns_of(int descriptor) {
  if (const char* const text = std::getenv("COLUMNS")) {
    const auto columns = rooflens::models::number_in<int>(text);
    if (columns > 0) return *columns;
  }
  winsize window{};
  return ioctl(descriptor, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 ? window.ws_col : 100;
}

}  // namespace

int main(int argc, char** argv) {
  // The next file to be opened would take the place of a closed stdout and receive what is printed. An
  // application finds them closed.
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    const int useless = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", useless | O_CLOEXEC) < 0) return EXIT_FAILURE;
  }
  const rooflens::cli::Streams streams{.out = std::cout,
                                       .err = std::cerr,
                                       .colour = isatty(STDOUT_FILENO) == 1 && !std::getenv("NO_COLOR"),
                                       .err_is_terminal = isatty(STDERR_FILENO) == 1,
                                       .columns = columns_of(STDOUT_FILENO),
                                       .err_columns = columns_of(STDERR_FILENO)};
  const int code = rooflens::cli::dispatch(*rooflens::actions::make_backend(), {argv + 1, argv + argc}, streams);
  if (std::cout.flush() || code != EXIT_SUCCESS) return code;
  std::cerr << "rooflens: error: the result could not be written to stdout\n"
               "rooflens: hint: the disk is full, or what read the output has ended\n";
  return EXIT_FAILURE;
}

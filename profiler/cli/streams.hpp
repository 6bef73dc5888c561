// Where a command reads and writes: results to out, progress and errors to err.
#pragma once

#include <iosfwd>

namespace rooflens::cli {

struct Streams {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  int columns = 100;  ///< width of the terminal
};

}  // namespace rooflens::cli

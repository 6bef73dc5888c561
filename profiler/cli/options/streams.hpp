// Where a command reads and writes: results to out, progress and errors to err.
#pragma once

#include <iosfwd>

namespace rooflens::cli {

struct Streams {
  std::ostream& out;
  std::ostream& err;
  bool colour = false;           ///< out shows ANSI colours
  bool err_is_terminal = false;  ///< progress is shown
  int columns = 100;             ///< width of out
  int err_columns = 100;         ///< width of err
};

}  // namespace rooflens::cli

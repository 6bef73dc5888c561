// Where a command reads and writes: results to out, progress and errors to err.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {

using Arguments = std::vector<std::string>;

// What every command may throw.
using actions::CommandError;
using actions::ExitCode;
using actions::usage_error;
using enum actions::ExitCode;

class OptionTable;

struct Streams {
  std::ostream& out;
  std::ostream& err;
  bool colour = false;                                        ///< out shows ANSI colours
  bool err_is_terminal = false;                               ///< progress is shown
  int columns = 100;                                          ///< width of out
  int err_columns = 100;                                      ///< width of err
  std::function<void(const OptionTable&)> take_options = {};  ///< instead of running, a command hands its options over
};

}  // namespace rooflens::cli

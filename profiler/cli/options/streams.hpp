// Where a command reads and writes: results to out, progress and errors to err.
#pragma once

#include <functional>
#include <iosfwd>

#include "profiler/actions/arguments.hpp"
#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {

// What every command takes and may throw.
using actions::Arguments;
using actions::CommandError;
using actions::usage_error;
using actions::ExitCode;
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

// The commands as a table: name, one line for the overview, and the function. Help and dispatch read it.
#pragma once

#include <span>
#include <string_view>

#include "profiler/actions/backend.hpp"
#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

using actions::Backend;

struct Command {
  std::string_view group;  ///< its heading in the overview; empty: not listed
  std::string_view name;
  std::string_view summary;
  int (*run)(const Backend&, const Arguments&, const Streams&);
};

/// What an executable can do: each has its own table (commands.cpp, commands_reading.cpp).
struct Program {
  std::string_view name;  ///< what users type
  std::span<const Command> commands;
  std::string_view build;                       ///< "CUDA 13.0", for --version
  std::string_view examples;                    ///< of the overview
  std::string_view left_out;                    ///< what it cannot do, and what builds the rest; empty: nothing
  std::span<const std::string_view> elsewhere;  ///< commands that the other executable has
};

[[nodiscard]] const Program& program();
[[nodiscard]] inline std::span<const Command> commands() { return program().commands; }

}  // namespace rooflens::cli

// The commands of the whole program.
#include <array>

#include "profiler/cli/command.hpp"
#include "profiler/cli/options/help_text.hpp"

namespace rooflens::cli {
namespace {

#define ROOFLENS_COMMAND(group, name, summary) Command{group, #name, summary, name##_command},
#define ROOFLENS_READING_COMMAND ROOFLENS_COMMAND
constexpr std::array kCommands{
#include "profiler/cli/commands.def"
    Command{kUnlisted, "roofs", "the same as `ceilings`", ceilings_command}};
#undef ROOFLENS_READING_COMMAND
#undef ROOFLENS_COMMAND

}  // namespace

const Program& program() {
  static constexpr Program kProgram{"rooflens", kCommands, ROOFLENS_BUILD, kFirstExamples, {}, {}};
  return kProgram;
}

}  // namespace rooflens::cli

// The commands that report one session. What runs, profiles, measures and compares takes most of a build.
#include <array>

#include "profiler/cli/command.hpp"

namespace rooflens::cli {
namespace {

#define ROOFLENS_COMMAND(group, name, summary)
#define ROOFLENS_READING_COMMAND(group, name, summary) Command{group, #name, summary, name##_command},
constexpr std::array kCommands{
#include "profiler/cli/commands.def"
};
#undef ROOFLENS_READING_COMMAND
#undef ROOFLENS_COMMAND

#define ROOFLENS_COMMAND(group, name, summary) std::string_view(#name),
#define ROOFLENS_READING_COMMAND(group, name, summary)
constexpr std::array kElsewhere{
#include "profiler/cli/commands.def"
};
#undef ROOFLENS_READING_COMMAND
#undef ROOFLENS_COMMAND

constexpr std::string_view kExamples =
    "  rooflens-reader report app.rlens                  how far each kernel is from its roof, and why\n"
    "  rooflens-reader report app.rlens -o report.html   the same as a page\n";

}  // namespace

const Program& program() {
  static constexpr Program kProgram{
      "rooflens-reader",
      kCommands,
      "reports sessions only",
      kExamples,
      "this executable only reports sessions; `./run build` builds `rooflens`, which has all commands",
      kElsewhere};
  return kProgram;
}

}  // namespace rooflens::cli

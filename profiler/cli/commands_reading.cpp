// The commands that report one session. What runs, profiles, measures and compares takes most of a build.
#include <array>

#include "profiler/cli/command.hpp"

namespace rooflens::cli {
namespace {

constexpr std::array kCommands{kReport, kPlot, kExport};

constexpr std::array<std::string_view, 16> kElsewhere{"ceilings", "check",  "compare",   "completion", "control",
                                                      "devices",  "doctor", "import",    "list",       "man",
                                                      "merge",    "nsight", "occupancy", "profile",    "query", "run"};

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

// The commands that read sessions. What runs, profiles and measures takes most of a build, and needs nvcc.
#include <array>

#include "profiler/cli/command.hpp"

namespace rooflens::cli {
namespace {

constexpr std::array kCommands{kReport, kCompare, kCheck, kPlot, kExport};

constexpr std::array<std::string_view, 10> kElsewhere{"ceilings", "devices", "doctor",    "import",  "list",
                                                      "merge",    "nsight",  "occupancy", "profile", "run"};

}  // namespace

const Program& program() {
  static constexpr Program kProgram{
      kCommands, "reads sessions only",
      "this executable only reads sessions; `./run build` builds the one that runs, profiles and measures", kElsewhere};
  return kProgram;
}

}  // namespace rooflens::cli

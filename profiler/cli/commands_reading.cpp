// The commands that read sessions. What runs, profiles and measures takes most of a build, and needs nvcc.
#include <array>

#include "profiler/cli/command.hpp"

namespace rooflens::cli {
namespace {

constexpr std::array kCommands{
    kExport,
    kReport,
    kCompare,
    kCheck,
};

}  // namespace

const Program& program() {
  static constexpr Program kProgram{
      kCommands, "reads sessions only",
      "this executable only reads sessions; `./run build` builds the one that runs, profiles and measures"};
  return kProgram;
}

}  // namespace rooflens::cli

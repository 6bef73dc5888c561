// The commands that read sessions. What runs, profiles and measures takes most of a build, and needs nvcc.
#include <array>

#include "profiler/cli/command.hpp"

namespace rooflens::cli {
namespace {

constexpr std::array kCommands{
    Command{"export", "write a session for other programs: CSV, JSON, or Nsight Compute's columns", export_command},
    Command{"report", "render a session as HTML, PNG, SVG, text, CSV or JSON", report_command},
    Command{"compare", "hold two sessions, or two GPUs of one, against each other", compare_command},
    Command{"check", "fail if kernels got worse than in a baseline: a gate that knows noise", check_command},
};

}  // namespace

const Program& program() {
  static constexpr Program kProgram{
      kCommands, "reads sessions only",
      "this executable only reads sessions; `./run build` builds the one that runs, profiles and measures"};
  return kProgram;
}

}  // namespace rooflens::cli

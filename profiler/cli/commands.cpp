// The commands of the whole program.
#include <array>

#include "profiler/cli/command.hpp"

namespace rooflens::cli {
namespace {

constexpr std::array kCommands{
    Command{"devices", "show the GPUs: properties, clocks, theoretical roofs, permission to profile", devices_command},
    Command{"doctor", "say whether counters can be collected here, why not, and what to do", doctor_command},
    Command{"ceilings", "measure the roofs of a GPU and keep them for later recordings", ceilings_command},
    Command{"list", "list catalogue kernels, or counter groups with their passes", list_command},
    Command{"run", "run catalogue kernels under the collector and record a session", run_command},
    Command{"profile", "profile any CUDA application, unmodified, and record a session", profile_command},
    Command{"merge", "join sessions of several ranks or machines, or save what a killed profile left", merge_command},
    Command{"nsight", "print or run the matching Nsight Compute or Nsight Systems command", nsight_command},
    Command{"occupancy", "say how many blocks an SM holds, what limits them, and what would lift it",
            occupancy_command},
    Command{"import", "make a session of what Nsight Compute counted (its raw page as CSV)", import_command},
    kExport,
    kReport,
    kCompare,
    kCheck,
};

}  // namespace

const Program& program() {
  static constexpr Program kProgram{kCommands, ROOFLENS_BUILD, {}, {}};
  return kProgram;
}

}  // namespace rooflens::cli

// The commands of the whole program.
#include <array>

#include "profiler/cli/command.hpp"
#include "profiler/cli/options/help_text.hpp"

namespace rooflens::cli {
namespace {

constexpr std::array kCommands{
    Command{kStart, "doctor", "say whether counters can be collected here, why not, and what to do", doctor_command},
    Command{kStart, "profile", "profile any CUDA application, unmodified, and record a session", profile_command},
    kReport,
    Command{kStart, "control", "switch counting on and off in a job of `rooflens profile --idle`", control_command},
    Command{kUnderstand, "compare", "compare two sessions, or two GPUs of one, kernel by kernel", compare_command},
    Command{kUnderstand, "check", "fail if kernels regressed against a baseline, beyond the noise", check_command},
    Command{kUnderstand, "occupancy", "say how many blocks an SM holds, what limits them, and what would lift it",
            occupancy_command},
    kPlot,
    Command{kGpu, "devices", "show the GPUs: properties, clocks, theoretical roofs, permission to profile",
            devices_command},
    Command{kGpu, "ceilings", "measure the roofs of a GPU and keep them for later sessions", ceilings_command},
    Command{kBuiltIn, "list", "list the built-in kernels, or counter groups with their passes", list_command},
    Command{kBuiltIn, "run", "run built-in kernels, verify, count, and record a session", run_command},
    Command{kFiles, "merge", "join sessions of ranks or GPUs, or save what a killed profile left", merge_command},
    Command{kFiles, "import", "make a session of what Nsight Compute counted (.ncu-rep or CSV)", import_command},
    kExport,
    Command{kFiles, "query", "ask a store of many sessions: slowest rank, changes between jobs, ...", query_command},
    Command{kOtherTools, "nsight", "print or run the matching Nsight Compute or Nsight Systems command",
            nsight_command},
    Command{{}, "roofs", "the same as `ceilings`", ceilings_command},
    Command{{}, "completion", "write the completion for a shell", completion_command},
    Command{{}, "man", "write the man page", man_command},
};

}  // namespace

const Program& program() {
  static constexpr Program kProgram{"rooflens", kCommands, ROOFLENS_BUILD, kFirstExamples, {}, {}};
  return kProgram;
}

}  // namespace rooflens::cli

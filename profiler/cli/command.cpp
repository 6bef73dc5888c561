#include "profiler/cli/command.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <ostream>

#include "kernels/edit_distance.hpp"
#include "profiler/cli/error.hpp"
#include "profiler/cli/permission_help.hpp"
#include "profiler/cli/version.hpp"
#include "profiler/collect/collector.hpp"
#include "profiler/session/session.hpp"

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
    Command{"export", "write a session for other programs: CSV, JSON, or Nsight Compute's columns", export_command},
    Command{"report", "render a session as HTML, PNG, SVG, text, CSV or JSON", report_command},
    Command{"compare", "hold two sessions, or two GPUs of one, against each other", compare_command},
    Command{"check", "fail if kernels got worse than in a baseline: a gate that knows noise", check_command},
};

void print_overview(std::ostream& out) {
  out << "rooflens: rooflines for CUDA kernels, explained\n\nusage: rooflens COMMAND [OPTIONS]\n\ncommands:\n";
  for (const Command& command : kCommands) {
    out << "  " << command.name << std::string(11 - command.name.size(), ' ') << command.summary << '\n';
  }
  out << "\n`rooflens COMMAND --help` shows the options of a command, `rooflens --version` the version.\n"
         "Exit codes: 0 ok, 1 failure, 2 usage, 3 verification or gate failed, 4 no device or counters not "
         "permitted.\n";
}

// The command of that name. An unknown name is an error that suggests the nearest one.
const Command& find_command(const std::string& name) {
  const auto distance = [&](const Command& command) { return kernels::edit_distance(name, command.name); };
  const Command* nearest = &kCommands.front();
  for (const Command& command : kCommands) {
    if (command.name == name) return command;
    if (distance(command) < distance(*nearest)) nearest = &command;
  }
  if (name.starts_with('-')) throw usage_error("there is no option `" + name + "` before a command");
  const std::string guess =
      kernels::is_near(name, nearest->name) ? "did you mean `" + std::string(nearest->name) + "`? " : "";
  throw usage_error("there is no command `" + name + "`", guess + "`rooflens --help` lists them");
}

int run_named(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  const std::string& name = arguments.front();
  const bool about_a_command = name == "help" && arguments.size() > 1;
  if (about_a_command) return find_command(arguments[1]).run(backend, {"--help"}, streams);
  if (name == "--help" || name == "-h" || name == "help") {
    print_overview(streams.out);
    return kOk;
  }
  if (name == "--version") {
    streams.out << version_line() << '\n';
    return kOk;
  }
  return find_command(name).run(backend, {arguments.begin() + 1, arguments.end()}, streams);
}

int fail(const Streams& streams, ExitCode code, const std::string& what, std::string_view hint = {}) {
  streams.err << "rooflens: error: " << what << '\n';
  if (!hint.empty()) streams.err << "rooflens: hint: " << hint << '\n';
  return code;
}

// For a command line that makes no sense, where the error itself knows nothing better.
std::string help_hint(std::string_view command) {
  const bool known =
      std::any_of(kCommands.begin(), kCommands.end(), [&](const Command& c) { return c.name == command; });
  if (known) return "`rooflens " + std::string(command) + " --help` shows its options";
  return "`rooflens --help` lists the commands, `rooflens COMMAND --help` its options";
}

}  // namespace

std::span<const Command> commands() { return kCommands; }

int print_error_in_flight(const Streams& streams, std::string_view command) {
  try {
    throw;
  } catch (const CommandError& error) {
    const bool misused = error.code() == kUsage && error.hint().empty();
    return fail(streams, error.code(), error.what(), misused ? help_hint(command) : error.hint());
  } catch (const session::SessionError& error) {
    return fail(streams, kFailure, error.what(), error.hint());
  } catch (const collect::PermissionDenied& error) {
    const std::string why = error.what();
    return fail(streams, kNoDevice, "the driver does not permit this user to read counters: " + why, kPermissionHelp);
  } catch (const collect::UnknownChip& error) {
    return fail(streams, kUsage, error.what(), error.remedy());
  } catch (const collect::Unavailable& error) {
    return fail(streams, kNoDevice, error.what(), error.remedy());
  } catch (const std::bad_alloc&) {
    return fail(streams, kFailure, "out of memory", "fewer or smaller kernels at a time need less");
  } catch (const std::exception& error) {
    return fail(streams, kFailure, error.what());
  }
}

int dispatch(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  if (arguments.empty()) {
    print_overview(streams.err);
    return kUsage;
  }
  try {
    return run_named(backend, arguments, streams);
  } catch (...) {
    return print_error_in_flight(streams, arguments.front());
  }
}

}  // namespace rooflens::cli

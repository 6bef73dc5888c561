#include "profiler/cli/command.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <ostream>

#include "profiler/cli/error.hpp"
#include "profiler/cli/version.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::cli {
namespace {

constexpr std::array kCommands{
    Command{"devices", "show the GPUs: properties, clocks, theoretical roofs, permission to profile", devices_command},
    Command{"list", "list catalogue kernels, or counter groups with their passes", list_command},
    Command{"run", "run catalogue kernels under the collector and record a session", run_command},
    Command{"report", "render a session as HTML, PNG, SVG, text, CSV or JSON", report_command},
};

void print_overview(std::ostream& out) {
  out << "rooflens: rooflines for CUDA kernels, explained\n\nusage: rooflens COMMAND [OPTIONS]\n\ncommands:\n";
  for (const Command& command : kCommands) {
    out << "  " << command.name << std::string(10 - command.name.size(), ' ') << command.summary << '\n';
  }
  out << "\n`rooflens COMMAND --help` shows the options of a command; `rooflens --version` the version.\n"
         "Exit codes: 0 ok, 1 failure, 2 usage, 3 verification or gate failed, 4 no device or counters not "
         "permitted.\n";
}

void print_error(std::ostream& err, std::string_view what, std::string_view hint = {}) {
  err << "rooflens: error: " << what << '\n';
  if (!hint.empty()) err << "rooflens: hint: " << hint << '\n';
}

}  // namespace

std::span<const Command> commands() { return kCommands; }

int dispatch(const Backend& backend, const Arguments& arguments, const Streams& streams) {
  try {
    if (arguments.empty()) {
      print_overview(streams.err);
      return kUsage;
    }
    const std::string& name = arguments.front();
    if (name == "--help" || name == "-h" || name == "help") {
      print_overview(streams.out);
      return kOk;
    }
    if (name == "--version") {
      streams.out << version_line() << '\n';
      return kOk;
    }
    const auto command =
        std::find_if(kCommands.begin(), kCommands.end(), [&](const Command& c) { return c.name == name; });
    if (command == kCommands.end())
      throw usage_error("there is no command `" + name + "`", "`rooflens --help` lists them");
    return command->run(backend, {arguments.begin() + 1, arguments.end()}, streams);
  } catch (const CommandError& error) {
    print_error(streams.err, error.what(), error.hint());
    return error.code();
  } catch (const session::SessionError& error) {
    print_error(streams.err, error.what(), error.hint());
    return kFailure;
  } catch (const std::bad_alloc&) {
    print_error(streams.err, "out of memory");
    return kFailure;
  } catch (const std::exception& error) {
    print_error(streams.err, error.what());
    return kFailure;
  }
}

}  // namespace rooflens::cli

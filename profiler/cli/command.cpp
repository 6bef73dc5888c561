#include "profiler/cli/command.hpp"

#include <algorithm>
#include <ostream>

#include "models/base/edit_distance.hpp"
#include "profiler/actions/version.hpp"
#include "profiler/cli/options/help_text.hpp"

namespace rooflens::cli {
namespace {

// The command of that name. An unknown name is an error that suggests the nearest one.
const Command& find_command(const std::string& name) {
  const auto distance = [&](const Command& command) { return models::edit_distance(name, command.name); };
  const Command* nearest = &commands().front();
  for (const Command& command : commands()) {
    if (command.name == name) return command;
    if (distance(command) < distance(*nearest)) nearest = &command;
  }
  const std::span<const std::string_view> elsewhere = program().elsewhere;
  if (std::find(elsewhere.begin(), elsewhere.end(), name) != elsewhere.end()) {
    throw usage_error("`" + name + "` is not in this executable, which only reports sessions",
                      "`./run build` builds the one that has it, build/dev/bin/rooflens");
  }
  if (name.starts_with('-') && name != "-v" && name != "-V")
    throw usage_error("there is no option `" + name + "` before a command");
  std::string guess = models::is_near(name, nearest->name) ? "did you mean `" + std::string(nearest->name) + "`? " : "";
  if (!program().left_out.empty()) guess.append(program().left_out).append("; ");
  if (name == "version" || name == "-v" || name == "-V") guess = "`rooflens --version` prints the version; ";
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
    streams.out << "rooflens " << actions::version() << " (" << program().build << ")\n";
    return kOk;
  }
  return find_command(name).run(backend, {arguments.begin() + 1, arguments.end()}, streams);
}

// For a command line that makes no sense, where the error itself knows nothing better.
std::string help_hint(std::string_view command) {
  if (!summary_of(command).empty()) return "`rooflens " + std::string(command) + " --help` shows its options";
  return "`rooflens --help` lists the commands, `rooflens COMMAND --help` its options";
}

}  // namespace

int print_error_in_flight(const Streams& streams, std::string_view command) {
  const CommandError error = actions::error_in_flight();
  const bool misused = error.code() == kUsage && error.remedy().empty();
  const std::string hint = misused ? help_hint(command) : error.remedy();
  streams.err << "rooflens: error: " << error.what() << '\n';
  if (!hint.empty()) streams.err << "rooflens: hint: " << hint << '\n';
  return error.code();
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

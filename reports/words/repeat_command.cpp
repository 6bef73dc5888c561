#include "reports/words/repeat_command.hpp"

#include <string_view>

#include "models/base/shell_quote.hpp"
#include "reports/words/format.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

// A regular expression (ECMAScript) that only this text matches.
std::string only_this(std::string_view text) {
  std::string pattern = "^";
  for (const char c : text) {
    if (std::string_view("^$\\.*+?()[]{}|").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern + "$";
}

// The application's own command line: that of its process, or of the recording if rooflens did not write it.
std::string command_of(const models::Recording& recording, int process) {
  for (const models::Process& entry : recording.processes) {
    if (entry.id == process && !entry.command.empty()) return entry.command;
  }
  return recording.provenance.command.starts_with("rooflens ") ? "" : recording.provenance.command;
}

}  // namespace

std::string repeat_command(const models::Recording& recording, const models::Observation& observation) {
  if (observation.scope != models::Scope::launch || observation.launches.empty()) return "";
  if (!is_of_application(observation)) {
    std::string command = "rooflens run " + models::shell_quote(clean_utf8(observation.name));
    for (const auto& [name, value] : observation.parameters) {
      command += " --set " + models::shell_quote(clean_utf8(name) + "=" + std::to_string(value));
    }
    if (observation.cache == models::CachePolicy::warm) command += " --cache warm";
    return command;
  }
  const std::string application = command_of(recording, observation.process);
  if (application.empty()) return "";
  return "rooflens profile --kernel " +
         models::shell_quote(only_this(clean_utf8(observation.launches.front().function))) + " -- " +
         clean_utf8(application);
}

}  // namespace rooflens::reports

#include "profiler/actions/provenance_here.hpp"

#include <sys/utsname.h>

#include "models/base/shell_quote.hpp"
#include "models/base/utf8.hpp"
#include "profiler/actions/version.hpp"

namespace rooflens::actions {

std::string utc(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string operating_system() {
  utsname system{};
  uname(&system);
  return std::string(system.sysname) + " " + system.release;
}

models::Provenance provenance_here(const std::string& command, const Arguments& arguments) {
  utsname system{};
  uname(&system);
  models::Provenance p;
  p.tool_version = version();
  p.command = "rooflens " + command;
  for (const std::string& argument : arguments) p.command += " " + models::shell_quote(argument);
  p.command = models::as_utf8(p.command);
  p.started_utc = utc(std::time(nullptr));
  p.hostname = system.nodename;
  p.operating_system = operating_system();
  return p;
}

}  // namespace rooflens::actions

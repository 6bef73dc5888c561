#include "profiler/actions/provenance_here.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <utility>

#include "models/base/shell_quote.hpp"
#include "models/base/utf8.hpp"
#include "models/record/run_ceilings.hpp"
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

models::Provenance provenance_here(const std::string& command, const std::vector<std::string>& arguments) {
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

models::Recording start_of_recording(models::Provenance provenance, models::DeviceProperties device,
                                     const models::MeasuredRoofs* measured) {
  models::Recording recording;
  recording.processes.push_back({.id = 0, .hostname = provenance.hostname, .pid = getpid(), .rank = 0});
  recording.provenance = std::move(provenance);
  models::Ceilings ceilings = models::run_ceilings(device, {}, measured);
  recording.machines.push_back({.id = 0, .device = std::move(device), .ceilings = std::move(ceilings)});
  return recording;
}

}  // namespace rooflens::actions

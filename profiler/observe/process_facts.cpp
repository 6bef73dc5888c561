#include "profiler/observe/process_facts.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "profiler/config/hostname.hpp"
#include "profiler/config/job_rank.hpp"
#include "profiler/observe/realtime.hpp"

namespace rooflens::inject {
namespace {

std::string command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), {});
  while (!text.empty() && text.back() == '\0') text.pop_back();
  for (char& c : text) {
    if (c == '\0') c = ' ';
  }
  return text;
}

}  // namespace

collect::spool::ProcessRecord process_record(const collect::ProfileConfig& config) {
  collect::spool::ProcessRecord record;
  record.pid = getpid();
  record.parent_pid = getppid();
  record.hostname = collect::hostname();
  record.command = command_line();
  const collect::JobRank rank = collect::job_rank([](const char* name) { return std::getenv(name); });
  record.rank = rank.rank;
  record.world = rank.world;
  record.launcher = rank.launcher;
  record.started_ns = realtime_ns();
  record.tool_version = config.tool_version;
  return record;
}

}  // namespace rooflens::inject

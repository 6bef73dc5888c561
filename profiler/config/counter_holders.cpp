#include "profiler/config/counter_holders.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <system_error>

namespace rooflens::collect {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCounterLibrary = "/libnvperf_";  // CUPTI and Nsight Compute count with it

bool is_number(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool counts(const fs::path& process) {
  std::ifstream maps(process / "maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(kCounterLibrary) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> counter_holders(const fs::path& proc) {
  std::vector<std::string> holders;
  std::error_code error;
  const std::string own = std::to_string(getpid());
  for (auto entry = fs::directory_iterator(proc, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string pid = entry->path().filename().string();
    if (!is_number(pid) || pid == own || !counts(entry->path())) continue;
    std::string name;
    std::ifstream comm(entry->path() / "comm");
    std::getline(comm, name);
    holders.push_back(fmt::format("process {}{}", pid, name.empty() ? "" : " (" + name + ")"));
  }
  std::sort(holders.begin(), holders.end());
  return holders;
}

std::string busy_remedy(const std::optional<std::string>& holder, const std::vector<std::string>& holders) {
  if (holder) return fmt::format("{} holds the counters of this GPU, with rooflens: wait for it, or stop it", *holder);
  if (holders.empty()) return "another profiler holds the counters: stop ncu, nsys or DCGM (`dcgmi profile --pause`)";
  return fmt::format("one profiler at a time can hold the counters of a GPU, and {} may: wait for {}, or stop {}",
                     fmt::join(holders, ", "), holders.size() == 1 ? "it" : "them",
                     holders.size() == 1 ? "it" : "them");
}

}  // namespace rooflens::collect

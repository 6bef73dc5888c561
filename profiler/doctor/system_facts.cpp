#include "profiler/doctor/system_facts.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

namespace rooflens::doctor {
namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& path) {
  std::ostringstream text;
  if (std::ifstream file(path, std::ios::binary); file) text << file.rdbuf();
  return text.str();
}

// Text after "Name:" in a file of such lines; nothing if there is no such line.
std::optional<std::string> field(const fs::path& path, const std::string& name) {
  std::istringstream lines(read_text(path));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(name + ":")) return line.substr(name.size() + 1);
  }
  return std::nullopt;
}

std::string value(const Environment& environment, const std::string& name) {
  const auto it = environment.find(name);
  return it == environment.end() ? "" : it->second;
}

std::string container_of(const fs::path& root, const Environment& environment) {
  std::error_code ignored;
  if (environment.contains("KUBERNETES_SERVICE_HOST")) return "Kubernetes";
  if (environment.contains("APPTAINER_CONTAINER") || environment.contains("SINGULARITY_CONTAINER")) return "Apptainer";
  if (fs::exists(root / ".dockerenv", ignored)) return "Docker";
  if (fs::exists(root / "run/.containerenv", ignored)) return "Podman";
  const std::string groups = read_text(root / "proc/1/cgroup");
  for (const auto& [word, name] : {std::pair("kubepods", "Kubernetes"), std::pair("docker", "Docker"),
                                   std::pair("containerd", "containerd"), std::pair("lxc", "LXC")}) {
    if (groups.find(word) != std::string::npos) return name;
  }
  return value(environment, "container");
}

// The first user namespace maps all ids onto themselves.
bool in_user_namespace(const fs::path& root) {
  std::istringstream map(read_text(root / "proc/self/uid_map"));
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  if (!(map >> inside >> outside >> count)) return false;
  return inside != 0 || outside != 0 || count < 0xFFFFFFFFU;
}

bool is_wsl(const fs::path& root) {
  std::string version = read_text(root / "proc/version");
  std::transform(version.begin(), version.end(), version.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return version.find("microsoft") != std::string::npos;
}

// A folder of the environment, below `root`.
fs::path below(const fs::path& root, const fs::path& path) { return root / path.relative_path(); }

std::vector<CuptiCopy> cupti_on_path(const fs::path& root, const std::string& folders) {
  std::map<std::string, std::string> by_file;  // the real file -> the shortest name with a version
  std::istringstream list(folders);
  std::error_code ignored;
  for (std::string folder; std::getline(list, folder, ':');) {
    if (folder.empty()) continue;
    const fs::path here = below(root, folder);
    for (auto it = fs::directory_iterator(here, ignored); it != fs::directory_iterator(); it.increment(ignored)) {
      const std::string name = it->path().filename().string();
      if (!name.starts_with("libcupti.so")) continue;
      std::string& best = by_file[fs::weakly_canonical(it->path(), ignored).string()];
      const std::string path = (fs::path(folder) / name).string();
      const auto rank = [](const std::string& p) { return std::pair(p.ends_with(".so"), p.size()); };
      if (best.empty() || rank(path) < rank(best)) best = path;
    }
  }
  std::vector<CuptiCopy> result;
  for (const auto& [real, path] : by_file) result.push_back({path, real});
  return result;
}

// Who holds a lock on the file, from /proc/locks: "1: FLOCK ADVISORY WRITE 4711 08:01:131073 0 EOF".
// Who only waits for it has one word more ("->") and is passed over.
std::optional<int> lock_holder(const std::string& locks, std::uint64_t inode) {
  std::istringstream lines(locks);
  const std::string ending = ":" + std::to_string(inode);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string number, type, mode, access, file;
    int pid = 0;
    if (words >> number >> type >> mode >> access >> pid >> file && file.ends_with(ending)) {
      return pid;
    }
  }
  return std::nullopt;
}

std::vector<HeldLock> ncu_locks(const fs::path& root, const Environment& environment) {
  const std::string temporary = value(environment, "TMPDIR");
  const fs::path folder = below(root, temporary.empty() ? "/tmp" : temporary) / "nvidia/nsight_compute";
  const std::string locks = read_text(root / "proc/locks");
  std::vector<HeldLock> result;
  std::error_code ignored;
  for (auto it = fs::directory_iterator(folder, ignored); it != fs::directory_iterator(); it.increment(ignored)) {
    if (!it->path().filename().string().starts_with("lock.")) continue;
    struct stat status {};
    if (stat(it->path().c_str(), &status) != 0) continue;
    if (const auto pid = lock_holder(locks, status.st_ino)) result.push_back({it->path().string(), *pid});
  }
  return result;
}

}  // namespace

Environment process_environment() {
  Environment result;
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view text = *entry;
    if (const auto equals = text.find('='); equals != std::string_view::npos)
      result.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return result;
}

std::optional<bool> counters_for_admins_only(const fs::path& root) {
  const auto text = field(root / "proc/driver/nvidia/params", "RmProfilingAdminOnly");
  return text ? std::optional(text->find('1') != std::string::npos) : std::nullopt;
}

SystemFacts gather_system_facts(const fs::path& root, const Environment& environment) {
  SystemFacts facts;
  facts.counters_for_admins_only = counters_for_admins_only(root);
  if (const auto text = field(root / "proc/self/status", "CapEff")) {
    std::uint64_t bits = 0;
    if (std::istringstream(*text) >> std::hex >> bits) facts.capabilities = bits;
  }
  if (const auto text = field(root / "proc/self/status", "Uid")) {  // real, effective, saved, file system
    unsigned real = 0;
    unsigned effective = 0;
    if (std::istringstream(*text) >> real >> effective) facts.uid = effective;
  }
  facts.user_namespace = in_user_namespace(root);
  facts.container = container_of(root, environment);
  facts.wsl = is_wsl(root);
  const std::string pipes = value(environment, "CUDA_MPS_PIPE_DIRECTORY");
  std::error_code ignored;
  facts.mps_pipe = fs::exists(below(root, pipes.empty() ? "/tmp/nvidia-mps" : pipes) / "control", ignored);
  facts.environment = environment;
  facts.tools = running_tools(root / "proc");
  facts.ncu_locks = ncu_locks(root, environment);
  facts.cupti_on_path = cupti_on_path(root, value(environment, "LD_LIBRARY_PATH"));
  return facts;
}

}  // namespace rooflens::doctor

#include "profiler/actions/profile/job_control.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include "models/base/number_in.hpp"
#include "models/base/trouble.hpp"
#include "profiler/config/on_demand.hpp"
#include "profiler/config/profile_config.hpp"

namespace rooflens::actions {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHowToStart =
    "`rooflens profile --idle APP` starts a job whose counting can be switched on later";

std::optional<pid_t> process_number(const std::string& name) {
  const auto number = models::number_in<pid_t>(name);
  return number > 0 ? number : std::nullopt;
}

[[noreturn]] void refuse_foreign(const std::string& what) {
  throw models::Trouble(what + " belongs to another user", "that user, or root, can switch its counting");
}

// Of an application, whose environment tells where its library writes.
std::optional<fs::path> folder_in_environment(const fs::path& process) {
  std::ifstream file(process / "environ", std::ios::binary);
  const std::string environment((std::istreambuf_iterator<char>(file)), {});
  const std::string begin = std::string(collect::kProfileVariable) + "=";
  for (std::size_t at = 0; at < environment.size(); at = environment.find('\0', at) + 1) {
    const std::string_view entry = std::string_view(environment).substr(at, environment.find('\0', at) - at);
    if (entry.starts_with(begin)) {
      return collect::decode_profile_config(std::string(entry.substr(begin.size()))).spool_folder;
    }
    if (environment.find('\0', at) == std::string::npos) break;
  }
  return std::nullopt;
}

// Of `rooflens profile`, which holds the folder open.
std::optional<fs::path> folder_held_by(const fs::path& process) {
  std::error_code error;
  fs::directory_iterator open(process / "fd", error);
  for (; !error && open != fs::directory_iterator(); open.increment(error)) {
    std::error_code ignored;
    const fs::path target = fs::read_symlink(open->path(), ignored);
    if (target.extension() == ".spool" && fs::is_directory(target, ignored)) return target;
  }
  return std::nullopt;
}

fs::path folder_of_process(pid_t number) {
  const std::string what = "process " + std::to_string(number);
  if (kill(number, 0) != 0) {
    if (errno == EPERM) refuse_foreign(what);
    throw models::Trouble("there is no " + what, "a job is also named by its session, as in app.rlens");
  }
  const fs::path process = "/proc/" + std::to_string(number);
  if (access((process / "environ").c_str(), R_OK) != 0) refuse_foreign(what);
  if (const auto folder = folder_in_environment(process)) return *folder;
  if (const auto folder = folder_held_by(process)) return *folder;
  throw models::Trouble(what + " does not run under `rooflens profile`", kHowToStart);
}

// The launcher holds a lock on it as long as it lives; where there are no locks, it is taken to live.
bool has_ended(const fs::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool ended = flock(descriptor, LOCK_SH | LOCK_NB) == 0;
  close(descriptor);
  return ended;
}

[[noreturn]] void fail(const char* doing, const fs::path& job) {
  throw models::Trouble(std::string("cannot ") + doing + " counting in " + job.string() + ": " + std::strerror(errno));
}

}  // namespace

fs::path on_demand_job(const std::string& name) {
  fs::path folder;
  if (const auto number = process_number(name)) {
    folder = folder_of_process(*number);
  } else {
    folder = name.ends_with(".spool") ? fs::path(name) : fs::path(name + ".spool");
  }
  const std::string path = folder.string();
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    if (error == std::errc::permission_denied) refuse_foreign(path);
    throw models::Trouble(
        "no job writes to " + path,
        "name its session as in `rooflens profile -o app.rlens`, or the number of one of its processes");
  }
  if (access(path.c_str(), W_OK | X_OK) != 0) refuse_foreign(path);
  if (has_ended(folder)) {
    throw models::Trouble("the job that wrote to " + path + " has ended",
                          "`rooflens merge` makes a session of what it left");
  }
  if (access((folder / collect::kOnDemand).c_str(), F_OK) != 0) {
    throw models::Trouble("the job that writes to " + path + " was not started with --idle", kHowToStart);
  }
  return folder;
}

void start_counting(const fs::path& job) {
  const int descriptor = open((job / collect::kCounting).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor >= 0) {
    close(descriptor);
    return;
  }
  if (errno != EEXIST) fail("start", job);
  throw models::Trouble("counting is on already in " + job.string(), "`rooflens control stop` switches it off");
}

void stop_counting(const fs::path& job) {
  if (unlink((job / collect::kCounting).c_str()) == 0) return;
  if (errno != ENOENT) fail("stop", job);
  throw models::Trouble("counting is off already in " + job.string(), "`rooflens control start` switches it on");
}

}  // namespace rooflens::actions

#include "profiler/actions/profile/profile_output.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "models/base/shell_quote.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/config/on_demand.hpp"

namespace rooflens::actions {
namespace {

namespace fs = std::filesystem;

bool is_spool(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  const bool own = name == collect::kOnDemand || name == collect::kCounting;
  return entry.is_regular_file() && (own || name.ends_with(".spool") || name.ends_with(".spool.full"));
}

// "a.rlens" -> "a.rank3.rlens", in a job of several ranks.
fs::path of_rank(const fs::path& path, const collect::JobRank& job) {
  if (job.world == 1) return path;
  return path.parent_path() / (path.stem().string() + ".rank" + std::to_string(job.rank) + path.extension().string());
}

bool can_write_here() {
  std::string probe = ".rooflens-XXXXXX";
  return mkdtemp(probe.data()) && rmdir(probe.c_str()) == 0;
}

[[noreturn]] void refuse_leftover(const fs::path& path) {
  const std::string folder = models::shell_quote(path.string());
  throw CommandError(kFailure, "an earlier run left " + path.string(),
                     "`rooflens merge " + folder + " -o NEW.rlens` makes a session of what it saw; --force removes it");
}

}  // namespace

bool is_spool_folder(const fs::path& path) {
  std::error_code error;
  const fs::path name = path.has_filename() ? path : path.parent_path();
  if (!fs::is_directory(path, error) || name.extension() != ".spool") return false;
  const fs::directory_iterator entries(path, error);
  return !error && std::all_of(begin(entries), end(entries), is_spool);
}

ProfileOutput::ProfileOutput(const ProfileRequest& request, const collect::JobRank& job) {
  const std::string name = fs::path(request.application.front()).filename().string();
  std::error_code ignored;
  const bool chosen = !request.output.empty();
  const fs::path folder = chosen || can_write_here() ? fs::path() : fs::temp_directory_path(ignored);
  for (int number = 1;; ++number) {
    const std::string suffix = number > 1 ? "-" + std::to_string(number) : "";
    session_ = of_rank(chosen ? request.output : folder / (name + suffix + ".rlens"), job);
    spool_ = session_.string() + ".spool";
    if (!chosen && !request.force && fs::exists(session_, ignored)) continue;
    check_session_writable(session_, request.force);
    if (make_folder(request.force)) break;
    if (chosen) refuse_leftover(spool_);
  }
  if (!request.config.idle) return;
  const int marker = open((spool_ / collect::kOnDemand).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (marker >= 0) close(marker);
}

ProfileOutput::~ProfileOutput() {
  for (const char* own : {collect::kOnDemand, collect::kCounting}) unlink((spool_ / own).c_str());
  if (lock_ >= 0) close(lock_);
  rmdir(spool_.c_str());
}

// Whether the folder is this run's now; false: an earlier run's is in the way.
bool ProfileOutput::make_folder(bool force) {
  if (mkdir(spool_.c_str(), 0700) == 0) {
    hold();
    return true;
  }
  if (errno != EEXIST) {
    throw CommandError(kFailure, "cannot make the directory " + spool_.string() + ": " + std::strerror(errno),
                       "choose a directory with free space that you may write to");
  }
  if (!force || !is_spool_folder(spool_)) return false;
  hold();
  for (const auto& entry : fs::directory_iterator(spool_)) fs::remove(entry.path());
  return true;
}

// Where locks are not to be had, nobody is known to hold one.
void ProfileOutput::hold() {
  lock_ = open(spool_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0) return;
  locked_ = flock(lock_, LOCK_EX | LOCK_NB) == 0;
  if (locked_ || errno != EWOULDBLOCK) return;
  close(lock_);
  throw CommandError(kFailure, "another `rooflens profile` is writing to " + spool_.string(),
                     "let --output name another session");
}

void ProfileOutput::remove_spool() {
  std::error_code ignored;
  fs::remove_all(spool_, ignored);
}

}  // namespace rooflens::actions

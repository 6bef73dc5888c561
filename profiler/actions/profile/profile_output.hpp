// Where a profile goes: the session, and beside it the folder that the application's processes write into.
#pragma once

#include <filesystem>
#include <string>

#include "profiler/actions/profile/profile_request.hpp"
#include "profiler/config/job_rank.hpp"

namespace rooflens::actions {

/// A folder "*.spool" in which nothing but spools lies.
[[nodiscard]] bool is_spool_folder(const std::filesystem::path& path);

class ProfileOutput {
 public:
  /// The session is the one asked for, or has the application's name and the first number that is free, here or, where
  /// nothing can be written here, in the directory for temporary files. Checks that it
  /// can be written and makes the folder "<session>.spool", which no other `rooflens profile` may use before this one
  /// ends. Throws CommandError; what an earlier run left is replaced only with --force.
  ProfileOutput(const ProfileRequest& request, const collect::JobRank& job);
  ProfileOutput(const ProfileOutput&) = delete;
  ProfileOutput& operator=(const ProfileOutput&) = delete;
  /// Leaves a folder in which something lies.
  ~ProfileOutput();

  [[nodiscard]] const std::filesystem::path& session() const { return session_; }
  [[nodiscard]] const std::filesystem::path& spool() const { return spool_; }
  /// Whether a lock on the folder says that this process lives; not every file system has locks.
  [[nodiscard]] bool holds_lock() const { return locked_; }
  void remove_spool();

 private:
  [[nodiscard]] bool make_folder(bool force);
  void hold();

  std::filesystem::path session_;
  std::filesystem::path spool_;
  int lock_ = -1;
  bool locked_ = false;
};

}  // namespace rooflens::actions

// The folder of a store: what lies where, which schema it has, and how a part gets into it whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflens::fleet {

/// Text as the name of a folder: bytes other than A-Z a-z 0-9 _ - and a dot that does not lead are %2F, as in URLs.
[[nodiscard]] std::string folder_name(std::string_view text);

/// STORE/rooflens-store.json says what it is; STORE/job=JOB/host=HOST/ID.part/TABLE.parquet is all there is to read.
/// Whatever begins with a dot is being written, or was left by a writer that was killed, and may be deleted.
class Store {
 public:
  /// Throws FleetError where the folder is no store, or one of a newer schema.
  [[nodiscard]] static Store open(const std::filesystem::path& path);
  /// The same, and makes a folder that is not there, or is empty, a store.
  [[nodiscard]] static Store open_or_create(const std::filesystem::path& path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Where the files of a table are, for engines that take `*`: of one job, or of all where `job` is empty.
  [[nodiscard]] std::string files(std::string_view table, std::string_view job = {}, std::string_view host = {}) const;
  /// Whether a part of the job, or of any, has that table.
  [[nodiscard]] bool holds(std::string_view table, std::string_view job = {}) const;
  /// Jobs that have a part, by the names of their folders.
  [[nodiscard]] std::vector<std::string> job_folders() const;
  /// Whether a part of the job, from any host or from that one, is there.
  [[nodiscard]] bool has(std::string_view job, std::string_view host = {}) const;

  /// Lets `write` fill a folder and puts it in place in one step, when it is on the disk. False where a part of this
  /// name is there already. What was written is removed where anything fails; throws FleetError, or what `write` threw.
  bool publish(std::string_view job, std::string_view host, const std::string& name,
               const std::function<void(const std::filesystem::path& folder)>& write) const;

 private:
  explicit Store(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace rooflens::fleet

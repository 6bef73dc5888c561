// A spool: the file that one profiled process leaves behind, read back record by record.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <vector>

#include "profiler/spool/record.hpp"

namespace rooflens::collect::spool {

/// What a spool lacks.
struct Damage {
  std::size_t damaged = 0;     ///< stretches that are no record; a torn last record is not one of them
  std::size_t unknown = 0;     ///< records of kinds that this version does not know
  bool disk_was_full = false;  ///< the process could not write everything
};

/// Gives every record of a spool to `take`, in the order they were written; holds one of them in memory at a time.
/// Throws models::Trouble where the file cannot be read at all or another version of rooflens wrote it; never for other
/// damage.
[[nodiscard]] Damage read_spool(const std::filesystem::path& path, const std::function<void(Record)>& take);

/// Every spool (*.spool) of a folder, in the order of their names.
[[nodiscard]] std::vector<std::filesystem::path> spools_in(const std::filesystem::path& folder);

}  // namespace rooflens::collect::spool

// Files that a command will write: checked before any work is done, written whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflens::actions {

/// Throws CommandError if the path exists (without `force`), is a folder, a device, a pipe or a link to nothing, or if
/// no file can be made there. Leaves nothing behind.
void check_writable(const std::filesystem::path& path, bool force);

/// Throws CommandError (kUsage) where two of the paths are one file: "check is given a.rlens twice".
void refuse_same_files(const std::string& command, const std::vector<std::string>& paths, const std::string& twice,
                       const std::string& remedy);

/// Writes through a temporary file beside the target, so that a failure leaves the old file as it was.
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// The same for what comes in pieces: `render` is called once, with what takes each of them.
void write_file(const std::filesystem::path& path,
                const std::function<void(const std::function<void(std::string_view)>&)>& render);

}  // namespace rooflens::actions

// The formats that commands write, with the endings of their files: one table for all commands.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace rooflens::cli {

struct FileFormat {
  std::string_view name;     ///< as --format takes it
  std::string_view endings;  ///< ".html .htm": the first is the one that messages name
  std::string_view what;
};

/// The format that the file's ending names, in any case; nullptr where it names none.
[[nodiscard]] const FileFormat* format_of_ending(const std::filesystem::path& path);

/// The first endings of formats that are written as "text|json": ".txt .json".
[[nodiscard]] std::string endings_of(std::string_view formats);

/// The format of what -o FILE receives, one of `allowed` ("text|json"): the ending's, or where that names none the one
/// `typed` behind --format. Throws CommandError where neither names one, and where they contradict each other.
[[nodiscard]] std::string format_of_output(const std::filesystem::path& path, const std::string& typed,
                                           std::string_view allowed);

/// Throws CommandError where a session would be written into a file with the ending of something else.
void refuse_report_ending(const std::string& command, const std::filesystem::path& path);

}  // namespace rooflens::cli

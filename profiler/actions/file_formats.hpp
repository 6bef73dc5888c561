// Formats by the endings of files, and by the commands that write them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "reports/words/formats.hpp"

namespace rooflens::actions {

/// The format that the file's ending names, in any case; nullptr where it names none.
[[nodiscard]] const reports::FileFormat* format_of_ending(const std::filesystem::path& path);

/// The formats that a command writes, as "text|json".
[[nodiscard]] std::string formats_of(std::string_view command);

/// What makes a format that a command writes.
[[nodiscard]] reports::Renderer renderer_of(std::string_view format);

/// The first endings of formats that are written as "text|json": ".txt .json".
[[nodiscard]] std::string endings_of(std::string_view formats);

/// What the help says of --format, for such formats.
[[nodiscard]] std::string format_help(std::string_view formats);

/// The format of what -o FILE receives, one of `allowed` ("text|json"): the ending's, or where that names none the one
/// `typed` behind --format. Throws CommandError where neither names one, and where they contradict each other.
[[nodiscard]] std::string format_of_output(const std::filesystem::path& path, const std::string& typed,
                                           std::string_view allowed);

/// Throws CommandError where a session would be written into a file with the ending of something else.
void refuse_report_ending(const std::string& command, const std::filesystem::path& path);

}  // namespace rooflens::actions

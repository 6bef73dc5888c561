// The formats that commands write, with the endings of their files: one table for all commands.
#pragma once

#include <filesystem>
#include <initializer_list>
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

/// The name of the format that -o FILE asks for, one of `allowed`. Throws CommandError with the endings that are.
/// `otherwise` follows them in the hint.
[[nodiscard]] std::string format_of_output(const std::filesystem::path& path,
                                           std::initializer_list<std::string_view> allowed,
                                           std::string_view otherwise = "");

/// Throws CommandError where a session would be written into a file with the ending of a report.
void refuse_report_ending(const std::string& command, const std::filesystem::path& path);

}  // namespace rooflens::cli

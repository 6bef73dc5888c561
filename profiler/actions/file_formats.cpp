#include "profiler/actions/file_formats.hpp"

#include <algorithm>
#include <cctype>

#include "models/base/find_in.hpp"
#include "models/base/shell_quote.hpp"
#include "profiler/actions/command_error.hpp"

namespace rooflens::actions {
namespace {

using reports::FileFormat;
using reports::kFormats;

// Whether `word` is one of those between the separators.
bool holds(std::string_view list, char separator, std::string_view word) {
  return (separator + std::string(list) + separator).find(separator + std::string(word) + separator) !=
         std::string::npos;
}

std::string_view first_ending(const FileFormat& format) { return format.endings.substr(0, format.endings.find(' ')); }

std::string ending_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending.find(' ') == std::string::npos ? ending : "";
}

CommandError contradiction(const std::filesystem::path& path, const FileFormat& ending, const std::string& typed) {
  const auto wanted = std::ranges::find(kFormats, typed, &FileFormat::name);
  const std::string other = std::filesystem::path(path).replace_extension(first_ending(*wanted)).string();
  return usage_error(
      path.string() + " would be " + std::string(ending.what) + " by its ending, and --format says " + typed,
      "leave --format out, or write -o " + models::shell_quote(other));
}

}  // namespace

const FileFormat* format_of_ending(const std::filesystem::path& path) {
  const std::string ending = ending_of(path);
  if (ending.empty()) return nullptr;
  return models::find_in(kFormats, [&](const FileFormat& format) { return holds(format.endings, ' ', ending); });
}

std::string formats_of(std::string_view command) {
  std::string formats;
  for (const FileFormat& format : kFormats) {
    if (holds(format.commands, ' ', command)) formats.append(formats.empty() ? "" : "|").append(format.name);
  }
  return formats;
}

reports::Renderer renderer_of(std::string_view format) {
  return std::ranges::find(kFormats, format, &FileFormat::name)->render;
}

std::string endings_of(std::string_view formats) {
  std::string endings;
  for (const FileFormat& format : kFormats) {
    if (format.endings.empty() || !holds(formats, '|', format.name)) continue;
    if (holds(endings, ' ', first_ending(format))) continue;
    endings.append(endings.empty() ? "" : " ").append(first_ending(format));
  }
  return endings;
}

std::string format_help(std::string_view formats) {
  return std::string("print to stdout") + (holds(formats, '|', "png") ? " (no PNG)" : "") +
         ", or what a FILE with another ending gets";
}

std::string format_of_output(const std::filesystem::path& path, const std::string& typed, std::string_view allowed) {
  if (path == "-") throw usage_error("-o names a file, not stdout", "without -o the result is printed");
  const FileFormat* format = format_of_ending(path);
  if (!typed.empty()) {
    const auto wanted = std::ranges::find(kFormats, typed, &FileFormat::name);
    if (!format || holds(wanted->endings, ' ', ending_of(path))) return typed;
    throw contradiction(path, *format, typed);
  }
  if (format && holds(allowed, '|', format->name)) return std::string(format->name);
  const bool image = format && format->what == "an image";
  if (!format && std::filesystem::is_directory(path)) {
    throw usage_error(path.string() + " is a directory", "name a file in it, with one of " + endings_of(allowed));
  }
  throw usage_error("the ending of " + path.string() + " names no format" + (format ? " of this command" : ""),
                    image ? "`rooflens plot SESSION -o " + models::shell_quote(path.string()) + "` draws a session"
                          : "use one of " + endings_of(allowed) + ", or say --format");
}

void refuse_report_ending(const std::string& command, const std::filesystem::path& path) {
  const FileFormat* format = format_of_ending(path);
  if (!format || format->name == "session") return;
  const std::string way = format->what == "an image" ? "plot" : "report";
  throw usage_error(
      command + " writes a session (.rlens), not " + path.extension().string() + " (" + std::string(format->what) +
          ") as in " + path.string(),
      "write FILE.rlens first, then `rooflens " + way + " FILE.rlens -o " + models::shell_quote(path.string()) + "`");
}

}  // namespace rooflens::actions

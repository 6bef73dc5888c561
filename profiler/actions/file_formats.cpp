#include "profiler/actions/file_formats.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "models/base/shell_quote.hpp"
#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {
namespace {

constexpr std::array<FileFormat, 7> kFormats{{{"html", ".html .htm", "a page"},
                                              {"png", ".png", "a picture"},
                                              {"svg", ".svg", "a picture"},
                                              {"text", ".txt .text", "plain text"},
                                              {"markdown", ".md .markdown", "Markdown"},
                                              {"csv", ".csv", "a table"},
                                              {"json", ".json", "JSON"}}};

std::string_view first_ending(const FileFormat& format) { return format.endings.substr(0, format.endings.find(' ')); }

}  // namespace

const FileFormat* format_of_ending(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (ending.empty() || ending.find(' ') != ending.npos) return nullptr;
  for (const FileFormat& format : kFormats) {
    if ((std::string(format.endings) + ' ').find(ending + ' ') != std::string::npos) return &format;
  }
  return nullptr;
}

std::string format_of_output(const std::filesystem::path& path, std::initializer_list<std::string_view> allowed,
                             std::string_view otherwise) {
  const auto may = [&](std::string_view name) {
    return std::find(allowed.begin(), allowed.end(), name) != allowed.end();
  };
  const FileFormat* format = format_of_ending(path);
  if (format && may(format->name)) return std::string(format->name);
  std::string endings, last;
  for (const FileFormat& known : kFormats) {
    if (!may(known.name)) continue;
    if (!last.empty()) endings.append(endings.empty() ? "" : ", ").append(last);
    last = first_ending(known);
  }
  throw usage_error("the ending of " + path.string() + " names no format" + (format ? " of this command" : ""),
                    "use " + endings + " or " + last + std::string(otherwise));
}

void refuse_report_ending(const std::string& command, const std::filesystem::path& path) {
  const FileFormat* format = format_of_ending(path);
  if (!format) return;
  throw usage_error(
      command + " writes a session (.rlens), not " + path.extension().string() + " (" + std::string(format->what) +
          ") as in " + path.string(),
      "write FILE.rlens first, then `rooflens report FILE.rlens -o " + models::shell_quote(path.string()) + "`");
}

}  // namespace rooflens::cli

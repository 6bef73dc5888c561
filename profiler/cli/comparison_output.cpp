#include "profiler/cli/comparison_output.hpp"

#include <algorithm>
#include <array>
#include <ostream>
#include <string_view>
#include <utility>

#include "profiler/cli/error.hpp"
#include "profiler/cli/output_file.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kEndings{{
    {".md", "markdown"},
    {".markdown", "markdown"},
    {".json", "json"},
    {".txt", "text"},
    {".text", "text"},
}};

std::string format_of(const fs::path& path) {
  const std::string ending = path.extension().string();
  for (const auto& [known, format] : kEndings) {
    if (ending == known) return std::string(format);
  }
  throw usage_error("the ending of " + path.string() + " names no format", "use .md, .json or .txt, or say --format");
}

}  // namespace

void ComparisonOutput::add_to(po::options_description& description) {
  // clang-format off
  description.add_options()
    ("format", po::value(&format)->value_name("FORMAT"), "text, markdown or json; text if -o does not end in .md or .json")
    ("output,o", po::value<std::string>()->value_name("FILE")->notifier([this](const std::string& file) { path = file; }), "write a file instead of stdout")
    ("force", po::bool_switch(&force), "overwrite it if it exists");
  // clang-format on
}

void ComparisonOutput::check(const std::vector<std::string>& sessions) {
  if (!format.empty()) one_of("--format", format, {"text", "markdown", "json"});
  if (path == "-") throw usage_error("-o names a file, not stdout", "without -o the result is printed");
  if (format.empty()) format = path.empty() ? "text" : format_of(path);
  if (path.empty()) return;
  for (const std::string& session : sessions) {
    std::error_code ignored;
    if (fs::equivalent(session, path, ignored)) {
      throw usage_error(path.string() + " is one of the sessions, which are never overwritten",
                        "let -o name another file");
    }
  }
  check_writable(path, force);
}

void ComparisonOutput::put(const std::string& bytes, const Streams& streams) const {
  if (path.empty()) {
    streams.out << bytes;
  } else {
    write_file(path, bytes);
  }
}

}  // namespace rooflens::cli

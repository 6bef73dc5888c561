#include "profiler/cli/options/comparison_output.hpp"

#include <ostream>

#include "profiler/actions/command_error.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/output_file.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

std::string format_of(const fs::path& path, bool drawn) {
  const char* const otherwise = ", or say --format";
  return drawn ? format_of_output(path, {"html", "png", "svg", "text", "markdown", "json"}, otherwise)
               : format_of_output(path, {"text", "markdown", "json"}, otherwise);
}

}  // namespace

void ComparisonOutput::add_to(po::options_description& description) {
  const char* const words = drawn ? "text, markdown, json, html, svg or png; by the ending of -o, else text"
                                  : "text, markdown or json; by the ending of -o, else text";
  // clang-format off
  description.add_options()
    ("format", po::value(&format)->value_name("FORMAT"), words)
    ("output,o", po::value<std::string>()->value_name("FILE")->notifier([this](const std::string& file) { path = file; }), "write a file instead of stdout")
    ("force", po::bool_switch(&force), "overwrite it if it exists");
  // clang-format on
  if (drawn) pictures.add_to(description, "pairs");
}

void ComparisonOutput::check(const std::vector<std::string>& sessions, const po::variables_map& values) {
  if (!format.empty() && drawn) one_of("--format", format, {"text", "markdown", "json", "html", "svg", "png"});
  if (!format.empty() && !drawn) one_of("--format", format, {"text", "markdown", "json"});
  if (drawn) pictures.apply_to(picture_);
  if (path == "-") throw usage_error("-o names a file, not stdout", "without -o the result is printed");
  if (format.empty()) format = path.empty() ? "text" : format_of(path, drawn);
  if (path.empty() && format == "png")
    throw usage_error("a PNG is not printed to stdout", "write a file: -o compare.png");
  if (drawn && format != "png" && format != "svg") refuse_without_picture(values, {"theme", "size", "top"});
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

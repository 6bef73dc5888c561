#include "profiler/cli/options/comparison_output.hpp"

#include <filesystem>
#include <ostream>

#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/output_file.hpp"

namespace rooflens::cli {

namespace fs = std::filesystem;

void ComparisonOutput::add_to(OptionTable& table) {
  const std::string formats = actions::formats_of(drawn ? "compare" : "check");
  table.group("Output")
      .add("output,o", &path, "FILE", "file to write, by its ending: " + actions::endings_of(formats))
      .add("format", &format, formats, actions::format_help(formats))
      .force(&force);
  if (drawn) pictures.add_to(table, "pairs");
}

void ComparisonOutput::check(const std::vector<std::string>& sessions, const Typed& typed) {
  if (drawn) pictures.apply_to(picture_);
  for (const std::string& session : sessions) {
    std::error_code ignored;
    if (!path.empty() && fs::equivalent(session, path, ignored)) {
      throw usage_error(path + " is one of the sessions, which are never overwritten", "let -o name another file");
    }
  }
  if (!path.empty()) format = actions::format_of_output(path, format, actions::formats_of(drawn ? "compare" : "check"));
  if (path.empty() && format == "png")
    throw usage_error("a PNG is not printed to stdout", "write a file: -o compare.png");
  for (const char* option : {"theme", "size", "top"}) {
    if (!typed.has(option) || format == "png" || format == "svg") continue;
    throw usage_error(std::string("--") + option + " only affects PNG and SVG output",
                      "add -o FILE.png or -o FILE.svg, or leave it out");
  }
  if (!path.empty()) actions::check_writable(path, force);
}

void ComparisonOutput::put(const std::string& bytes, const Streams& streams) const {
  if (path.empty()) {
    streams.out << bytes;
  } else {
    actions::write_file(path, bytes);
  }
}

}  // namespace rooflens::cli

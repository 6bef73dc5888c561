#include "profiler/cli/options/session_outputs.hpp"

#include <algorithm>
#include <ostream>

#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/output_file.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;

// Whether two paths are one file, which need not exist.
bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;  // also a hard link
  return fs::weakly_canonical(fs::absolute(a), error) == fs::weakly_canonical(fs::absolute(b), error);
}

}  // namespace

void SessionOutputs::add_to(OptionTable& table) {
  table.group("Output")
      .add("output,o", &paths_, "FILE",
           "file to write, by its ending: " + actions::endings_of(formats_) + "; may be repeated")
      .add("format", &format_, formats_, actions::format_help(formats_))
      .force(&force_);
}

void SessionOutputs::check_file(const Output& output) const {
  if (same_file(output.path, session_)) {
    throw usage_error(output.path.string() + " is the session itself, which is never overwritten",
                      "let -o name another file");
  }
  const auto same = [&](const Output& other) { return same_file(other.path, output.path); };
  if (std::any_of(files_.begin(), files_.end(), same)) {
    throw usage_error("-o names " + output.path.string() + " twice", "give each format a name of its own");
  }
  actions::check_writable(output.path, force_);
}

void SessionOutputs::check(const Typed& typed, const std::string& command) {
  if (typed.words.size() != 1) {
    throw usage_error(typed.words.empty() ? "which session? " + command + " takes a FILE.rlens"
                                          : command + " takes one session, not " + std::to_string(typed.words.size()),
                      command == "report" && typed.words.size() == 2
                          ? "`rooflens compare A.rlens B.rlens` compares two"
                          : "`rooflens " + command + " --help` shows examples");
  }
  session_ = typed.words.front();
  title_ = session_.filename().string();
  for (const std::string& path : paths_) {
    Output output{path, actions::format_of_output(path, format_, formats_)};
    check_file(output);
    files_.push_back(std::move(output));
  }
  if (files_.empty()) printed_ = format_;
  if (printed_ == "png") throw usage_error("a PNG is not printed to stdout", "write a file: -o roofline.png");
}

bool SessionOutputs::makes(std::string_view format) const {
  return printed_ == format || std::ranges::find(files_, format, &Output::format) != files_.end();
}

void SessionOutputs::write(const Render& render, const Streams& streams) const {
  for (const Output& output : files_) {
    actions::write_file(output.path, [&](const reports::Sink& take) { render(output.format, false, take); });
  }
  if (files_.empty()) render(printed_, true, [&streams](std::string_view piece) { streams.out << piece; });
}

}  // namespace rooflens::cli

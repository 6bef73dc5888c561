// `rooflens nsight`: the matching command line of Nsight Compute or Nsight Systems, printed or run.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ostream>

#include "models/base/joined.hpp"
#include "models/base/shell_quote.hpp"
#include "profiler/actions/nsight_tool.hpp"
#include "profiler/actions/output_file.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/nsight_line.hpp"
#include "profiler/cli/nsight_options.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;

std::string this_program() {
  std::error_code error;
  const fs::path path = fs::read_symlink("/proc/self/exe", error);
  return error ? "rooflens" : path.string();
}

// What the tool makes `rooflens run` write is of no use afterwards; the name is this process's own.
std::string temporary_session() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  return ((error ? fs::path("/tmp") : folder) / ("rooflens-nsight-" + std::to_string(getpid()) + ".rlens")).string();
}

std::string quoted(const Arguments& line) {
  return models::joined(line, " ", [](const std::string& word) { return models::shell_quote(word); });
}

void note_what_nsys_cannot(const NsightOptions& options, const Streams& streams) {
  if (options.tool != "nsys" || options.application.empty()) return;
  if (options.device) {
    streams.err << "rooflens: note: nsys records every GPU; with CUDA_VISIBLE_DEVICES=" << *options.device
                << " in its environment the application sees that one alone, as number 0\n";
  }
  if (!options.nvtx_range.empty()) {
    streams.err << "rooflens: note: nsys records the first such range; --capture-range-end=repeat makes a report of "
                   "each\n";
  }
}

// Becomes the tool: its output, signals and exit code are its own.
[[noreturn]] void become(const fs::path& program, const Arguments& line, const Streams& streams) {
  streams.out.flush();
  streams.err.flush();
  Arguments words = line;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(program.c_str(), pointers.data());
  throw CommandError(kFailure, "cannot start " + program.string() + ": " + std::strerror(errno));
}

}  // namespace

int nsight_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  const auto options = parse_nsight_options(arguments, streams);
  if (!options) return kOk;
  const actions::NsightSearch search = actions::nsight_search();
  const auto tool = actions::find_nsight(options->tool, search);
  const Arguments line = nsight_line(*options, tool ? tool->call : options->tool, this_program(), temporary_session());
  note_what_nsys_cannot(*options, streams);
  if (!options->run) {
    streams.out << quoted(line) << '\n';
    if (!tool) {
      streams.err << "rooflens: hint: " << options->tool
                  << " is not installed here: " << actions::looked_for_nsight(options->tool, search) << "; "
                  << actions::how_to_get_nsight(options->tool) << '\n';
    }
    return kOk;
  }
  if (!tool) {
    throw CommandError(kFailure,
                       options->tool + " cannot be found: " + actions::looked_for_nsight(options->tool, search),
                       actions::how_to_get_nsight(options->tool));
  }
  actions::check_writable(options->output, options->force);
  streams.err << "rooflens: running " << quoted(line) << '\n';
  become(tool->file, line, streams);
}

}  // namespace rooflens::cli

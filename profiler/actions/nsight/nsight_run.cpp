#include "profiler/actions/nsight/nsight_run.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "models/base/joined.hpp"
#include "models/base/shell_quote.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/nsight/nsight_line.hpp"
#include "profiler/actions/output_file.hpp"

namespace rooflens::actions {
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

}  // namespace

std::string NsightPlan::quoted() const {
  return models::joined(line, " ", [](const std::string& word) { return models::shell_quote(word); });
}

NsightPlan plan_nsight(const NsightRequest& request, Listener& listener) {
  const NsightSearch search = nsight_search();
  NsightPlan plan{find_nsight(request.tool, search), looked_for_nsight(request.tool, search), {}};
  plan.line = nsight_line(request, plan.tool ? plan.tool->call : request.tool, this_program(), temporary_session());
  const bool nsys = request.tool == "nsys" && !request.application.empty();
  if (nsys && request.device) {
    listener.note("nsys records every GPU; with CUDA_VISIBLE_DEVICES=" + std::to_string(*request.device) +
                  " in its environment the application sees that one alone, as number 0");
  }
  if (nsys && !request.nvtx_range.empty()) {
    listener.note("nsys records the first such range; --capture-range-end=repeat makes a report of each");
  }
  return plan;
}

void become_nsight(const NsightRequest& request, const NsightPlan& plan, Listener& listener) {
  if (!plan.tool) {
    throw CommandError(kFailure, request.tool + " cannot be found: " + plan.missing, how_to_get_nsight(request.tool));
  }
  check_writable(request.output, request.force);
  listener.step("running " + plan.quoted());
  std::vector<std::string> words = plan.line;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(plan.tool->file.c_str(), pointers.data());
  throw CommandError(kFailure, "cannot start " + plan.tool->file.string() + ": " + std::strerror(errno));
}

}  // namespace rooflens::actions

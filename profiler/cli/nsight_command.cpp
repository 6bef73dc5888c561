// `rooflens nsight`: the matching command line of Nsight Compute or Nsight Systems, printed or run.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <ostream>

#include "kernels/catalogue.hpp"
#include "profiler/actions/kernel_pattern.hpp"
#include "profiler/actions/nsight/nsight_run.hpp"
#include "profiler/actions/nsight/nsight_session.hpp"
#include "profiler/actions/run/run_cases.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "profiler/cli/options/progress.hpp"
#include "profiler/cli/run/run_options.hpp"

namespace rooflens::cli {
namespace {

constexpr std::int64_t kMostLaunches = std::numeric_limits<std::int32_t>::max();  // what ncu takes

constexpr OptionTable::Help kNsightHelp{
    .usage = "nsight [ncu|nsys] [KERNEL-GLOB...] [OPTIONS] [-- APP [ARGUMENTS...]]",
    .words = "KERNEL",
    .examples =
        "  rooflens nsight ncu 'gemm/*' --sections full --run     runs it, with all that ncu collects\n"
        "  rooflens nsight ncu -k gemm -c 3 -- ./app              three launches of an application\n"};

// What the command line says before it is checked.
struct Words {
  std::string output = "rooflens";
  std::string gpu;
  std::string skip;
  std::string count;
  std::vector<std::string> settings;
};

bool is_tool(const std::string& word) { return word == "ncu" || word == "nsys"; }

std::optional<std::int64_t> number(const std::string& option, const std::string& text, std::int64_t low,
                                   std::int64_t high) {
  if (text.empty()) return std::nullopt;
  return parse_between(option, text, low, high);
}

std::filesystem::path with_ending(const std::string& path, const std::string& ending) {
  return path.ends_with(ending) ? path : path + ending;
}

void refuse(bool given, const std::string& what, const std::string& hint) {
  if (given) throw usage_error(what, hint);
}

// Checked the way `run` will check it, so that nothing is refused only after the tool has started.
void choose_kernels(const Words& words, bool names_tool, const Arguments& globs, actions::NsightRequest& options,
                    const Streams& streams) {
  for (const std::string& glob : globs) {
    if (kernels::match(glob).empty()) actions::refuse_session(glob, options.tool);
  }
  const std::string hint = "catalogue kernels are chosen by their names; it is for applications, after --";
  refuse(!options.kernel_pattern.empty(), "--kernel chooses among the launches of an application", hint);
  refuse(!words.skip.empty() || !words.count.empty(),
         "--launch-skip and --launch-count choose among the launches of an application", hint);
  refuse(!options.nvtx_range.empty(), "--nvtx-include chooses among the ranges of an application", hint);
  const bool no_kernel = !globs.empty() && kernels::match(globs.front()).empty();
  if (!names_tool && no_kernel && globs.front().find_first_of("/*?") == std::string::npos) {
    throw usage_error("`" + globs.front() + "` is neither a tool nor a kernel",
                      "the tools are ncu and nsys; `rooflens list` shows all kernels");
  }
  Arguments run = globs;
  run.insert(run.end(), options.run_arguments.begin(), options.run_arguments.end());
  run.insert(run.end(), {"--no-counters", "--repetitions", "20", "--format", "none"});
  if (!words.gpu.empty()) run.insert(run.end(), {"--gpu", words.gpu});
  options.whole_catalogue = globs.empty();
  for (const actions::Case& entry : actions::plan_cases(*parse_run_options(run, streams))) {
    const std::string name(entry.kernel->name);
    if (options.kernels.empty() || options.kernels.back() != name) options.kernels.push_back(name);
  }
  options.run_arguments = std::move(run);
}

void check_application(const Arguments& globs, const actions::NsightRequest& options) {
  const std::string belongs = "it belongs to catalogue kernels";
  refuse(options.application.empty(), "which application? there is nothing after --", "rooflens nsight ncu -- ./app");
  refuse(!globs.empty(), "nsight takes ncu or nsys before --, not `" + (globs.empty() ? "" : globs.front()) + "`",
         "profile either catalogue kernels or an application");
  actions::refuse_session(options.application.front(), options.tool);
  refuse(!options.run_arguments.empty(), "--set is no option of an application", belongs);
  const bool filters = !options.kernel_pattern.empty() || options.skip || options.count;
  refuse(options.tool == "nsys" && filters,
         "nsys records every launch: it has no --kernel, --launch-skip or --launch-count",
         "leave them out, or use ncu");
}

// Nothing when --help was asked for. Throws CommandError (kUsage).
std::optional<actions::NsightRequest> parse(const Arguments& arguments, const Streams& streams) {
  actions::NsightRequest options;
  Words words;
  OptionTable table(kNsightHelp);
  table.group("Output")
      .add("run", &options.run, "", "run the command instead of printing it; exits with its code")
      .add("output,o", &words.output, "FILE", "report of the tool; the tool's ending is added")
      .force(&options.force);
  table.group("Launches of an application")
      .add("kernel,k", &options.kernel_pattern, "REGEX", "ncu: only kernels whose name matches")
      .add("launch-skip,s", &words.skip, "N", "ncu: skip the first N of these launches")
      .add("launch-count,c", &words.count, "N", "ncu: at most N of them")
      .add("nvtx-include", &options.nvtx_range, "RANGE", "only inside this NVTX range: NAME or DOMAIN@NAME")
      .add("gpu", &words.gpu, "N", "number of the GPU, as `rooflens devices` lists it");
  table.group("What to measure")
      .add("sections", &options.section_set, "NAME", "a section set of ncu, such as full, instead of our counters");
  table.group("Built-in kernels")
      .add("set", &words.settings, "NAME=VALUE,...", "a parameter of the kernels, as in `rooflens run`");
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  const auto typed = table.parse({arguments.begin(), separator}, streams);
  if (!typed) return std::nullopt;
  const Arguments& positional = typed->words;
  const bool names_tool = !positional.empty() && is_tool(positional.front());
  if (names_tool) options.tool = positional.front();
  const Arguments globs(positional.begin() + (names_tool ? 1 : 0), positional.end());

  actions::check_kernel_pattern("--kernel", options.kernel_pattern);
  options.output = with_ending(words.output, options.tool == "ncu" ? ".ncu-rep" : ".nsys-rep");
  options.skip = number("--launch-skip", words.skip, 0, kMostLaunches);
  options.count = number("--launch-count", words.count, 1, kMostLaunches);
  if (!words.gpu.empty()) options.device = parse_gpu(words.gpu);
  for (const std::string& setting : words.settings)
    options.run_arguments.insert(options.run_arguments.end(), {"--set", setting});
  refuse(options.tool == "nsys" && !options.section_set.empty(), "nsys has no sections", "--sections belongs to ncu");
  if (separator == arguments.end()) {
    choose_kernels(words, names_tool, globs, options, streams);
  } else {
    options.application.assign(separator + 1, arguments.end());
    check_application(globs, options);
  }
  return options;
}

}  // namespace

int nsight_command(const Backend&, const Arguments& arguments, const Streams& streams) {
  const auto request = parse(arguments, streams);
  if (!request) return kOk;
  Progress progress(streams);
  const actions::NsightPlan plan = plan_nsight(*request, progress);
  if (request->run) become_nsight(*request, plan, progress);
  streams.out << plan.quoted() << '\n';
  if (!plan.tool) {
    streams.err << "rooflens: hint: " << request->tool << " is not installed here: " << plan.missing << "; "
                << actions::how_to_get_nsight(request->tool) << '\n';
  }
  return kOk;
}

}  // namespace rooflens::cli

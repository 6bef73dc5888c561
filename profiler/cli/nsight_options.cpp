#include "profiler/cli/nsight_options.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <regex>

#include "kernels/catalogue.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/options.hpp"
#include "profiler/cli/run/run_cases.hpp"

namespace rooflens::cli {
namespace {

namespace po = boost::program_options;

constexpr std::int64_t kMostLaunches = std::numeric_limits<std::int32_t>::max();  // what ncu takes
constexpr std::int64_t kMostDevices = 1024;

const Help kNsightHelp{
    "nsight [ncu|nsys] [KERNEL-GLOB...] [OPTIONS] [-- APP [ARGUMENTS...]]",
    "  rooflens nsight ncu gemm/tiled                       the command for one launch and our counters\n"
    "  rooflens nsight ncu 'gemm/*' --set full --run        runs it, with all that ncu collects\n"
    "  rooflens nsight nsys --session run.rlens -o timeline  ranges show percent of roof, too\n"
    "  rooflens nsight ncu --kernel gemm --count 3 -- ./app  three launches of an application\n"};

// What the command line says before it is checked.
struct Words {
  std::string output = "rooflens";
  std::string record;
  std::string session;
  std::string device;
  std::string skip;
  std::string count;
  std::string format;
  std::vector<std::string> settings;
  std::vector<std::string> positional;
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

// ncu's section sets have no '=' in their names, parameters of kernels always have.
void parse_settings(const Words& words, NsightOptions& options) {
  for (const std::string& setting : words.settings) {
    if (setting.find('=') != std::string::npos) {
      options.run_arguments.insert(options.run_arguments.end(), {"--set", setting});
    } else if (!options.section_set.empty()) {
      throw usage_error("--set names two of ncu's sets, " + options.section_set + " and " + setting);
    } else {
      options.section_set = setting;
    }
  }
  refuse(options.tool == "nsys" && !options.section_set.empty(), "nsys has no set `" + options.section_set + "`",
         "sets of counters belong to ncu");
}

// Checked the way `run` will check it, so that nothing is refused only after the tool has started.
void choose_kernels(const Words& words, bool names_tool, const Arguments& globs, NsightOptions& options,
                    const Streams& streams) {
  const std::string hint = "catalogue kernels are chosen by their names; it is for applications, after --";
  refuse(!options.kernel_pattern.empty(), "--kernel chooses among the launches of an application", hint);
  refuse(!words.skip.empty() || !words.count.empty(), "--skip and --count choose among the launches of an application",
         hint);
  refuse(!options.nvtx_range.empty(), "--nvtx chooses among the ranges of an application", hint);
  const bool no_kernel = !globs.empty() && kernels::match(globs.front()).empty();
  if (!names_tool && no_kernel && globs.front().find_first_of("/*?") == std::string::npos) {
    throw usage_error("`" + globs.front() + "` is neither a tool nor a kernel",
                      "the tools are ncu and nsys; `rooflens list` shows all kernels");
  }
  Arguments run = globs;
  run.insert(run.end(), options.run_arguments.begin(), options.run_arguments.end());
  run.insert(run.end(), {"--collector", "none", "--repetitions", "20", "--format", "none"});
  if (!words.device.empty()) run.insert(run.end(), {"--device", words.device});
  if (std::error_code error; !words.session.empty() && !std::filesystem::is_regular_file(words.session, error)) {
    throw CommandError(kFailure, "--session: there is no session '" + words.session + "'",
                       "check the path; `rooflens run -o FILE` records a session");
  }
  if (!words.session.empty()) run.insert(run.end(), {"--payload-from", words.session});
  options.whole_catalogue = globs.empty();
  for (const Case& entry : plan_cases(*parse_run_options(run, streams))) {
    const std::string name(entry.kernel->name);
    if (options.kernels.empty() || options.kernels.back() != name) options.kernels.push_back(name);
  }
  options.run_arguments = std::move(run);
}

void check_application(const Words& words, const Arguments& globs, const NsightOptions& options) {
  const std::string belongs = "it belongs to catalogue kernels";
  refuse(options.application.empty(), "which application? there is nothing after --", "rooflens nsight ncu -- ./app");
  refuse(!globs.empty(), "nsight takes ncu or nsys before --, not `" + (globs.empty() ? "" : globs.front()) + "`",
         "profile either catalogue kernels or an application");
  refuse(!options.run_arguments.empty(), "--set NAME=VALUE is no option of an application", belongs);
  refuse(!words.session.empty(), "--session says nothing about an application", belongs);
  refuse(!words.record.empty(), "--record has no session to write for an application", belongs);
  const bool filters = !options.kernel_pattern.empty() || options.skip || options.count;
  refuse(options.tool == "nsys" && filters, "nsys records every launch: it has no --kernel, --skip or --count",
         "leave them out, or use ncu");
}

void check_pattern(const std::string& pattern) {
  try {
    const std::regex checked(pattern);
  } catch (const std::regex_error& error) {
    throw usage_error("--kernel `" + pattern + "` is no regular expression: " + error.what(),
                      "escape brackets and signs that stand for themselves with a backslash");
  }
}

}  // namespace

std::optional<NsightOptions> parse_nsight_options(const Arguments& arguments, const Streams& streams) {
  NsightOptions options;
  Words words;
  po::options_description description("options", 100);
  // clang-format off
  description.add_options()
    ("run", po::bool_switch(&options.run), "run the command instead of printing it; its exit code is ours")
    ("output,o", po::value(&words.output)->value_name("FILE")->default_value(words.output), "report of the tool; the tool's ending is added")
    ("force", po::bool_switch(&options.force), "overwrite files that exist")
    ("set", po::value(&words.settings)->value_name("SET")->composing(), "NAME: a section set of ncu instead of our counters; NAME=VALUE,...: as in `rooflens run`")
    ("session", po::value(&words.session)->value_name("SESSION"), "earlier session whose percent of roof the NVTX ranges of catalogue kernels show")
    ("record", po::value(&words.record)->value_name("FILE"), "session that `rooflens run` writes meanwhile; a temporary file unless given")
    ("kernel", po::value(&options.kernel_pattern)->value_name("REGEX"), "of an application, ncu: only kernels whose name matches")
    ("skip", po::value(&words.skip)->value_name("N"), "of an application, ncu: leave the first N matching launches alone")
    ("count", po::value(&words.count)->value_name("N"), "of an application, ncu: at most N launches")
    ("nvtx", po::value(&options.nvtx_range)->value_name("RANGE"), "of an application: only inside this NVTX range, NAME or DOMAIN@NAME")
    ("device", po::value(&words.device)->value_name("N"), "number of the GPU, as `rooflens devices` lists it")
    ("format", po::value(&words.format)->value_name("FORMAT")->default_value("text"), "text");
  // clang-format on
  po::positional_options_description positional;
  positional.add("words", -1);
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  const auto values = parse_options({arguments.begin(), separator}, description, positional, kNsightHelp, streams);
  if (!values) return std::nullopt;
  if (values->count("words") > 0) words.positional = (*values)["words"].as<std::vector<std::string>>();
  const bool names_tool = !words.positional.empty() && is_tool(words.positional.front());
  if (names_tool) options.tool = words.positional.front();
  const Arguments globs(words.positional.begin() + (names_tool ? 1 : 0), words.positional.end());

  one_of("--format", words.format, {"text"});
  check_pattern(options.kernel_pattern);
  options.output = with_ending(words.output, options.tool == "ncu" ? ".ncu-rep" : ".nsys-rep");
  options.record = words.record;
  options.skip = number("--skip", words.skip, 0, kMostLaunches);
  options.count = number("--count", words.count, 1, kMostLaunches);
  options.device = number("--device", words.device, 0, kMostDevices);
  parse_settings(words, options);
  if (separator == arguments.end()) {
    choose_kernels(words, names_tool, globs, options, streams);
  } else {
    options.application.assign(separator + 1, arguments.end());
    check_application(words, globs, options);
  }
  return options;
}

}  // namespace rooflens::cli

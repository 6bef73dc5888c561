#include "profiler/cli/options/profile_options.hpp"

#include <algorithm>
#include <cmath>

#include "models/base/number_in.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/kernel_pattern.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/option_table.hpp"

namespace rooflens::cli {
namespace {

constexpr int kMostLaunches = 1'000'000;
// What collecting may take where nobody says: so much, so that short runs are counted, and a share of the time from
// then on.
constexpr double kUsualOverhead = 0.03;
constexpr double kUsualCredit_s = 4;

constexpr OptionTable::Help kProfileHelp{
    .usage = "profile [OPTIONS] [--] APP [ARGUMENTS...]",
    .words = "APP",
    .examples =
        "  rooflens profile ./app --size 4096                           any CUDA program, into app.rlens\n"
        "  rooflens profile -o train.rlens -k gemm python3 train.py     child processes too\n",
    .more = "The application keeps stdin, stdout and its exit code; the summary goes to stderr.\n"};

// Where the application's words begin; `options_end` is where rooflens's own words end.
std::size_t application_begin(const Arguments& arguments, const OptionTable& table, std::size_t& options_end) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    options_end = i;
    if (arguments[i] == "--") return i + 1;
    if (!arguments[i].starts_with('-') || arguments[i] == "-") return i;
    if (table.wants_next(arguments[i]) && i + 1 < arguments.size() && arguments[i + 1] != "--") ++i;
  }
  return options_end = arguments.size();
}

double parse_number(const std::string& option, const std::string& text, const char* what) {
  const auto value = models::number_in<double>(text);
  if (value && std::isfinite(*value) && *value >= 0) return *value;
  throw usage_error(option + " takes " + what + ", not `" + text + "`");
}

double parse_percent(const std::string& option, std::string text) {
  if (text.ends_with('%')) text.pop_back();
  const double percent = parse_number(option, text, "a percentage above 0 and at most 100, such as 10, or `none`");
  if (percent > 0 && percent <= 100) return percent / 100;
  throw usage_error(
      option + " takes a percentage above 0 and at most 100, not `" + text + "`",
      "it is the share of the time with launches that collecting may take; with `none` collecting takes what it needs");
}

// The options as they were typed, before they are numbers.
struct Words {
  std::string output;
  std::string mode = "rotate";
  std::string skip;
  std::string count;
  std::string launches;
  std::string overhead;
  std::string gpus;
  std::string delay;
  std::string duration;
  std::string from_start = "on";
  std::string graphs = "node";
  std::vector<std::string> metrics;
  bool no_counters = false;
  bool no_sass = false;
  bool no_ceilings = false;
};

void add_options(OptionTable& table, Words& words, actions::ProfileRequest& options) {
  collect::ProfileConfig& config = options.config;
  table.group("Output")
      .add("output,o", &words.output, "FILE", "session to write [default: APP.rlens, numbered if that exists]")
      .force(&options.force)
      .rare()
      .add("keep-spool", &options.keep_spool, "", "keep the directory FILE.spool of what each process wrote")
      .add("attach", &options.attach, "",
           "for rooflens.profile() of Python: print what loads the library, wait for a line");
  table.group("Which launches to count")
      .add("kernel,k", &config.kernel_pattern, "REGEX", "count only kernels whose name matches; all are timed")
      .add("exclude", &config.exclude_pattern, "REGEX", "do not count kernels whose name matches")
      .add("launch-skip,s", &words.skip, "N", "leave out the first N launches that match")
      .add("launch-count,c", &words.count, "N", "count at most N of them")
      .add("launches-per-kernel", &words.launches, "N", "count at most N per kernel and pass [default: 3, or as -c]")
      .add("nvtx-include", &config.nvtx_range, "RANGE", "count only inside this NVTX range: NAME or DOMAIN@NAME")
      .add("delay", &words.delay, "SECONDS", "start counting SECONDS after the application starts")
      .add("duration", &words.duration, "SECONDS", "stop counting SECONDS later")
      .add("idle", &config.idle, "", "record nothing until `rooflens control start` switches counting on")
      .add("gpu", &words.gpus, "N,...", "count only on these GPUs, as the application numbers them")
      .rare()
      .add("profile-from-start", &words.from_start, "on|off",
           "off: count only between cudaProfilerStart and cudaProfilerStop")
      .add("graph-profiling", &words.graphs, "node|graph", "of CUDA graphs, count each kernel or the graph as a whole");
  table.group("What to measure")
      .add("metrics", &words.metrics, "NAME,...", "also these CUPTI counters, such as smsp__inst_issued.sum")
      .add("stalls", &config.stalls, "", "also sample what warps wait for, by source line with nvcc -lineinfo")
      .add("lines", &config.lines, "", "also count excess sectors and bank conflicts of each instruction")
      .add("no-counters", &words.no_counters, "", "record times only")
      .add("formulas", &config.formulas, "",
           "also PyTorch's FLOPs and bytes from formula, as where counters are refused")
      .rare()
      .add("no-sass", &words.no_sass, "", "leave out counters that need instrumented code")
      .add("no-ceilings", &words.no_ceilings, "", "leave out the measured roofs of the GPUs");
  table.group("Cost")
      .add("replay-mode", &words.mode, "rotate|kernel|single-pass",
           "rotate: a launch runs once; kernel: CUPTI repeats it (programs may hang)")
      .add("max-overhead", &words.overhead, "PERCENT",
           "limit on added time in percent; none: no limit [default: 4 s first, then 3 %]");
}

void refuse_contradictions(const Words& words, const collect::ProfileConfig& config) {
  if (config.lines && !config.sass) {
    throw usage_error("--lines counts with instrumented code, which --no-sass leaves out", "leave one of them out");
  }
  const char* early = config.stalls               ? "--stalls"
                      : words.from_start == "off" ? "--profile-from-start"
                      : !words.delay.empty()      ? "--delay"
                      : !words.duration.empty()   ? "--duration"
                                                  : nullptr;
  if (config.idle && early) {
    throw usage_error(std::string(early) + " and --idle contradict each other", "leave one of them out");
  }
  if (config.counts()) return;
  const char* idle = !words.metrics.empty()    ? "--metrics"
                     : !words.count.empty()    ? "--launch-count"
                     : !words.launches.empty() ? "--launches-per-kernel"
                     : words.mode != "rotate"  ? "--replay-mode"
                                               : nullptr;
  if (idle) throw usage_error(std::string(idle) + " has no effect with --no-counters", "leave one of them out");
}

std::vector<std::string> parse_metrics(const std::vector<std::string>& typed) {
  std::vector<std::string> names;
  for (const std::string& list : typed) {
    for (std::string& name : split(list, ',')) {
      if (name.empty()) throw usage_error("--metrics is given an empty name");
      names.push_back(std::move(name));
    }
  }
  return names;
}

void take_launches(const Words& words, collect::ProfileConfig& config) {
  actions::check_kernel_pattern("--kernel", config.kernel_pattern);
  actions::check_kernel_pattern("--exclude", config.exclude_pattern);
  if (!words.skip.empty())
    config.skip = static_cast<std::uint64_t>(parse_between("--launch-skip", words.skip, 0, kUnbounded));
  if (!words.count.empty())
    config.count = static_cast<std::uint64_t>(parse_between("--launch-count", words.count, 1, kUnbounded));
  if (words.no_counters) {
    config.launches_per_kernel = 0;
  } else if (!words.launches.empty()) {
    config.launches_per_kernel =
        static_cast<int>(parse_between("--launches-per-kernel", words.launches, 1, kMostLaunches));
  } else if (config.count) {
    config.launches_per_kernel = static_cast<int>(std::min<std::uint64_t>(*config.count, kMostLaunches));
  }
  if (!words.gpus.empty()) config.devices = parse_gpus(words.gpus);
  constexpr const char* kSeconds = "seconds, such as 2.5";
  if (!words.delay.empty()) config.delay_seconds = parse_number("--delay", words.delay, kSeconds);
  if (!words.duration.empty()) config.duration_seconds = parse_number("--duration", words.duration, kSeconds);
  if (!words.duration.empty() && *config.duration_seconds == 0)
    throw usage_error("--duration 0 would count nothing", "--no-counters records times only");
  config.wait_for_profiler_start = words.from_start == "off";
  config.graph_nodes = words.graphs == "node";
}

void check_and_take(const Words& words, actions::ProfileRequest& options) {
  using collect::ReplayMode;
  collect::ProfileConfig& config = options.config;
  options.output = words.output;
  actions::refuse_report_ending("profile", options.output);
  config.replay = words.mode == "kernel"        ? ReplayMode::kernel
                  : words.mode == "single-pass" ? ReplayMode::none
                                                : ReplayMode::rotate;
  take_launches(words, config);
  if (words.overhead.empty()) {
    config.max_overhead = kUsualOverhead;
    config.credit_seconds = kUsualCredit_s;
  } else if (words.overhead != "none") {
    config.max_overhead = parse_percent("--max-overhead", words.overhead);
  }
  config.sass = !words.no_sass;
  config.extra_counters = parse_metrics(words.metrics);
  options.ceilings = !words.no_ceilings;
  refuse_contradictions(words, config);
}

}  // namespace

std::optional<actions::ProfileRequest> parse_profile_options(const Arguments& arguments, const Streams& streams) {
  actions::ProfileRequest options;
  Words words;
  OptionTable table(kProfileHelp);
  add_options(table, words, options);
  std::size_t end = 0;
  const std::size_t begin = application_begin(arguments, table, end);
  const Arguments own(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(end));
  if (!table.parse(own, streams)) return std::nullopt;
  check_and_take(words, options);
  options.application.assign(arguments.begin() + static_cast<std::ptrdiff_t>(begin), arguments.end());
  if (options.attach) {
    if (options.output.empty()) throw usage_error("--attach needs --output FILE", "");
    if (!options.application.empty()) throw usage_error("--attach starts no application", "leave one of them out");
    options.application = {"this process"};
    return options;
  }
  if (!options.application.empty()) return options;
  throw usage_error("which application?", "its name and arguments stand last, as in `rooflens profile ./app --size 4`");
}

}  // namespace rooflens::cli

#include "profiler/cli/run/run_options.hpp"

#include <algorithm>

#include "profiler/actions/file_formats.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/option_table.hpp"
#include "profiler/cli/run/sweep.hpp"

namespace rooflens::cli {
namespace {

constexpr int kFewestRepetitions = 20;
constexpr int kMostRepetitions = 100000;

constexpr OptionTable::Help kRunHelp{
    .usage = "run [KERNEL-GLOB...] [OPTIONS]",
    .words = "KERNEL",
    .examples =
        "  rooflens run 'reduction/*' -o reduction.rlens         one family (quoted from the shell)\n"
        "  rooflens run 'vector_add/*' --sweep n=2^16..2^28      doubling, between powers of two\n",
    .more = "Without a name, the whole catalogue runs; `rooflens list` shows it with the parameters.\n"};

// "n=1024,2048" -> the sweep's entry.
void parse_setting(const std::string& text, RunOptions& options) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw usage_error("--set takes NAME=VALUE[,VALUE...], not `" + text + "`");
  }
  const std::string name = text.substr(0, equals);
  if (options.sweep.contains(name))
    throw usage_error("--set gives " + name + " twice", "separate several values with commas");
  std::vector<std::int64_t>& values = options.sweep[name];
  std::size_t begin = equals + 1;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    values.push_back(parse_count("--set " + name, text.substr(begin, end - begin)));
    begin = end + 1;
  }
}

void add_sweep(const std::string& text, RunOptions& options) {
  Sweep sweep = parse_sweep(text);
  if (options.required.contains(sweep.name)) {
    throw usage_error("--sweep gives " + sweep.name + " twice", "separate several values with commas");
  }
  if (options.sweep.contains(sweep.name)) {
    throw usage_error("--set and --sweep both give " + sweep.name, "leave one of them out");
  }
  options.sweep[sweep.name] = std::move(sweep.values);
  options.required.insert(std::move(sweep.name));
}

}  // namespace

std::optional<RunOptions> parse_run_options(const Arguments& arguments, const Streams& streams) {
  RunOptions options;
  std::string output = options.output.string();
  std::string cache = "cold";
  std::string gpu = "0";
  std::string repetitions = "30";
  bool no_ceilings = false;
  bool no_counters = false;
  bool no_sass = false;
  std::vector<std::string> settings;
  std::vector<std::string> sweeps;
  OptionTable table(kRunHelp);
  table.group("Output")
      .add("output,o", &output, "FILE", "session to write")
      .force(&options.force)
      .add("format", &options.format, "text|json|none", "what to print at the end");
  table.group("What to run")
      .add("set", &settings, "NAME=VALUE,...", "a parameter, with each of the values; kernels without it ignore it")
      .add("sweep", &sweeps, "NAME=A..B[:STEP]", "a parameter over a range: 2^16..2^28 doubles, 1000..8000:1000 adds")
      .add("cache", &cache, "cold|warm", "L2 before each launch: evicted, or left as it is")
      .add("repetitions,r", &repetitions, "N", "timed launches of each kernel, at least 20; more of short ones")
      .add("gpu", &gpu, "N", "number of the GPU, as `rooflens devices` lists it");
  table.group("What to measure")
      .add("stalls", &options.stalls, "", "also sample what warps wait for, and count loads in flight")
      .add("no-counters", &no_counters, "", "record times only")
      .rare()
      .add("no-sass", &no_sass, "", "leave out counters that need instrumented code")
      .add("no-ceilings", &no_ceilings, "", "leave out the measured roofs of the GPU")
      .add("replay-mode", &options.collector.replay, "user|kernel",
           "rerun all kernels once per pass (fast), or each launch");
  const auto typed = table.parse(arguments, streams);
  if (!typed) return std::nullopt;
  options.globs = typed->words;
  options.output = output;
  options.ceilings = !no_ceilings;
  actions::refuse_report_ending("run", options.output);
  options.cache = cache == "cold" ? models::CachePolicy::cold : models::CachePolicy::warm;
  if (no_counters) options.collector.name = "none";
  options.collector.sass = !no_sass;
  options.collector.waits = options.stalls;
  options.device = parse_gpu(gpu);
  options.repetitions =
      static_cast<int>(parse_between("--repetitions", repetitions, kFewestRepetitions, kMostRepetitions));
  for (const std::string& setting : settings) parse_setting(setting, options);
  for (const std::string& sweep : sweeps) add_sweep(sweep, options);
  return options;
}

}  // namespace rooflens::cli

#include "profiler/cli/run/run_options.hpp"

#include <algorithm>

#include "profiler/actions/command_error.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/options.hpp"
#include "profiler/cli/run/sweep.hpp"

namespace rooflens::cli {
namespace {

namespace po = boost::program_options;

constexpr int kFewestRepetitions = 20;
constexpr int kMostRepetitions = 100000;
constexpr int kMostDevices = 1024;

const Help kRunHelp{
    "run [KERNEL-GLOB...] [OPTIONS]",
    "  rooflens run                                             the whole catalogue into rooflens.rlens\n"
    "  rooflens run 'reduction/*' -o reduction.rlens            one family (quoted from the shell)\n"
    "  rooflens run 'vector_add/*' --set n=1Mi,16Mi,256Mi       each kernel with each of three sizes\n"
    "  rooflens run 'vector_add/*' --sweep n=2^16..2^28         doubling, from and to a power of two\n"
    "  rooflens run gemm/naive --sweep n=1000..8000:1000       the same in steps of 1000\n"
    "  rooflens run reduction/sequential --sweep n=2^20..2^28 --sweep block=64,128\n"
    "                                                           every size with every block\n"
    "  rooflens run 'transpose/*' --pairs                       what one cause costs, pair by pair\n"
    "  rooflens run 'gemm/*' --sms 66                          on 66 SMs of the GPU\n"
    "  rooflens run gemm/tiled --cache warm --collector none   times only, with what the L2 still holds\n"};

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
  std::string cache;
  std::string counters;
  std::string device;
  std::string payload_from;
  std::string repetitions;
  std::string sms;
  bool no_ceilings = false;
  std::vector<std::string> settings;
  std::vector<std::string> sweeps;
  po::options_description description("options", 100);
  // clang-format off
  description.add_options()
    ("output,o", po::value(&output)->value_name("FILE")->default_value(output), "session to write")
    ("force", po::bool_switch(&options.force), "overwrite it if it exists")
    ("set", po::value(&settings)->value_name("NAME=VALUE,...")->composing(), "parameter of the kernels; each with each of several values; kernels without it are left as they are")
    ("sweep", po::value(&sweeps)->value_name("NAME=A..B[:STEP]")->composing(), "a parameter that all chosen kernels have, over a range: 2^16..2^28 doubles, 1000..8000:1000 adds; or a list; several sweeps: every combination")
    ("pairs", po::bool_switch(&options.pairs), "run only kernels that have a partner, beside it, at the same parameters; list causes and speed-ups")
    ("cache", po::value(&cache)->value_name("STATE")->default_value("cold"), "L2 before each execution: cold (evicted) or warm")
    ("repetitions", po::value(&repetitions)->value_name("N")->default_value("30"), "timed executions of each kernel, at least 20; up to ten times as many of short ones")
    ("collector", po::value(&options.collector.name)->value_name("NAME")->default_value("cupti"), "cupti (times and counters) or none (times)")
    ("counters", po::value(&counters)->value_name("GROUP")->default_value("quick"), "quick, or hardware (quick without patched code)")
    ("replay", po::value(&options.collector.replay)->value_name("HOW")->default_value("user"), "user (a batch a pass, cheap) or kernel (CUPTI repeats each launch)")
    ("device", po::value(&device)->value_name("N")->default_value("0"), "number of the GPU, as `rooflens devices` lists it")
    ("sms", po::value(&sms)->value_name("N"), "only N of its SMs, or a few more where the driver gives no fewer: a part of the GPU as a machine of its own")
    ("no-ceilings", po::bool_switch(&no_ceilings), "leave measured roofs of this GPU aside")
    ("format", po::value(&options.format)->value_name("FORMAT")->default_value("text"), "what to print at the end: text, json or none")
    ("payload-from", po::value(&payload_from)->value_name("SESSION"), "earlier session whose percent of roof the NVTX ranges show");
  // clang-format on
  po::positional_options_description positional;
  positional.add("kernels", -1);
  const auto values = parse_options(arguments, description, positional, kRunHelp, streams);
  if (!values) return std::nullopt;
  if (values->count("kernels") > 0) options.globs = (*values)["kernels"].as<std::vector<std::string>>();
  options.output = output;
  options.payload_from = payload_from;
  options.ceilings = !no_ceilings;
  refuse_report_ending("run", options.output);
  options.cache =
      one_of("--cache", cache, {"cold", "warm"}) == "cold" ? models::CachePolicy::cold : models::CachePolicy::warm;
  one_of("--collector", options.collector.name, {"cupti", "none"});
  one_of("--replay", options.collector.replay, {"user", "kernel"});
  one_of("--format", options.format, {"text", "json", "none"});
  options.collector.sass = one_of("--counters", counters, {"quick", "hardware"}) == "quick";
  options.device.device = static_cast<int>(parse_between("--device", device, 0, kMostDevices));
  options.device.sms = parse_sms(sms);
  options.repetitions =
      static_cast<int>(parse_between("--repetitions", repetitions, kFewestRepetitions, kMostRepetitions));
  for (const std::string& setting : settings) parse_setting(setting, options);
  for (const std::string& sweep : sweeps) add_sweep(sweep, options);
  return options;
}

}  // namespace rooflens::cli

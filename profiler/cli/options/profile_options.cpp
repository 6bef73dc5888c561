#include "profiler/cli/options/profile_options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "profiler/actions/command_error.hpp"
#include "profiler/actions/file_formats.hpp"
#include "profiler/actions/kernel_pattern.hpp"
#include "profiler/cli/options/numbers.hpp"
#include "profiler/cli/options/options.hpp"

namespace rooflens::cli {
namespace {

namespace po = boost::program_options;

constexpr int kMostLaunches = 1'000'000;
constexpr int kMostDevices = 1024;
// What collecting may take where nobody says: so much, so that short runs are counted, and a share of the time from
// then on.
constexpr double kUsualOverhead = 0.03;
constexpr double kUsualCredit_s = 4;

const Help kProfileHelp{
    "profile [OPTIONS] -- APP [ARGUMENTS...]",
    "  rooflens profile -- ./app --size 4096                  any CUDA program, as it is, into app.rlens\n"
    "  rooflens profile -o train.rlens -- python3 train.py    its child processes too\n"
    "  rooflens profile --kernel 'gemm|softmax' -- ./app      counters of these kernels, times of all\n"
    "  rooflens profile --replay kernel --count 20 -- ./app   the first 20 launches, each one completely\n"
    "  rooflens profile --profile-from-start off -- ./app     between cudaProfilerStart and ...Stop\n"
    "  rooflens profile --stalls --lines -- ./app             where, and what warps wait for\n"
    "  rooflens profile -- torchrun --nproc-per-node 8 t.py   all ranks of a node in one session\n"
    "  mpirun -n 4 rooflens profile -o a.rlens -- ./app       a.rank0.rlens ... for `rooflens merge`\n"
    "\nThe application keeps stdin, stdout and its exit code; the summary goes to stderr.\n"};

bool takes_a_value(const std::string& word, const po::options_description& options) {
  const bool is_long = word.starts_with("--");
  const po::option_description* option = options.find_nothrow(is_long ? word.substr(2) : word, false);
  return option && option->semantic()->max_tokens() > 0;
}

// Where the application's words begin; `options_end` is where rooflens's own words end.
std::size_t application_begin(const Arguments& arguments, const po::options_description& options,
                              std::size_t& options_end) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    options_end = i;
    if (arguments[i] == "--") return i + 1;
    if (!arguments[i].starts_with('-') || arguments[i] == "-") return i;
    if (takes_a_value(arguments[i], options) && i + 1 < arguments.size() && arguments[i + 1] != "--") ++i;
  }
  return options_end = arguments.size();
}

double parse_number(const std::string& option, const std::string& text, const char* what) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value) || value < 0) {
    throw usage_error(option + " takes " + what + ", not `" + text + "`");
  }
  return value;
}

double parse_percent(const std::string& option, std::string text) {
  if (text.ends_with('%')) text.pop_back();
  const double percent = parse_number(option, text, "a percentage above 0 and at most 100, such as 10, or `none`");
  if (percent > 0 && percent <= 100) return percent / 100;
  throw usage_error(
      option + " takes a percentage above 0 and at most 100, not `" + text + "`",
      "it is the share of the time with launches that collecting may take; with `none` collecting takes what it needs");
}

std::vector<int> parse_devices(const std::string& list) {
  std::vector<int> devices;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    int device = -1;
    const auto [rest, error] = std::from_chars(list.data() + begin, list.data() + end, device);
    if (error != std::errc() || rest != list.data() + end || device < 0 || device > kMostDevices) {
      throw usage_error("--device takes numbers of GPUs such as 0,2, not `" + list + "`",
                        "`rooflens devices` lists them; the application may number them otherwise");
    }
    if (std::find(devices.begin(), devices.end(), device) == devices.end()) devices.push_back(device);
    begin = end + 1;
  }
  return devices;
}

collect::ReplayMode replay_named(const std::string& word) {
  one_of("--replay", word, {"auto", "kernel", "spread", "none"});
  using collect::ReplayMode;
  return word == "kernel" ? ReplayMode::kernel : word == "none" ? ReplayMode::none : ReplayMode::spread;
}

// The options as they were typed, before they are numbers.
struct Typed {
  std::string output;
  std::string replay;
  std::string skip;
  std::string count;
  std::string launches;
  std::string overhead;
  std::string devices;
  std::string after;
  std::string from_start;
  bool no_sass = false;
  bool no_ceilings = false;
};

void refuse_contradictions(const Typed& typed, const collect::ProfileConfig& config) {
  if (config.lines && !config.sass) {
    throw usage_error("--lines counts with patched code, which --no-sass leaves out", "leave one of them out");
  }
  if (config.counts()) return;
  const char* idle = !config.extra_counters.empty() ? "--counter"
                     : !typed.count.empty()         ? "--count"
                     : typed.replay != "auto"       ? "--replay"
                                                    : nullptr;
  if (idle)
    throw usage_error(std::string(idle) + " has no effect with --launches 0", "--launches 0 records times only");
}

void check_and_take(const Typed& typed, ProfileOptions& options) {
  collect::ProfileConfig& config = options.config;
  options.output = typed.output;
  refuse_report_ending("profile", options.output);
  config.replay = replay_named(typed.replay);
  check_kernel_pattern(config.kernel_pattern);
  config.skip = static_cast<std::uint64_t>(parse_between("--skip", typed.skip, 0, kUnbounded));
  if (!typed.count.empty())
    config.count = static_cast<std::uint64_t>(parse_between("--count", typed.count, 1, kUnbounded));
  if (!typed.launches.empty()) {
    config.launches_per_kernel = static_cast<int>(parse_between("--launches", typed.launches, 0, kMostLaunches));
  } else if (config.count) {
    config.launches_per_kernel = static_cast<int>(std::min<std::uint64_t>(*config.count, kMostLaunches));
  }
  if (typed.overhead.empty()) {
    config.max_overhead = kUsualOverhead;
    config.credit_seconds = kUsualCredit_s;
  } else if (typed.overhead != "none") {
    config.max_overhead = parse_percent("--max-overhead", typed.overhead);
  }
  if (!typed.devices.empty()) config.devices = parse_devices(typed.devices);
  if (!typed.after.empty()) config.after_seconds = parse_number("--after", typed.after, "seconds, such as 2.5");
  config.wait_for_profiler_start = one_of("--profile-from-start", typed.from_start, {"on", "off"}) == "off";
  config.sass = !typed.no_sass;
  options.ceilings = !typed.no_ceilings;
  if (std::count(config.extra_counters.begin(), config.extra_counters.end(), "") > 0) {
    throw usage_error("--counter is given an empty name");
  }
  refuse_contradictions(typed, config);
}

}  // namespace

std::optional<ProfileOptions> parse_profile_options(const Arguments& arguments, const Streams& streams) {
  ProfileOptions options;
  collect::ProfileConfig& config = options.config;
  Typed typed;
  po::options_description description("options", 100);
  // clang-format off
  description.add_options()
    ("output,o", po::value(&typed.output)->value_name("FILE"), "session to write; without it APP.rlens, with a number if that exists")
    ("force", po::bool_switch(&options.force), "overwrite it if it exists")
    ("replay", po::value(&typed.replay)->value_name("HOW")->default_value("auto"), "auto or spread (each counted launch runs once, in one pass; passes rotate), kernel (CUPTI repeats a counted launch for every pass, which can change results and hang), or none (one pass alone: hardware counters, or those of --counter)")
    ("kernel", po::value(&config.kernel_pattern)->value_name("REGEX"), "count kernels whose name contains this regular expression")
    ("skip", po::value(&typed.skip)->value_name("N")->default_value("0"), "leave the first N of their launches alone")
    ("count", po::value(&typed.count)->value_name("N"), "count N launches at most")
    ("launches", po::value(&typed.launches)->value_name("N"), "launches counted of each distinct kernel, for each counter group; 3 without it, and with --count as many as that; 0: times only")
    ("max-overhead", po::value(&typed.overhead)->value_name("PERCENT"), "keep the slowdown below this share of the time with launches: counting waits until it can be paid for, and some launches go unseen; below 6, programs that wait for each launch cannot be kept there; none: no limit, and every launch is seen; default: about 4 s at first, then 3 %")
    ("device", po::value(&typed.devices)->value_name("LIST"), "GPUs to count on, such as 0,2, as the application numbers them")
    ("after", po::value(&typed.after)->value_name("SECONDS"), "begin so long after the start")
    ("profile-from-start", po::value(&typed.from_start)->value_name("WHEN")->default_value("on"), "off: only between cudaProfilerStart and cudaProfilerStop")
    ("nvtx", po::value(&config.nvtx_range)->value_name("RANGE"), "only inside this NVTX range: NAME or DOMAIN@NAME")
    ("counter", po::value(&config.extra_counters)->value_name("NAME")->composing(), "another counter of CUPTI, such as smsp__inst_issued.sum; may be repeated")
    ("no-sass", po::bool_switch(&typed.no_sass), "without counters that need patched code")
    ("stalls", po::bool_switch(&config.stalls), "also sample what warps wait for, by kernel and by source line where the binary has lines (nvcc -lineinfo)")
    ("lines", po::bool_switch(&config.lines), "also count excess sectors and bank conflicts of each instruction, in one launch of each kernel")
    ("no-ceilings", po::bool_switch(&typed.no_ceilings), "leave measured roofs of the GPUs aside")
    ("keep-spool", po::bool_switch(&options.keep_spool), "keep the folder FILE.spool of what each process wrote");
  // clang-format on
  std::size_t end = 0;
  const std::size_t begin = application_begin(arguments, description, end);
  const Arguments own(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(end));
  if (!parse_options(own, description, {}, kProfileHelp, streams)) return std::nullopt;
  check_and_take(typed, options);
  options.application.assign(arguments.begin() + static_cast<std::ptrdiff_t>(begin), arguments.end());
  if (!options.application.empty()) return options;
  throw usage_error("which application?",
                    "its name and arguments stand last, as in `rooflens profile -- ./app --size 4`");
}

}  // namespace rooflens::cli

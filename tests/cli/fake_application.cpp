// Stands for a CUDA application with librooflens_inject.so in it: writes the spool that the library would write,
// through the same writer, and then behaves as its first argument says. The launcher cannot tell the difference.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

#include "profiler/config/job_rank.hpp"
#include "profiler/config/profile_config.hpp"
#include "profiler/spool/spool_writer.hpp"

namespace {

using namespace rooflens::collect;
using namespace rooflens::collect::spool;

constexpr std::int64_t kStarted = 1'795'247'101'000'000'000;  // 2026-11-21

std::string spool_path(const ProfileConfig& config) {
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  return config.spool_folder + "/" + host + "." + std::to_string(getpid()) + ".spool";
}

ProfileConfig config() {
  const char* text = std::getenv(kProfileVariable);
  if (!text || !std::getenv("CUDA_INJECTION64_PATH")) {
    std::cerr << "this is no profile\n";
    _exit(99);
  }
  return decode_profile_config(text);
}

// The spool of one process: two kernels in two groups of counters.
class Process {
 public:
  Process() : config_(config()), writer_(spool_path(config_)) {
    const JobRank job = job_rank([](const char* name) { return std::getenv(name); });
    char host[256] = {};
    gethostname(host, sizeof host - 1);
    writer_.write(ProcessRecord{.pid = getpid(),
                                .parent_pid = getppid(),
                                .hostname = host,
                                .command = "fake_application",
                                .rank = job.rank,
                                .world = job.world,
                                .launcher = job.launcher,
                                .started_ns = kStarted,
                                .tool_version = config_.tool_version,
                                .cupti_version = "130001",
                                .cupti_path = "libcupti.so"});
  }

  void note(const std::string& id, const std::string& text, const std::string& remedy,
            NoteRecord::Level level = NoteRecord::Level::warning) {
    writer_.write(NoteRecord{level, id, text, remedy});
  }

  // One that differs between ranks, and two that do not.
  void make_notes() {
    const JobRank job = job_rank([](const char* name) { return std::getenv(name); });
    note("sampled", "launches were looked at in " + std::to_string(10 + job.rank) + " of 41 s", "allow more");
    note("stalls", "warps cannot be sampled here", "");
    note("collective", "ranks take turns", "", NoteRecord::Level::information);
  }

  void make_kernels() {
    const int device = 0;
    writer_.write(DeviceRecord{.device = device,
                               .name = "NVIDIA H200",
                               .uuid = "GPU-fake",
                               .chip = "GH100",
                               .compute_capability_major = 9,
                               .sm_count = 132,
                               .sm_clock_hz = 1.98e9,
                               .memory_bandwidth_bytes_per_second = 4.8e12,
                               .memory_bytes = 141e9,
                               .l2_bytes = 60e6,
                               .shared_per_sm_bytes = 233472,
                               .shared_per_block_bytes = 232448,
                               .registers_per_sm = 65536,
                               .warps_per_sm = 64,
                               .blocks_per_sm = 32});
    writer_.write(GroupRecord{.group = 0,
                              .id = "hardware",
                              .counters = {"smsp__inst_executed.sum", "dram__bytes.sum", "l1tex__t_bytes.sum",
                                           "lts__t_sectors_srcunit_tex.sum"},
                              .passes = {0, 0, 0, 0},
                              .refused = {}});
    writer_.write(
        GroupRecord{.group = 1,
                    .id = "sass",
                    .counters = {"smsp__sass_inst_executed.sum", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"},
                    .passes = {0, 0},
                    .refused = {}});
    for (int kernel = 0; kernel < 2; ++kernel) {
      KernelRecord record{
          .kernel = kernel, .device = device, .function = kernel == 0 ? "_Z4copyPf" : "_Z5scalePf", .launch = {}};
      record.launch.grid = {4096, 1, 1};
      record.launch.block = {256, 1, 1};
      record.launch.registers_per_thread = 32;
      writer_.write(record);
    }
  }

  // The launch number `launch` of both kernels: `copy` takes 100 us, `scale` 20 us.
  void make_launch(std::uint64_t launch) {
    for (int kernel = 0; kernel < 2; ++kernel) {
      if (launch < 4) count(kernel, static_cast<int>(launch % 2), launch);
      const double ns = kernel == 0 ? 100e3 : 20e3;
      writer_.write(TimesRecord{{{kernel, 0, 1, 1, ns, {ns}}}});
    }
    ++launches_;
  }

  // Whose launches were timed alone.
  void make_uncounted(const std::string& function, LaunchForm form = LaunchForm::kernel, const std::string& why = "",
                      std::uint64_t launches = 10) {
    KernelRecord record{.kernel = 2, .device = 0, .form = form, .function = function, .launch = {}};
    record.launch.grid = record.launch.block = {32, 1, 1};
    writer_.write(record);
    writer_.write(TimesRecord{{{2, 0, launches, launches, 5e6, {5e5}}}});
    if (!why.empty()) writer_.write(LeftAloneRecord{2, why});
  }

  [[nodiscard]] std::uintmax_t written() const { return std::filesystem::file_size(writer_.path()); }

  void end() { writer_.write(EndRecord{kStarted + 1, 2 * launches_, 0, 0}); }

 private:
  void count(int kernel, int group, std::uint64_t launch) {
    ObservationRecord record{.kernel = kernel, .group = group, .launch = launch, .values = {}};
    const double bytes = kernel == 0 ? 4e8 : 8e6;
    record.values = group == 0 ? std::vector<double>{1e6, bytes, bytes, bytes / 32} : std::vector<double>{1e6, 3.2e7};
    writer_.write(record);
  }

  ProfileConfig config_;
  SpoolWriter writer_;
  std::uint64_t launches_ = 0;
};

void run(std::uint64_t launches, bool notes) {
  Process process;
  if (notes) process.make_notes();
  process.make_kernels();
  for (std::uint64_t i = 0; i < launches; ++i) process.make_launch(i);
  process.end();
}

// Besides kernels that were counted, one that was not, for one reason or another.
void run_with(const std::string& what) {
  Process process;
  process.make_kernels();
  for (std::uint64_t i = 0; i < 10; ++i) process.make_launch(i);
  if (what == "seldom") process.make_uncounted("_Z6seldomPf");
  if (what == "busy") process.make_uncounted("_Z4busyPf", LaunchForm::kernel, "", 2000);
  if (what == "collective") process.make_uncounted("_Z6gatherPf", LaunchForm::kernel, "it may wait for other GPUs");
  if (what == "graph") process.make_uncounted("graph of 2 nodes", LaunchForm::graph);
  process.end();
}

// Says its number, then makes a launch a millisecond; each is announced on stdout once it is in the spool.
void run_until_killed() {
  std::cout << getpid() << std::endl;
  Process process;
  process.make_kernels();
  for (std::uint64_t i = 0; i < 60'000; ++i) {  // should nobody come
    process.make_launch(i);
    std::cout << i + 1 << std::endl;
    usleep(1000);
  }
}

void run_as_two_ranks(bool notes) {
  for (const char* rank : {"0", "1"}) {
    if (fork() != 0) continue;
    setenv("RANK", rank, 1);
    setenv("WORLD_SIZE", "2", 1);
    run(10, notes);
    _exit(0);
  }
  while (wait(nullptr) > 0) {
  }
}

void run_on_a_full_disk() {
  Process process;
  process.make_kernels();
  for (std::uint64_t i = 0; i < 4; ++i) process.make_launch(i);
  const rlim_t room = process.written() + 50;
  const rlimit limit{room, room};
  setrlimit(RLIMIT_FSIZE, &limit);
  for (std::uint64_t i = 4; i < 20; ++i) process.make_launch(i);
  process.end();
}

// A child that goes on when the application has ended.
void leave_a_child_behind() {
  if (fork() == 0) {
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    Process process;
    process.make_kernels();
    for (std::uint64_t i = 0; i < 4; ++i) process.make_launch(i);
    sleep(2);
    process.make_launch(4);
    process.end();
    _exit(0);
  }
  usleep(200'000);
}

void run_with_a_note(const char* topic, const char* text, const char* remedy) {
  Process process;
  process.note(topic, text, remedy);
  process.end();
}

void echo() {
  std::cerr << "a word to stderr\n";
  std::cout << std::cin.rdbuf();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "normal";
  const bool notes = argc > 2 && argv[2] == std::string("notes");
  if (mode == "cpu") return 0;
  if (mode == "refused") {
    run_with_a_note("permission", "counters were refused: ERR_NVGPUCTRPERM", "ask an administrator");
    return 0;
  }
  if (mode == "own-cupti") {
    run_with_a_note("own-cupti", "CUPTI is taken", "switch it off");
    return 0;
  }
  if (mode == "forever") {
    run_until_killed();
    return 0;
  }
  if (mode == "ranks") {
    run_as_two_ranks(notes);
    return 0;
  }
  if (mode == "full") {
    run_on_a_full_disk();
    return 0;
  }
  if (mode == "with") {
    run_with(argc > 2 ? argv[2] : "");
    return 0;
  }
  if (mode == "daemon") {
    leave_a_child_behind();
    return 0;
  }
  run(mode == "short" ? 1 : 10, notes);
  if (mode == "echo") echo();
  if (mode == "abort") std::abort();
  if (mode == "kill") raise(SIGKILL);
  return mode == "fail" ? 7 : 0;
}

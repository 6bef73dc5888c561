// Writes the spools of simulated ranks through the collector's own code, for measuring how large they become and what
// reading them takes.   usage: spool_hour FOLDER.spool RANKS SECONDS
// Each rank launches 500 kernels in four NVTX ranges in every tick, and counts three launches of each in every group.
#include <sys/stat.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "profiler/observe/launch_times.hpp"

namespace {

using namespace rooflens;
namespace spool = collect::spool;
using inject::SeenKernel;
using LaunchClock = inject::LaunchTimes::Clock::time_point;

constexpr int kKernels = 500;
constexpr int kTicksPerSecond = 5;
constexpr int kGroups = 11;
constexpr int kCounters = 14;                                 // of each group
constexpr int kCounted = 3;                                   // launches of each kernel in each group
constexpr std::int64_t kStarted = 1'795'247'101'000'000'000;  // 2026-11-21

class Rank {
 public:
  Rank(const std::string& folder, int rank, int ranks)
      : random_(static_cast<unsigned>(rank + 1)),
        logbook_(folder + "/simulated.node." + std::to_string(1000 + rank) + ".spool"),
        times_(kernels_, logbook_) {
    logbook_.write(spool::ProcessRecord{.pid = 1000 + rank,
                                        .parent_pid = 1,
                                        .hostname = "simulated",
                                        .command = "simulated application",
                                        .rank = rank,
                                        .world = ranks,
                                        .launcher = "torchrun",
                                        .started_ns = kStarted,
                                        .tool_version = "simulated",
                                        .cupti_version = "130001",
                                        .cupti_path = ""});
    logbook_.write(spool::DeviceRecord{
        .name = "simulated GPU", .uuid = "GPU-simulated-" + std::to_string(rank), .chip = "GH100", .sm_count = 132});
    logbook_.note(spool::NoteRecord::Level::warning, "simulated", "every number in this spool is simulated");
    for (const char* range : {"forward", "backward", "optimizer", "evaluation"}) {
      ranges_.push_back(logbook_.range({range}));
    }
    for (int g = 0; g < kGroups; ++g) {
      spool::GroupRecord group{.id = "simulated " + std::to_string(g), .counters = {}, .passes = {}, .refused = {}};
      for (int c = 0; c < kCounters; ++c) {
        group.counters.push_back("simulated__counter_" + std::to_string(g) + "_" + std::to_string(c) + ".sum");
        group.passes.push_back(g);
      }
      groups_.push_back(logbook_.group(std::move(group)));
    }
    names_.reserve(kKernels);
    for (int k = 0; k < kKernels; ++k) names_.push_back(name_of(k));
    for (int k = 0; k < kKernels; ++k) {
      inject::LaunchCall call;
      call.function = names_[static_cast<std::size_t>(k)].c_str();
      bool fresh = false;
      all_.push_back(&kernels_.find(0, call, names_[static_cast<std::size_t>(k)].c_str(), fresh));
      logbook_.write(all_.back()->record);
    }
  }

  void run(int seconds) {
    const int observations = kKernels * kGroups * kCounted;
    const int ticks = seconds * kTicksPerSecond;
    int observed = 0;
    for (int tick = 0; tick < ticks; ++tick) {
      for (int k = 0; k < kKernels; ++k) {
        for (int i = 0; i <= k % 8; ++i) launch(k);
      }
      for (; observed < observations && observed < 6 * tick; ++observed) observe(observed);
      times_.write(LaunchClock(std::chrono::seconds(1)) + tick * std::chrono::milliseconds(1000 / kTicksPerSecond));
    }
    times_.write_all();
    logbook_.write(spool::EndRecord{kStarted + seconds * 1'000'000'000LL, times_.launches(), 0, 0});
  }

 private:
  static std::string name_of(int kernel) {
    return "_ZN9simulated10elementwiseILi" + std::to_string(kernel) +
           "EN2at6native13BUnaryFunctorIfffNS1_15binary_internal10MulFunctorIfEEEESt5arrayIPcLm2EEEEviT0_T1_";
  }

  void launch(int k) {
    SeenKernel& kernel = *all_[static_cast<std::size_t>(k)];
    const inject::Launched launched{&kernel, ranges_[static_cast<std::size_t>(k) % ranges_.size()]};
    if (++correlation_ == 0) ++correlation_;
    times_.expect(correlation_, launched);
    times_.made(correlation_, launched, true);
    CUpti_ActivityKernel10 record{};
    record.correlationId = correlation_;
    record.start = 1000;
    record.end = 1000 + static_cast<std::uint64_t>(5000 + 100 * k + std::lognormal_distribution<>(6, 1)(random_));
    times_.record(record);
  }

  void observe(int number) {
    spool::ObservationRecord record;
    record.kernel = number % kKernels;
    record.range = ranges_[static_cast<std::size_t>(record.kernel) % ranges_.size()];
    record.group = groups_[static_cast<std::size_t>(number / kKernels % kGroups)];
    record.launch = static_cast<std::uint64_t>(number);
    for (int c = 0; c < kCounters; ++c) {
      record.values.push_back(
          static_cast<double>(std::uniform_int_distribution<std::int64_t>(0, 1 << (2 * c))(random_)));
    }
    logbook_.write(record);
  }

  std::minstd_rand random_;
  inject::Logbook logbook_;
  inject::KernelTable kernels_{"", {}};
  inject::LaunchTimes times_;
  std::vector<int> ranges_;
  std::vector<int> groups_;
  std::vector<std::string> names_;
  std::vector<SeenKernel*> all_;
  std::uint32_t correlation_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: spool_hour FOLDER.spool RANKS SECONDS\n", stderr);
    return 2;
  }
  try {
    const std::string folder = argv[1];
    const int ranks = std::atoi(argv[2]);
    ::mkdir(folder.c_str(), 0700);
    for (int rank = 0; rank < ranks; ++rank) Rank(folder, rank, ranks).run(std::atoi(argv[3]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}

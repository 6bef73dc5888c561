// Processes as the system shows them, in a folder that a test made.
#include "profiler/config/counter_holders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "tests/cli/scratch_folder.hpp"

namespace rooflens::collect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct CounterHolders : ::testing::Test {
  cli::ScratchFolder proc;
  void process(const std::string& pid, const std::string& name, const std::string& library) {
    std::filesystem::create_directory(proc.path() / pid);
    std::ofstream(proc.path() / pid / "comm") << name << '\n';
    std::ofstream(proc.path() / pid / "maps") << "7f00-7f10 r-xp 0 0:0 1 /usr/lib/libc.so.6\n"
                                              << "7f20-7f30 r-xp 0 0:0 2 " << library << '\n';
  }
};

TEST_F(CounterHolders, AreProcessesWithTheCounterLibraryButNotThisOne) {
  process("41", "python3", "/usr/local/cuda/lib64/libnvperf_host.so");
  process("42", "bash", "/usr/lib/libtinfo.so.6");
  process(std::to_string(getpid()), "own", "/usr/local/cuda/lib64/libnvperf_host.so");
  process("self", "no number", "/usr/local/cuda/lib64/libnvperf_host.so");
  EXPECT_THAT(counter_holders(proc.path()), ElementsAre("process 41 (python3)"));
}

TEST_F(CounterHolders, AreNamedInTheRemedy) {
  EXPECT_THAT(counter_holders(proc.path() / "none"), IsEmpty());
  EXPECT_THAT(busy_remedy(std::nullopt, {}), HasSubstr("stop ncu, nsys or DCGM"));
  EXPECT_THAT(busy_remedy(std::nullopt, {"process 41 (python3)"}),
              HasSubstr("process 41 (python3) may: wait for it, or stop it"));
  EXPECT_THAT(busy_remedy("process 7 (train)", {"process 41 (python3)"}),
              HasSubstr("process 7 (train) holds the counters of this GPU"));
}

}  // namespace
}  // namespace rooflens::collect

// Reading a fake machine: its /proc, its files, its environment.
#include "profiler/doctor/system_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "tests/cli/scratch_folder.hpp"

namespace rooflens::doctor {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class System : public ::testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) const {
    const fs::path file = root_.path() / path;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
  [[nodiscard]] SystemFacts facts(const Environment& environment = {}) const {
    return gather_system_facts(root_.path(), environment);
  }
  cli::ScratchFolder root_;
};

TEST_F(System, KnowsNothingOfAnEmptyMachine) {
  const SystemFacts found = facts();
  EXPECT_FALSE(found.counters_for_admins_only);
  EXPECT_FALSE(found.capabilities);
  EXPECT_FALSE(found.uid);
  EXPECT_FALSE(found.user_namespace);
  EXPECT_FALSE(found.wsl);
  EXPECT_FALSE(found.mps_pipe);
  EXPECT_EQ(found.container, "");
  EXPECT_THAT(found.tools, IsEmpty());
  EXPECT_THAT(found.ncu_locks, IsEmpty());
  EXPECT_THAT(found.cupti_on_path, IsEmpty());
}

TEST_F(System, ReadsWhoMayReadCounters) {
  write("proc/driver/nvidia/params", "ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: 1\n");
  EXPECT_EQ(facts().counters_for_admins_only, true);
  write("proc/driver/nvidia/params", "RmProfilingAdminOnly: 0\n");
  EXPECT_EQ(facts().counters_for_admins_only, false);
}

TEST_F(System, ReadsTheEffectiveUserAndCapabilities) {
  write("proc/self/status",
        "Name:\tx\nUid:\t1000\t0\t1000\t1000\nCapPrm:\t0000000000000000\nCapEff:\t0000004000200000\n");
  EXPECT_EQ(facts().uid, 0U);
  EXPECT_EQ(facts().capabilities, (1ULL << kCapPerfmon) | (1ULL << kCapSysAdmin));
}

TEST_F(System, SeesAUserNamespace) {
  write("proc/self/uid_map", "         0          0 4294967295\n");
  EXPECT_FALSE(facts().user_namespace);
  write("proc/self/uid_map", "         0       1000          1\n");
  EXPECT_TRUE(facts().user_namespace);
}

TEST_F(System, NamesTheContainer) {
  write("proc/1/cgroup", "0::/\n");
  EXPECT_EQ(facts().container, "");
  write("proc/1/cgroup", "12:pids:/kubepods/burstable/pod1\n");
  EXPECT_EQ(facts().container, "Kubernetes");
  write(".dockerenv", "");
  EXPECT_EQ(facts().container, "Docker");
  EXPECT_EQ(facts({{"APPTAINER_CONTAINER", "/x.sif"}}).container, "Apptainer");
}

TEST_F(System, SeesWsl) {
  write("proc/version", "Linux version 5.15.90.1-Microsoft-standard-WSL2\n");
  EXPECT_TRUE(facts().wsl);
}

TEST_F(System, SeesThePipeOfMps) {
  write("tmp/nvidia-mps/control", "");
  EXPECT_TRUE(facts().mps_pipe);
  EXPECT_FALSE(facts({{"CUDA_MPS_PIPE_DIRECTORY", "/elsewhere"}}).mps_pipe);
  write("elsewhere/control", "");
  EXPECT_TRUE(facts({{"CUDA_MPS_PIPE_DIRECTORY", "/elsewhere"}}).mps_pipe);
}

TEST_F(System, MindsNcusLockOnlyWhileItIsHeld) {
  write("scratch/nvidia/nsight_compute/lock.GPU-1", "");
  const Environment environment{{"TMPDIR", "/scratch"}};
  EXPECT_THAT(facts(environment).ncu_locks, IsEmpty()) << "ncu leaves the file behind";
  struct stat status {};
  ASSERT_EQ(stat((root_ / "scratch/nvidia/nsight_compute/lock.GPU-1").c_str(), &status), 0);
  const std::string inode = std::to_string(status.st_ino);
  write("proc/locks", "1: POSIX  ADVISORY  WRITE 11 08:01:1" + inode + " 0 EOF\n2: FLOCK  ADVISORY  WRITE 4711 08:01:" +
                          inode + " 0 EOF\n2: -> FLOCK  ADVISORY  WRITE 12 08:01:" + inode + " 0 EOF\n");
  const auto locks = facts(environment).ncu_locks;
  ASSERT_THAT(locks, SizeIs(1));
  EXPECT_EQ(locks[0].pid, 4711);
  EXPECT_THAT(locks[0].path, EndsWith("/scratch/nvidia/nsight_compute/lock.GPU-1"));
}

TEST_F(System, FindsEachCuptiOnTheLibraryPathOnce) {
  write("conda/lib/libcupti.so.2024.1.1", "");
  fs::create_symlink("libcupti.so.2024.1.1", root_ / "conda/lib/libcupti.so.12");
  fs::create_symlink("libcupti.so.12", root_ / "conda/lib/libcupti.so");
  write("conda/lib/libcuda.so.1", "");
  const auto copies = facts({{"LD_LIBRARY_PATH", "/nowhere::/conda/lib:/conda/lib"}}).cupti_on_path;
  ASSERT_THAT(copies, SizeIs(1));
  EXPECT_EQ(copies[0].path, "/conda/lib/libcupti.so.12");
  EXPECT_THAT(copies[0].real, EndsWith("/conda/lib/libcupti.so.2024.1.1"));
}

TEST(ProcessEnvironment, HasWhatTheShellGave) {
  ASSERT_EQ(setenv("ROOFLENS_TEST_VARIABLE", "a=b", 1), 0);
  EXPECT_EQ(process_environment().at("ROOFLENS_TEST_VARIABLE"), "a=b");
}

}  // namespace
}  // namespace rooflens::doctor

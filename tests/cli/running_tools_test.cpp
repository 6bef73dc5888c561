// Finding other tools in a fake process table.
#include "profiler/doctor/running_tools.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/cli/scratch_folder.hpp"

namespace rooflens::doctor {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class RunningTools : public ::testing::Test {
 protected:
  // A process; the words of its command line, each ended by a null byte.
  void start(int pid, const std::vector<std::string>& arguments, const std::string& comm) const {
    const fs::path folder = proc_.path() / std::to_string(pid);
    fs::create_directories(folder);
    std::ofstream command_line(folder / "cmdline", std::ios::binary);
    for (const std::string& argument : arguments) command_line << argument << '\0';
    std::ofstream(folder / "comm") << comm << '\n';
  }
  cli::ScratchFolder proc_;
};

TEST_F(RunningTools, AreNoneAmongOrdinaryProcesses) {
  start(1, {"/sbin/init"}, "init");
  start(2, {}, "kthreadd");
  start(3, {"vim", "ncu"}, "vim");
  start(4, {"/opt/ncurses"}, "ncurses");
  fs::create_directories(proc_ / "driver");
  EXPECT_THAT(running_tools(proc_.path()), IsEmpty());
  EXPECT_THAT(running_tools(proc_ / "nowhere"), IsEmpty());
}

TEST_F(RunningTools, AreFoundByTheirCommandLines) {
  start(30, {"/opt/nvidia/ncu", "--set", "full", "./app"}, "ncu");
  start(4, {"nv-hostengine", "-n"}, "nv-hostengine");
  start(5, {"/bin/sh", "/usr/local/cuda/bin/compute-sanitizer", "./app"}, "sh");
  start(6, {"cuda-gdb-minimal", "./app"}, "cuda-gdb-minima");
  start(7, {"nvidia-cuda-mps-control", "-d"}, "nvidia-cuda-mps");
  const auto tools = running_tools(proc_.path());
  ASSERT_THAT(tools, SizeIs(5));
  EXPECT_EQ(tools[0].pid, 4);
  EXPECT_EQ(tools[0].kind, ToolKind::dcgm);
  EXPECT_EQ(tools[1].program, "compute-sanitizer");
  EXPECT_EQ(tools[1].kind, ToolKind::debugger);
  EXPECT_EQ(tools[2].program, "cuda-gdb");
  EXPECT_EQ(tools[3].kind, ToolKind::mps);
  EXPECT_EQ(tools[4].program, "ncu");
  EXPECT_EQ(tools[4].kind, ToolKind::profiler);
  EXPECT_EQ(tools[4].pid, 30);
}

TEST_F(RunningTools, AreFoundByTheirNamesWhereTheCommandLineIsClosed) {
  start(8, {}, "nv-nsight-cu-cl");
  const auto tools = running_tools(proc_.path());
  ASSERT_THAT(tools, SizeIs(1));
  EXPECT_EQ(tools[0].program, "nv-nsight-cu-cli");
}

TEST_F(RunningTools, AreNotThisProcessItself) {
  start(50, {"rooflens", "profile", "--", "./app"}, "rooflens");
  start(51, {"rooflens", "run"}, "rooflens");
  start(52, {"rooflens", "report", "a.rlens"}, "rooflens");
  fs::create_symlink("50", proc_ / "self");
  const auto tools = running_tools(proc_.path());
  ASSERT_THAT(tools, SizeIs(1)) << "a report holds no counters";
  EXPECT_EQ(tools[0].pid, 51);
}

}  // namespace
}  // namespace rooflens::doctor

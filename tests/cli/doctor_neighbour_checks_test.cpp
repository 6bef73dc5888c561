// What the preflight says of other tools, and of the variables that they leave behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/healthy_facts.hpp"

namespace rooflens::doctor {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class NeighbourChecks : public ::testing::Test {
 protected:
  void expect(const std::string& id, Status status, const std::string& fact, const std::string& remedy = "") const {
    const Check check = checked(facts, id);
    EXPECT_EQ(name(check.status), name(status)) << check.fact;
    EXPECT_THAT(check.fact, HasSubstr(fact));
    EXPECT_THAT(check.remedy, HasSubstr(remedy));
  }
  Facts facts = healthy_facts();
};

TEST_F(NeighbourChecks, SeesNobody) {
  expect("profilers", Status::ok, "No other profiler or debugger runs.");
  EXPECT_THAT(checked(facts, "profilers").fact, Not(HasSubstr("container")));
  facts.system.container = "Docker";
  expect("profilers", Status::ok, "From a container only its own processes are seen.");
}

TEST_F(NeighbourChecks, NamesProfilersDebuggersAndLocks) {
  facts.system.tools = {{ToolKind::profiler, "nsys", 41}, {ToolKind::debugger, "cuda-gdb", 42}};
  facts.system.ncu_locks = {{"/tmp/lock.GPU-1", 43}, {"/tmp/lock.GPU-2", -1}};
  expect("profilers", Status::warning,
         "Other tools run: nsys (process 41), ncu, whose lock /tmp/lock.GPU-1 is held by process 43, ncu, whose lock "
         "/tmp/lock.GPU-2 is held by somebody, cuda-gdb (process 42).",
         "stop them");
}

TEST_F(NeighbourChecks, NamesVariablesOfOtherTools) {
  expect("environment", Status::ok, "No variable of another tool is set.");
  facts.system.environment = {
      {"CUDA_INJECTION64_PATH", "/opt/tool.so"}, {"KINETO_USE_DAEMON", "1"}, {"CUDA_LAUNCH_BLOCKING", "1"}};
  expect("environment", Status::warning, "CUDA_INJECTION64_PATH=/opt/tool.so loads another tool's library",
         "`unset CUDA_INJECTION64_PATH KINETO_USE_DAEMON CUDA_LAUNCH_BLOCKING`");
}

TEST_F(NeighbourChecks, LeavesHarmlessValuesAlone) {
  facts.system.environment = {{"CUDA_INJECTION64_PATH", "none"},
                              {"NVTX_INJECTION64_PATH", "/opt/lib/librooflens_inject.so"},
                              {"KINETO_LOG_LEVEL", "5"},
                              {"KINETO_USE_DAEMON", "0"},
                              {"CUDA_LAUNCH_BLOCKING", "0"}};
  expect("environment", Status::ok, "No variable of another tool is set.");
}

TEST_F(NeighbourChecks, SeesMps) {
  expect("mps", Status::ok, "MPS is not used.");
  facts.system.mps_pipe = true;
  expect("mps", Status::warning, "its control pipe exists", "nvidia-cuda-mps-control");
  facts.system.tools = {{ToolKind::mps, "nvidia-cuda-mps-server", 9}};
  expect("mps", Status::warning, "between processes: nvidia-cuda-mps-server (process 9).");
}

TEST_F(NeighbourChecks, MindsDcgmOnOldGpusOnly) {
  expect("dcgm", Status::ok, "No DCGM runs.");
  facts.system.tools = {{ToolKind::dcgm, "nv-hostengine", 7}};
  expect("dcgm", Status::ok, "DCGM runs: nv-hostengine (process 7). From Hopper on it needs no counters.");
  facts.driver->gpus[0].compute_capability = models::ComputeCapability{8, 9};
  expect("dcgm", Status::warning, "Older than Hopper: GPU 0 (NVIDIA H200).", "dcgmi profile --pause");
  facts.driver->gpus[0].compute_capability.reset();
  expect("dcgm", Status::unknown, "DCGM runs: nv-hostengine (process 7).");
}

}  // namespace
}  // namespace rooflens::doctor

// What the preflight says of who may read counters, and of machines that offer none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiler/doctor/permission_help.hpp"
#include "tests/cli/healthy_facts.hpp"

namespace rooflens::doctor {
namespace {

using collect::cupti::ProbeAnswer;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::uint64_t kAdmin = 1ULL << 21;
constexpr std::uint64_t kPerfmon = 1ULL << 38;

class AccessChecks : public ::testing::Test {
 protected:
  void expect(const std::string& id, Status status, const std::string& fact, const std::string& remedy = "") const {
    const Check check = checked(facts, id);
    EXPECT_EQ(name(check.status), name(status)) << check.fact;
    EXPECT_THAT(check.fact, HasSubstr(fact));
    EXPECT_THAT(check.remedy, HasSubstr(remedy));
  }
  void answer(ProbeAnswer what, const std::string& reason, const std::string& remedy = "") {
    facts.probes = {{.device = 0, .answer = what, .chip = {}, .reason = reason, .remedy = remedy}};
  }
  Facts facts = healthy_facts();
};

TEST_F(AccessChecks, LetsEverybodyRead) {
  facts.probes.clear();
  expect("permission", Status::ok,
         "The driver lets every user read counters (RmProfilingAdminOnly: 0); this process is user 1000 without "
         "CAP_SYS_ADMIN and CAP_PERFMON.");
}

TEST_F(AccessChecks, RefusesAnOrdinaryUser) {
  facts.probes.clear();
  facts.system.counters_for_admins_only = true;
  facts.system.container = "Docker";
  expect("permission", Status::problem, "(RmProfilingAdminOnly: 1); this process is user 1000 without");
  expect("permission", Status::problem, ", in a container (Docker).");
  EXPECT_EQ(checked(facts, "permission").remedy, kPermissionHelp);
}

TEST_F(AccessChecks, LetsAnAdministratorRead) {
  facts.probes.clear();
  facts.system.counters_for_admins_only = true;
  facts.system.capabilities = kAdmin;
  expect("permission", Status::ok, "user 1000 with CAP_SYS_ADMIN.");
  facts.system.user_namespace = true;
  expect("permission", Status::unknown, "in a user namespace", "CAP_SYS_ADMIN");
}

TEST_F(AccessChecks, TakesPerfmonFromDriver565On) {
  facts.probes.clear();
  facts.system.counters_for_admins_only = true;
  facts.system.capabilities = kPerfmon;
  facts.driver->version = "565.57.01";
  expect("permission", Status::ok, "with CAP_PERFMON.");
  facts.driver->version = "560.35.03";
  expect("permission", Status::problem, "with CAP_PERFMON, which the driver takes from version 565 on.");
}

TEST_F(AccessChecks, DoesNotKnowWhatTheDriverDoesNotSay) {
  facts.probes.clear();
  facts.system.counters_for_admins_only.reset();
  expect("permission", Status::unknown, "The driver does not say who may read counters");
  facts.system.capabilities = kAdmin;
  expect("permission", Status::ok, "The driver does not say who may read counters");
  facts.system.counters_for_admins_only = true;
  facts.system.capabilities.reset();
  expect("permission", Status::unknown, "user 1000 with unknown capabilities");
}

TEST_F(AccessChecks, BelievesCuptiMoreThanTheFiles) {
  answer(ProbeAnswer::denied, "INSUFFICIENT_PRIVILEGES (35)");
  expect("permission", Status::problem, "every user read counters (RmProfilingAdminOnly: 0)", "NVreg_Restrict");
  expect("permission", Status::problem, "CUPTI refuses: INSUFFICIENT_PRIVILEGES (35).");
  EXPECT_EQ(checked(facts, "counters").id, "absent") << "one problem is told once";
  facts.probes = healthy_facts().probes;
  facts.system.counters_for_admins_only = true;
  expect("permission", Status::ok, "only administrators");
}

TEST_F(AccessChecks, SaysWhatCuptiOffered) {
  expect("counters", Status::ok, "CUPTI offers counters on device 0 (GH100).");
  facts.probes.clear();
  expect("counters", Status::unknown, "CUPTI was not asked");
}

TEST_F(AccessChecks, NamesWhoMayHoldTheCounters) {
  answer(ProbeAnswer::unavailable, "HARDWARE_BUSY (26)", "another profiler holds the counters");
  facts.system.tools = {{ToolKind::profiler, "ncu", 42}, {ToolKind::dcgm, "nv-hostengine", 7}};
  expect("counters", Status::problem, "on device 0: HARDWARE_BUSY (26). Running: ncu (process 42)", "another profiler");
  answer(ProbeAnswer::failed, "no memory");
  expect("counters", Status::problem, "on device 0: no memory.", "--no-counters");
}

TEST_F(AccessChecks, IsPlainHardware) { expect("platform", Status::ok, "No vGPU"); }

TEST_F(AccessChecks, SeesConfidentialComputing) {
  facts.driver->confidential->enabled = true;
  facts.probes.clear();
  expect("platform", Status::problem, "The GPU runs in confidential-computing mode.", "devtools");
  facts.driver->confidential->developer_tools = true;
  expect("platform", Status::warning, "with developer tools allowed");
  facts.probes = healthy_facts().probes;
  expect("platform", Status::ok, "CUPTI offers counters all the same");
}

TEST_F(AccessChecks, SeesVirtualGpusAndWsl) {
  facts.probes.clear();
  facts.driver->gpus[0].virtualization = device::Virtualization::vgpu;
  facts.system.wsl = true;
  expect("platform", Status::warning, "The GPU is a virtual one (vGPU); this is WSL.", "enable_profiling=1");
  facts.driver->gpus[0].virtualization = device::Virtualization::passthrough;
  EXPECT_THAT(checked(facts, "platform").fact, Not(HasSubstr("vGPU")));
}

TEST_F(AccessChecks, SeesMig) {
  expect("mig", Status::ok, "MIG is off.");
  facts.driver->gpus[0].mig.reset();
  expect("mig", Status::ok, "These GPUs have no MIG.");
  facts.driver->gpus[0].mig = true;
  expect("mig", Status::warning, "MIG splits GPU 0 (NVIDIA H200).", "without MIG");
  EXPECT_THAT(checked(facts, "mig").consequence, HasSubstr("L2, DRAM"));
}

}  // namespace
}  // namespace rooflens::doctor

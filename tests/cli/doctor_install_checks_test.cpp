// What the preflight says of the driver, its GPUs, CUPTI and our own library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/healthy_facts.hpp"

namespace rooflens::doctor {
namespace {

using ::testing::HasSubstr;

class InstallChecks : public ::testing::Test {
 protected:
  // The check `id` has this status, says this, and advises that.
  void expect(const std::string& id, Status status, const std::string& fact, const std::string& remedy = "") const {
    const Check check = checked(facts, id);
    EXPECT_EQ(name(check.status), name(status)) << check.fact;
    EXPECT_THAT(check.fact, HasSubstr(fact));
    EXPECT_THAT(check.remedy, HasSubstr(remedy));
    if (status == Status::problem || status == Status::warning) {
      EXPECT_NE(check.consequence, "") << check.fact;
      EXPECT_NE(check.remedy, "") << check.fact;
    }
  }
  device::DriverFacts& driver() { return *facts.driver; }
  Facts facts = healthy_facts();
};

TEST_F(InstallChecks, NamesTheVersionsOfTheDriver) {
  expect("driver", Status::ok, "The driver 580.95.05 supports CUDA 13.0; this rooflens was built for CUDA 13.0.");
}

TEST_F(InstallChecks, MissesTheDriver) {
  driver().found_at.clear();
  driver().refusal = "libcuda.so.1: cannot open";
  driver().version.clear();
  expect("driver", Status::problem, "There is no NVIDIA driver here: libcuda.so.1: cannot open.", "Install the driver");
  facts.system.container = "Docker";
  expect("driver", Status::problem, "There is no NVIDIA driver", "--gpus all");
  driver().version = "580.95.05";
  expect("driver", Status::problem, "The kernel runs the NVIDIA driver 580.95.05, but its library is not here");
  for (const char* id : {"gpus", "permission", "counters", "platform"}) EXPECT_EQ(checked(facts, id).id, "absent");
}

TEST_F(InstallChecks, SeesADriverThatWasUpdatedUnderItself) {
  driver().nvml_refusal = "Driver/library version mismatch (18)";
  expect("driver", Status::problem, "Driver/library version mismatch (18)", "Reboot");
}

TEST_F(InstallChecks, ComparesTheCudaVersionsOfDriverAndBuild) {
  driver().cuda_version = 12040;
  expect("driver", Status::problem, "supports CUDA 12.4; this rooflens was built for CUDA 13.0", "Update the driver");
  driver().built_for = 13010;
  driver().cuda_version = 13000;
  expect("driver", Status::warning, "supports CUDA 13.0; this rooflens was built for CUDA 13.1", "Update the driver");
  driver().cuda_version = 14000;
  expect("driver", Status::ok, "supports CUDA 14.0");
  driver().cuda_version.reset();
  expect("driver", Status::unknown, "does not say which CUDA it supports");
}

TEST_F(InstallChecks, ExplainsADriverThatDoesNotStart) {
  driver().start = device::DriverStart{.result = 802, .name = "CUDA_ERROR_SYSTEM_NOT_READY", .devices = 0};
  expect("driver", Status::problem, "CUDA_ERROR_SYSTEM_NOT_READY (802)", "nvidia-fabricmanager");
  driver().start = device::DriverStart{.result = 4242, .name = "CUDA_ERROR_ODD", .devices = 0};
  expect("driver", Status::problem, "CUDA_ERROR_ODD (4242)", "nvidia-smi");
}

TEST_F(InstallChecks, NamesTheGpus) {
  driver().gpus.push_back(driver().gpus.front());
  expect("gpus", Status::ok, "CUDA shows this process 1 of 2 GPUs: GPU 0 (NVIDIA H200), GPU 1 (NVIDIA H200).");
  facts.system.environment["CUDA_VISIBLE_DEVICES"] = "1";
  expect("gpus", Status::ok, "1 of 2 GPUs (CUDA_VISIBLE_DEVICES is \"1\"): ");
  driver().start.reset();
  expect("gpus", Status::ok, "Installed: 2 GPUs (CUDA_VISIBLE_DEVICES is \"1\"): ");
}

TEST_F(InstallChecks, SeesHiddenGpusBeforeCudaStarts) {
  driver().start.reset();
  for (const char* value : {"", "-1", "NoDevFiles"}) {
    facts.system.environment["CUDA_VISIBLE_DEVICES"] = value;
    expect("gpus", Status::problem, "none of 1 GPU (CUDA_VISIBLE_DEVICES is ", "Unset CUDA_VISIBLE_DEVICES");
  }
}

TEST_F(InstallChecks, SeesThatCudaFindsNoGpu) {
  driver().start = device::DriverStart{.result = 100, .name = "CUDA_ERROR_NO_DEVICE", .devices = 0};
  expect("gpus", Status::problem, "CUDA shows this process none of 1 GPU.", "nvidia-smi");
  EXPECT_EQ(checked(facts, "driver").status, Status::ok) << "the driver is not to blame";
  driver().start.reset();
  driver().gpus.clear();
  expect("gpus", Status::problem, "The driver knows no GPU.", "lspci");
}

TEST_F(InstallChecks, DoesNotCountGpusWithoutNvml) {
  driver().gpus.clear();
  driver().nvml_refusal = "libnvidia-ml.so.1: cannot open";
  expect("gpus", Status::ok, "CUDA shows this process 1 GPU.");
  driver().start.reset();
  expect("gpus", Status::unknown, "not counted: libnvidia-ml.so.1: cannot open", "NVIDIA_DRIVER_CAPABILITIES");
}

TEST_F(InstallChecks, SeesGpusThatAreTooOldOrClosed) {
  driver().gpus[0].compute_capability = models::ComputeCapability{7, 0};
  expect("gpus", Status::problem, "Older than compute capability 7.5: GPU 0 (NVIDIA H200)", "Turing");
  driver().gpus.push_back(healthy_facts().driver->gpus[0]);
  expect("gpus", Status::warning, "Older than compute capability 7.5: GPU 0 (NVIDIA H200).", "Turing");
  driver().gpus[1].compute_prohibited = true;
  expect("gpus", Status::problem, "7.5: GPU 0 (NVIDIA H200). Closed to CUDA by the compute mode: GPU 1 (NVIDIA H200).");
  driver().gpus[0] = healthy_facts().driver->gpus[0];
  expect("gpus", Status::warning, "Closed to CUDA by the compute mode: GPU 1", "--compute-mode=DEFAULT");
}

TEST_F(InstallChecks, SaysWhichCuptiIsUsed) {
  expect("cupti", Status::ok,
         "CUPTI 130001 (needed: 130001 or later) is /cuda/lib/libcupti.so.13; its host library is "
         "/cuda/lib/libnvperf_host.so.");
  facts.cupti->host_library = "/elsewhere/libnvperf_host.so";
  expect("cupti", Status::warning, "its host library is /elsewhere/libnvperf_host.so", "ROOFLENS_CUPTI");
}

TEST_F(InstallChecks, DoubtsACuptiOfAnOlderCuda) {
  facts.cupti->version = 26;
  expect("cupti", Status::warning, "CUPTI 26 (needed: 130001 or later) is /cuda/lib/libcupti.so.13",
         "Install the CUPTI");
}

TEST_F(InstallChecks, MissesCupti) {
  facts.cupti = collect::cupti::LibraryFacts{};
  facts.cupti->refusal = "libcupti.so.13 was not found";
  facts.cupti->remedy = "install it";
  expect("cupti", Status::problem, "libcupti.so.13 was not found.", "install it.");
  EXPECT_EQ(checked(facts, "counters").id, "absent");
}

TEST_F(InstallChecks, SeesAnotherCupti) {
  expect("other-cupti", Status::ok, "No other CUPTI");
  facts.system.cupti_on_path = {{"/cuda/lib64/libcupti.so.13", "/cuda/lib/libcupti.so.2025.3.1"}};
  expect("other-cupti", Status::ok, "No other CUPTI");
  facts.system.cupti_on_path.push_back({"/conda/lib/libcupti.so.12", "/conda/lib/libcupti.so.12"});
  expect("other-cupti", Status::warning, "LD_LIBRARY_PATH also leads to /conda/lib/libcupti.so.12.", "LD_LIBRARY_PATH");
}

TEST_F(InstallChecks, MissesItsOwnLibrary) {
  expect("injection", Status::ok, "/opt/lib/librooflens_inject.so");
  facts.injection.reset();
  expect("injection", Status::warning, "/opt/bin/librooflens_inject.so, /opt/lib/librooflens_inject.so",
         "ROOFLENS_INJECT");
}

TEST_F(InstallChecks, SaysThatABuildWithoutCudaCollectsNothing) {
  facts = Facts{};
  expect("build", Status::problem, "built without CUDA", "rooflens report");
  EXPECT_FALSE(counters_can_be_collected(diagnose(facts)));
  EXPECT_EQ(checked(healthy_facts(), "build").id, "absent");
}

}  // namespace
}  // namespace rooflens::doctor

#include "tests/cli/healthy_facts.hpp"

namespace rooflens::doctor {

Facts healthy_facts() {
  Facts facts;
  facts.system.counters_for_admins_only = false;
  facts.system.capabilities = 0;
  facts.system.uid = 1000;

  device::NvmlState gpu;
  gpu.name = "NVIDIA H200";
  gpu.uuid = "GPU-1";
  gpu.compute_capability = models::ComputeCapability{9, 0};
  gpu.mig = false;
  gpu.persistence = true;
  gpu.compute_prohibited = false;
  gpu.virtualization = device::Virtualization::none;
  gpu.clocks.sm = models::megahertz(345);
  gpu.clocks.throttle_reasons = {device::kChosenClock};
  gpu.sm_clock_maximum = models::megahertz(1980);
  device::DriverFacts driver;
  driver.found_at = "/usr/lib/libcuda.so.1";
  driver.version = "580.95.05";
  driver.cuda_version = 13000;
  driver.built_for = 13000;
  driver.gpus = {gpu};
  driver.start = device::DriverStart{.result = 0, .name = {}, .devices = 1};
  driver.confidential = device::NvmlConfidential{};
  facts.driver = driver;

  collect::cupti::LibraryFacts cupti;
  cupti.path = "/cuda/lib/libcupti.so.13";
  cupti.real_path = "/cuda/lib/libcupti.so.2025.3.1";
  cupti.version = 130001;
  cupti.built_for = 130001;
  cupti.host_library = "/cuda/lib/libnvperf_host.so";
  facts.cupti = cupti;

  collect::cupti::ProbeFacts probe;
  probe.answer = collect::cupti::ProbeAnswer::counters;
  probe.chip = "GH100";
  facts.probes = {probe};
  facts.injection_places = {"/opt/bin/librooflens_inject.so", "/opt/lib/librooflens_inject.so"};
  facts.injection = "/opt/lib/librooflens_inject.so";
  return facts;
}

Check checked(const Facts& facts, const std::string& id) {
  for (const Check& check : diagnose(facts)) {
    if (check.id == id) return check;
  }
  return {"absent", Status::unknown, "", "", ""};
}

}  // namespace rooflens::doctor

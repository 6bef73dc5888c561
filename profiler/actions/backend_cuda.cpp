// The backend that stands on CUDA, CUPTI and NVML.
#include "profiler/actions/backend.hpp"

#include <algorithm>

#include "kernels/ceiling/device_prober.hpp"
#include "kernels/ceiling/link_probe.hpp"
#include "kernels/device/error.hpp"
#include "profiler/actions/child_process.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/injected_library.hpp"
#include "profiler/bench/cupti_collector.hpp"
#include "profiler/bench/cupti_stall_sampling.hpp"
#include "profiler/bench/timing_collector.hpp"
#include "profiler/device/device.hpp"

namespace rooflens::actions {
namespace {

// A missing device is an error of the command line. What the collector throws, dispatch() explains.
template <class Work>
auto translated(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const device::NoDevice& error) {
    throw CommandError(kNoDevice, error.what(), error.remedy());
  }
}

class CudaBackend final : public Backend {
 public:
  [[nodiscard]] int device_count() const override {
    return translated([] { return device::device_count(); });
  }
  [[nodiscard]] models::DeviceProperties query(int index) const override {
    return translated([&] { return device::query(index); });
  }
  [[nodiscard]] models::ClockSample sample_clocks(int index) const override { return device::sample_clocks(index); }
  [[nodiscard]] std::optional<bool> counters_for_admins_only() const override {
    return doctor::counters_for_admins_only();
  }
  [[nodiscard]] doctor::Facts gather_facts(doctor::Probe probe) const override {
    doctor::Facts facts;
    facts.system = doctor::gather_system_facts();
    facts.driver = device::gather_driver_facts(probe != doctor::Probe::none);
    facts.cupti = collect::cupti::gather_library_facts();
    if (facts.driver->start && facts.driver->start->result == 0) {
      const int devices = facts.driver->start->devices;
      facts.probes = collect::cupti::probe_counters(probe == doctor::Probe::first ? std::min(1, devices) : devices);
    }
    facts.injection_places = injected_library_places();
    facts.injection = find_injected_library(facts.injection_places);
    return facts;
  }
  void select(int index) const override { device::select(index); }
  [[nodiscard]] models::Bytes free_memory() const override { return device::free_memory(); }
  [[nodiscard]] kernels::PrepareFunction find_prepare(std::string_view kernel) const override {
    return kernels::find_prepare(kernel);
  }
  [[nodiscard]] std::unique_ptr<collect::Collector> make_collector(const CollectorChoice& choice,
                                                                   int index) const override {
    const auto clocks = [index] { return device::sample_clocks(index); };
    if (choice.name == "none") return collect::cupti::make_timing_collector(clocks);
    collect::cupti::CuptiOptions options{.device = index, .sass = choice.sass, .waits = choice.waits};
    if (choice.replay == "kernel") options.replay = collect::cupti::RangeReplay::kernel;
    return collect::cupti::make_cupti_collector(options, clocks);
  }
  [[nodiscard]] std::unique_ptr<collect::StallSampling> make_stall_sampling() const override {
    return collect::cupti::make_stall_sampling();
  }
  [[nodiscard]] std::unique_ptr<kernels::ceiling::Prober> make_prober() const override {
    return kernels::ceiling::make_device_prober();
  }
  [[nodiscard]] MeasuredLinks measure_links(int index) const override {
    MeasuredLinks result;
    const int devices = device_count();
    for (int other = -1; other < devices; ++other) {
      if (other == index) continue;
      const auto peer = other < 0 ? std::nullopt : std::optional(other);
      const std::string name = peer ? device::query(*peer).uuid : std::string(models::kHostPeer);
      try {
        const kernels::ceiling::LinkSweeps swept = kernels::ceiling::sweep_links(index, peer);
        const models::LinkKind kind = device::link_kind(index, peer, swept.peer_access);
        for (const models::LinkSweep& sweep : swept.sweeps) {
          std::optional<models::Link> link = models::link_of(sweep);
          if (!link) continue;
          link->peer = name;
          link->kind = kind;
          result.links.push_back(std::move(*link));
        }
      } catch (const kernels::DeviceError& error) {
        result.refused.push_back({"link to " + name, error.what()});
      }
    }
    return result;
  }
  [[nodiscard]] std::string measure_in_child(const std::vector<std::string>& arguments) const override {
    return run_own_executable(arguments);
  }
  [[nodiscard]] std::string cupti_version() const override { return collect::cupti::cupti_version(); }
  [[nodiscard]] std::vector<collect::cupti::ChipPasses> group_passes(const std::string& chip) const override {
    return collect::cupti::group_passes(chip);
  }
};

}  // namespace

std::unique_ptr<Backend> make_backend() { return std::make_unique<CudaBackend>(); }

}  // namespace rooflens::actions

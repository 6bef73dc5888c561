// What the commands need of a GPU machine. The real one stands on CUDA; builds without CUDA have one that explains
// itself; tests write their own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ceiling/prober.hpp"
#include "kernels/device/prepared.hpp"
#include "models/base/clock.hpp"
#include "models/record/machine.hpp"
#include "profiler/bench/collector.hpp"
#include "profiler/bench/stall_sampling.hpp"
#include "profiler/cupti/group_passes.hpp"
#include "profiler/doctor/doctor_facts.hpp"

namespace rooflens::actions {

/// Options of the counter collector, as the command line has them.
struct CollectorChoice {
  std::string name = "cupti";   ///< "cupti" or "none"
  std::string replay = "user";  ///< "user" or "kernel"
  bool sass = true;             ///< counters that need patched code
  bool waits = false;           ///< loads in flight too
};

/// Of one GPU to the host and to every other GPU that CUDA shows.
struct MeasuredLinks {
  std::vector<models::Link> links;
  std::vector<models::Refusal> refused;
};

class Backend {
 public:
  virtual ~Backend() = default;
  /// Number of devices; throws CommandError (kNoDevice) when there is none.
  [[nodiscard]] virtual int device_count() const = 0;
  [[nodiscard]] virtual models::DeviceProperties query(int device) const = 0;
  [[nodiscard]] virtual models::ClockSample sample_clocks(int device) const = 0;
  /// Whether only administrators may read counters; nothing if the driver does not say.
  [[nodiscard]] virtual std::optional<bool> counters_for_admins_only() const = 0;
  /// Everything that decides whether counters can be collected. Never throws for something missing; CUDA is initialised
  /// and contexts are made only where the probe asks for it.
  [[nodiscard]] virtual doctor::Facts gather_facts(doctor::Probe probe) const = 0;
  /// Makes the device current.
  virtual void select(int device) const = 0;
  [[nodiscard]] virtual models::Bytes free_memory() const = 0;
  /// The device half of a kernel, or nullptr when this build has none.
  [[nodiscard]] virtual kernels::PrepareFunction find_prepare(std::string_view kernel) const = 0;
  /// A collector on the selected device; throws collect::PermissionDenied or collect::Unavailable.
  [[nodiscard]] virtual std::unique_ptr<collect::Collector> make_collector(const CollectorChoice& choice,
                                                                           int device) const = 0;
  /// Samples of warps on the selected device, while it lives: after a collector was made, before it captures. Throws
  /// collect::PermissionDenied or collect::Unavailable.
  [[nodiscard]] virtual std::unique_ptr<collect::StallSampling> make_stall_sampling() const = 0;
  /// What measures roofs on the selected device.
  [[nodiscard]] virtual std::unique_ptr<kernels::ceiling::Prober> make_prober() const = 0;
  /// Copies between that device and the host, and each of the others. Throws nothing for a link that cannot be used.
  [[nodiscard]] virtual MeasuredLinks measure_links(int device) const = 0;
  /// This program with these arguments in a process of its own; what it writes to stdout. Throws CommandError.
  [[nodiscard]] virtual std::string measure_in_child(const std::vector<std::string>& arguments) const = 0;
  /// CUPTI's version, empty without it.
  [[nodiscard]] virtual std::string cupti_version() const = 0;
  /// Passes of the counter groups on every chip that CUPTI knows, or on one (`chip` not empty); needs no GPU. Throws
  /// collect::Unavailable without CUPTI or for a chip that it does not know.
  [[nodiscard]] virtual std::vector<collect::cupti::ChipPasses> group_passes(const std::string& chip) const = 0;
};

/// The backend of this build.
[[nodiscard]] std::unique_ptr<Backend> make_backend();

}  // namespace rooflens::actions

// A GPU machine for tests: says what it is told to say, and writes down what it was asked. Its kernels compute nothing.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "profiler/actions/backend.hpp"
#include "profiler/cli/command.hpp"
#include "tests/assemble/fake_collector.hpp"
#include "tests/cli/healthy_facts.hpp"

namespace rooflens::cli {

/// How the machine behaves; a test changes what it is about.
struct FakeMachine {
  models::DeviceProperties device;  ///< an H200 unless changed
  models::Bytes free_memory{128.0 * 1024 * 1024 * 1024};
  std::set<std::string> wrong;                    ///< kernels whose results do not verify
  std::set<std::string> without_device_code;      ///< kernels that this build lacks
  std::vector<kernels::WarpEvent> block_events;   ///< what every kernel says of its last launch
  doctor::Facts facts = doctor::healthy_facts();  ///< of the preflight
  bool any_device = true;                         ///< false: there is no GPU
  /// What each point of a probe reaches, per second (seconds for times); probes that are not here do not run.
  std::map<std::string, std::vector<double>> probes;
  std::vector<kernels::ceiling::InFlight> in_flight;  ///< of the points of "latency-roof"
  actions::MeasuredLinks links;
  double drift = 0;  ///< every measuring process reaches so much more than the one before it, relatively
  std::function<void()> before_collector = [] {};
  bool samples_warps = true;  ///< false: PC sampling is refused
  collect::FakeAnswer answer = [](std::size_t, const collect::Request& r) { return collect::plain_capture(r); };
};

/// One at a time: kernels are prepared through plain functions, which find the machine by a global.
class FakeBackend final : public Backend {
 public:
  struct Log {
    std::vector<std::string> prepared;                 ///< "sgemm/tiled n=64", in order
    std::vector<std::string> kernel_calls;             ///< "reset poison", "launch", "verify", "reset"
    std::vector<actions::CollectorChoice> collectors;  ///< choices that a collector was asked for with
    std::vector<doctor::Probe> probes;                 ///< how far the preflight was asked to go
    std::vector<Arguments> children;                   ///< command lines of measuring processes
    std::vector<std::string> sampled;                  ///< kernels whose warps were sampled
    std::vector<std::string> settled;                  ///< probes that were run until their clock was steady
    std::vector<std::string> selected;                 ///< "device", once for each choice
    std::size_t alive = 0;                             ///< prepared kernels that hold memory now
    std::size_t most_alive = 0;
  };

  FakeBackend();
  ~FakeBackend() override;

  FakeMachine machine;
  mutable Log log;
  mutable collect::FakeLog collected;

  [[nodiscard]] int device_count() const override;
  [[nodiscard]] models::DeviceProperties query(int device) const override;
  [[nodiscard]] models::ClockSample sample_clocks(int device) const override;
  [[nodiscard]] std::optional<bool> counters_for_admins_only() const override { return true; }
  [[nodiscard]] doctor::Facts gather_facts(doctor::Probe probe) const override;
  void select(int) const override { log.selected.emplace_back("device"); }
  [[nodiscard]] models::Bytes free_memory() const override { return machine.free_memory; }
  [[nodiscard]] kernels::PrepareFunction find_prepare(std::string_view kernel) const override;
  [[nodiscard]] std::unique_ptr<collect::Collector> make_collector(const actions::CollectorChoice& choice,
                                                                   int) const override;
  [[nodiscard]] std::unique_ptr<collect::StallSampling> make_stall_sampling() const override;
  [[nodiscard]] std::unique_ptr<kernels::ceiling::Prober> make_prober() const override;
  [[nodiscard]] actions::MeasuredLinks measure_links(int) const override { return machine.links; }
  [[nodiscard]] std::string measure_in_child(const Arguments& arguments) const override;
  [[nodiscard]] std::string cupti_version() const override { return "130001"; }
  [[nodiscard]] std::vector<collect::cupti::ChipPasses> group_passes(const std::string& chip) const override;
};

/// What dispatch() did with a command line.
struct Outcome {
  int code;
  std::string out;
  std::string err;
};

/// "n=1,2,3" for 3: a sweep of so many sizes.
[[nodiscard]] std::string sizes(int count);

[[nodiscard]] Outcome dispatched(const FakeBackend& backend, const Arguments& arguments);

}  // namespace rooflens::cli

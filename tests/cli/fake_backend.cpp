#include "tests/cli/fake_backend.hpp"

#include <algorithm>
#include <sstream>

#include "models/roofs/probe.hpp"
#include "profiler/actions/command_error.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::cli {
namespace {

const FakeBackend* current = nullptr;
std::string wanted;  ///< the kernel that was looked up last: prepare functions are not told

class FakePrepared final : public kernels::Prepared {
 public:
  explicit FakePrepared(bool wrong) : wrong_(wrong) {
    FakeBackend::Log& log = current->log;
    log.most_alive = std::max(log.most_alive, ++log.alive);
  }
  ~FakePrepared() override { --current->log.alive; }
  void launch() override { current->log.kernel_calls.emplace_back("launch"); }
  void reset(bool poison) override { current->log.kernel_calls.emplace_back(poison ? "reset poison" : "reset"); }
  [[nodiscard]] std::vector<models::Launch> launches() const override {
    models::Launch launch;
    launch.function = "fake";
    launch.grid = {64, 1, 1};
    launch.block = {256, 1, 1};
    launch.registers_per_thread = 16;
    return {launch};
  }
  [[nodiscard]] models::Verification verify() override {
    current->log.kernel_calls.emplace_back("verify");
    if (wrong_) return {models::VerificationStatus::mismatch, "element 17 is 3.5, expected 2.25"};
    return {models::VerificationStatus::verified, "every element equals the CPU reference"};
  }

  [[nodiscard]] std::vector<kernels::WarpEvent> block_events() override {
    current->log.kernel_calls.emplace_back("block events");
    return current->machine.block_events;
  }

 private:
  bool wrong_;
};

// Every launch lasts a millisecond, at a clock of 1.5 GHz.
class FakeProber final : public kernels::ceiling::Prober {
 public:
  [[nodiscard]] kernels::ceiling::DesignSpace design_space(std::string_view probe) override {
    kernels::ceiling::DesignSpace space;
    const auto known = current->machine.probes.find(std::string(probe));
    if (known == current->machine.probes.end()) return {{}, "the fake GPU has no such pipe"};
    if (probe == models::kLatencySweep.id) space.in_flight = current->machine.in_flight;
    for (std::size_t i = 0; i < known->second.size(); ++i) space.points.push_back("point " + std::to_string(i));
    return space;
  }
  [[nodiscard]] kernels::ceiling::Timing measure(std::string_view probe, std::size_t point) override {
    const double value = current->machine.probes.at(std::string(probe)).at(point) *
                         (1 + current->machine.drift * static_cast<double>(current->log.children.size()));
    const models::ProbeInfo* info = models::find_probe(probe);
    if (info && info->unit == "s") return {.work = 1, .time = models::Seconds(value), .clock = {}};
    return {.work = value * 1e-3, .time = models::Seconds(1e-3), .clock = models::megahertz(1500)};
  }
  [[nodiscard]] bool settle(std::string_view probe, std::size_t) override {
    current->log.settled.emplace_back(probe);
    return false;
  }
  [[nodiscard]] std::optional<kernels::ceiling::Execution> execution(std::string_view probe,
                                                                     std::size_t point) override {
    return kernels::ceiling::Execution{measure(probe, point).work, [] {}};
  }
};

std::unique_ptr<kernels::Prepared> prepare(const kernels::Problem& problem) {
  std::string text = wanted;
  for (const auto& [name, value] : problem.values()) text += " " + name + "=" + std::to_string(value);
  current->log.prepared.push_back(text);
  return std::make_unique<FakePrepared>(current->machine.wrong.contains(wanted));
}

// Seven samples of the kernel itself and three of what resets it.
class FakeSampling final : public collect::StallSampling {
 public:
  explicit FakeSampling(FakeBackend::Log& log) : log_(log) {}
  std::vector<models::FunctionProfile> sample(const collect::Request& request) override {
    log_.sampled.push_back(request.name);
    request.launch();
    models::FunctionProfile own, other;
    own.function = "void (anonymous namespace)::fake<int>(float*)";
    own.instructions.push_back({.offset = 16, .file = {}, .line = 0, .values = {{"stall.wait", 7}}});
    other.function = "rooflens::fill(float*)";
    other.instructions.push_back({.offset = 0, .file = {}, .line = 0, .values = {{"stall.wait", 3}}});
    return {own, other};
  }
  [[nodiscard]] bool lost_some() const override { return false; }

 private:
  FakeBackend::Log& log_;
};

}  // namespace

FakeBackend::FakeBackend() {
  machine.device = fixtures::simulated_h200().device;
  current = this;
}

FakeBackend::~FakeBackend() { current = nullptr; }

int FakeBackend::device_count() const {
  if (!machine.any_device) throw CommandError(kNoDevice, "there is no fake GPU", "plug one in");
  return 1;
}

models::DeviceProperties FakeBackend::query(int device) const {
  if (device >= device_count()) throw CommandError(kNoDevice, "there is no device " + std::to_string(device), "count");
  return machine.device;
}

models::ClockSample FakeBackend::sample_clocks(int) const {
  models::ClockSample sample;
  sample.sm = models::megahertz(1980);
  return sample;
}

doctor::Facts FakeBackend::gather_facts(doctor::Probe probe) const {
  log.probes.push_back(probe);
  return machine.facts;
}

kernels::PrepareFunction FakeBackend::find_prepare(std::string_view kernel) const {
  if (machine.without_device_code.contains(std::string(kernel))) return nullptr;
  wanted = kernel;
  return prepare;
}

std::unique_ptr<collect::Collector> FakeBackend::make_collector(const actions::CollectorChoice& choice, int) const {
  log.collectors.push_back(choice);
  machine.before_collector();
  return std::make_unique<collect::FakeCollector>(collected, machine.answer);
}

std::unique_ptr<collect::StallSampling> FakeBackend::make_stall_sampling() const {
  if (!machine.samples_warps) throw collect::Unavailable("no sampling here", "");
  return std::make_unique<FakeSampling>(log);
}

std::unique_ptr<kernels::ceiling::Prober> FakeBackend::make_prober() const { return std::make_unique<FakeProber>(); }

std::string FakeBackend::measure_in_child(const Arguments& arguments) const {
  log.children.push_back(arguments);
  const Outcome outcome = dispatched(*this, arguments);
  if (outcome.code != 0) throw CommandError(kFailure, outcome.err);
  return outcome.out;
}

std::vector<collect::cupti::ChipPasses> FakeBackend::group_passes(const std::string& chip) const {
  if (!chip.empty() && chip != "FAKE") throw collect::UnknownChip("CUPTI knows no chip named " + chip, "chips: FAKE");
  return {{.chip = "FAKE",
           .quick = 2,
           .pipes = 1,
           .waits = 1,
           .tensor = 3,
           .refused = {{"dram__bytes.sum", "not on this chip"}}}};
}

std::string sizes(int count) {
  std::string text = "n=1";
  for (int n = 2; n <= count; ++n) text += "," + std::to_string(n);
  return text;
}

Outcome dispatched(const FakeBackend& backend, const Arguments& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = dispatch(backend, arguments, {.out = out, .err = err});
  return {code, out.str(), err.str()};
}

}  // namespace rooflens::cli

#include "kernels/ceiling/device_prober.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "kernels/ceiling/event_pair.cuh"
#include "kernels/ceiling/hold.cuh"
#include "kernels/ceiling/launch_probe.cuh"
#include "kernels/ceiling/trial.cuh"
#include "kernels/device/buffer.cuh"
#include "models/roofs/probe.hpp"

namespace rooflens::kernels::ceiling {
namespace {

constexpr models::Seconds kLongEnough(2e-3);  // a launch: its own overhead is then a thousandth
constexpr models::Seconds kWarmUp(0.3);       // until clocks have risen
constexpr models::Seconds kSettling(0.4);     // until the power limit has found the clock that it allows
constexpr double kFullClock = 0.985;          // at this share of the maximum nothing limits
constexpr int kMostIterations = 1 << 24;
constexpr std::int64_t kMostMemory = std::int64_t{12} << 30;
constexpr std::int64_t kMemoryUnit = std::int64_t{96} << 20;  // thirds, halves and quarters of it are whole tiles
constexpr int kMostBlocksPerSm = 32;
constexpr unsigned long long kHoldNs = 30'000;

__global__ void fill(std::uint32_t* words, std::int64_t count) {
  for (std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x; i < count;
       i += std::int64_t{gridDim.x} * blockDim.x) {
    words[i] = scrambled(static_cast<std::uint32_t>(i));
  }
}

int attribute(cudaDeviceAttr which) {
  int device = 0;
  int value = 0;
  ROOFLENS_CUDA(cudaGetDevice(&device));
  ROOFLENS_CUDA(cudaDeviceGetAttribute(&value, which, device));
  return value;
}

Site site_here() {
  std::size_t free = 0;
  std::size_t total = 0;
  ROOFLENS_CUDA(cudaMemGetInfo(&free, &total));
  const std::int64_t memory = std::min(kMostMemory, static_cast<std::int64_t>(free) / 2) / kMemoryUnit * kMemoryUnit;
  return {.sms = attribute(cudaDevAttrMultiProcessorCount),
          .major = attribute(cudaDevAttrComputeCapabilityMajor),
          .minor = attribute(cudaDevAttrComputeCapabilityMinor),
          .l2_bytes = attribute(cudaDevAttrL2CacheSize),
          .memory_bytes = memory,
          .shared_per_sm_bytes = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor)};
}

// Cycles over nanoseconds of the blocks that read their two clocks in the shortest time, a quarter of all: a warp among
// others that never wait may stand still for many microseconds between two instructions. Zero when time stood still.
models::Hertz clock_of(std::vector<Stamp> stamps) {
  std::erase_if(stamps, [](const Stamp& s) { return s.end_ns <= s.begin_ns || s.end_cycles <= s.begin_cycles; });
  std::ranges::sort(stamps, {}, &Stamp::slack_ns);
  stamps.resize((stamps.size() + 3) / 4);
  double cycles = 0;
  double ns = 0;
  for (const Stamp& stamp : stamps) {
    cycles += static_cast<double>(stamp.end_cycles - stamp.begin_cycles);
    ns += static_cast<double>(stamp.end_ns - stamp.begin_ns);
  }
  return models::Hertz(ns > 0 ? 1e9 * cycles / ns : 0);
}

// Threads an SM, on average over the time, from how long its blocks lived; nothing where they did not note it.
std::optional<double> resident_threads(const std::vector<Stamp>& stamps, const Trial& trial, models::Seconds time,
                                       int sms) {
  double lived_ns = 0;
  for (const Stamp& stamp : stamps) lived_ns += static_cast<double>(stamp.lived_ns);
  if (!(lived_ns > 0) || !(time.value() > 0)) return std::nullopt;
  return 1e-9 * lived_ns * trial.threads / (sms * time.value());
}

class DeviceProber final : public Prober {
 public:
  DeviceProber()
      : site_(site_here()),
        full_clock_(1e3 * attribute(cudaDevAttrClockRate)),
        stamps_(static_cast<std::size_t>(site_.sms) * kMostBlocksPerSm) {}

  [[nodiscard]] DesignSpace design_space(std::string_view name) override {
    const std::string probe(name);
    if (DesignSpace launches{launch_points(probe), {}}; !launches.points.empty()) return launches;
    DesignSpace space;
    for (const Trial& trial : trials(probe)) space.points.push_back(trial.text);
    if (space.points.empty()) space.refusal = refusal(probe);
    if (is_sweep(probe)) space.in_flight = latency_sweep(site_).in_flight;
    return space;
  }

  [[nodiscard]] Timing measure(std::string_view name, std::size_t point) override {
    const std::string probe(name);
    warm_up();
    if (!launch_points(probe).empty()) return measure_launches(probe, point, site_.sms);
    return run(trials(probe).at(point), iterations(probe, point));
  }

  [[nodiscard]] bool settle(std::string_view name, std::size_t point) override {
    const std::string probe(name);
    if (!launch_points(probe).empty()) return false;
    warm_up();
    const Trial& trial = trials(probe).at(point);
    const int enough = iterations(probe, point);
    models::Seconds spent;
    do {
      const Timing sample = run(trial, enough);
      if (sample.clock >= kFullClock * full_clock_) return false;
      spent += sample.time;
    } while (spent < kSettling);
    return true;
  }

  [[nodiscard]] std::optional<Execution> execution(std::string_view name, std::size_t point) override {
    const std::string probe(name);
    if (!launch_points(probe).empty()) return std::nullopt;
    const Trial trial = trials(probe).at(point);
    const Arguments arguments = arguments_of(trial, iterations(probe, point));
    return Execution{trial.work * arguments.iterations, [=] { launch(trial, arguments); }};
  }

 private:
  [[nodiscard]] bool is_dram(const std::string& probe) const { return probe.starts_with("dram-"); }
  [[nodiscard]] bool is_sweep(const std::string& probe) const { return probe == models::kLatencySweep.id; }
  [[nodiscard]] bool memory_is_many_times_the_l2() const { return site_.memory_bytes >= 4 * site_.l2_bytes; }

  [[nodiscard]] Trials make_trials(const std::string& probe) const {
    if (is_dram(probe)) return memory_is_many_times_the_l2() ? dram_trials(site_, probe) : Trials{};
    if (is_sweep(probe)) return latency_sweep(site_).trials;
    if (probe == "l2" || probe == "l2-shared") return l2_trials(site_, probe == "l2-shared");
    if (probe == "l1") return l1_trials(site_);
    if (probe == "shared") return shared_trials(site_);
    if (probe == "int32" || probe == "imad" || probe == "alu" || probe == "issue") return integer_trials(site_, probe);
    if (probe == "lsu") return lsu_trials(site_);
    if (probe.starts_with("atomic")) return atomic_trials(site_, probe);
    if (!probe.starts_with("tensor-")) return floating_trials(site_, probe);
    if (probe == "tensor-fp64") return warp_matrix_trials(site_, probe);
    if (site_.major == 9) return warpgroup_matrix_trials(site_, probe);
    // Instructions of a warp are far below the roof of these.
    return site_.major == 10 || site_.major == 11 ? Trials{} : warp_matrix_trials(site_, probe);
  }

  [[nodiscard]] std::string refusal(const std::string& probe) const {
    if (is_dram(probe) || is_sweep(probe)) return "too little free memory: it takes eight times the L2";
    if (probe.starts_with("tensor-") && site_.major == 9) {
      return "this build has no code for sm_90a, and only wgmma reaches the roof";
    }
    if (probe.starts_with("tensor-") && (site_.major == 10 || site_.major == 11)) {
      return "only tcgen05 reaches the roof of compute capability " + std::to_string(site_.major) +
             ", and there is no probe of it";
    }
    return "compute capability " + std::to_string(site_.major) + "." + std::to_string(site_.minor) +
           " has no such instruction";
  }

  [[nodiscard]] const Trials& trials(const std::string& probe) {
    const auto known = trials_.find(probe);
    return known != trials_.end() ? known->second : trials_.emplace(probe, make_trials(probe)).first->second;
  }

  [[nodiscard]] std::byte* memory() {
    if (!memory_) {
      memory_.emplace(static_cast<std::size_t>(std::max(site_.memory_bytes, kMemoryUnit)));
      fill<<<static_cast<unsigned int>(8 * site_.sms), 256>>>(reinterpret_cast<std::uint32_t*>(memory_->data()),
                                                              static_cast<std::int64_t>(memory_->size() / 4));
      ROOFLENS_CUDA(cudaGetLastError());
    }
    return memory_->data();
  }

  [[nodiscard]] int iterations(const std::string& probe, std::size_t point) {
    int& known = iterations_[{probe, point}];
    if (known == 0) known = enough_iterations(trials(probe).at(point));
    return known;
  }

  [[nodiscard]] Arguments arguments_of(const Trial& trial, int iterations) {
    return {.memory = trial.bytes > 0 ? memory() : nullptr,
            .bytes = trial.bytes,
            .iterations = iterations,
            .never = kNever,
            .nowhere = nowhere_.data(),
            .stamps = stamps_.data()};
  }

  static void launch(const Trial& trial, const Arguments& arguments) {
    trial.kernel<<<trial.blocks, trial.threads, trial.dynamic_shared_bytes>>>(arguments);
    ROOFLENS_CUDA(cudaGetLastError());
  }

  [[nodiscard]] Timing run(const Trial& trial, int iterations) {
    const Arguments arguments = arguments_of(trial, iterations);
    ROOFLENS_CUDA(cudaMemsetAsync(stamps_.data(), 0, stamps_.size() * sizeof(Stamp)));
    hold<<<1, 1>>>(kHoldNs);
    events_.begin();
    launch(trial, arguments);
    events_.end();
    const models::Seconds time = events_.elapsed();
    std::vector<Stamp> stamps(stamps_.size());
    ROOFLENS_CUDA(cudaMemcpy(stamps.data(), stamps_.data(), stamps.size() * sizeof(Stamp), cudaMemcpyDeviceToHost));
    const auto threads_per_sm = resident_threads(stamps, trial, time, site_.sms);
    return {.work = trial.work * iterations,
            .time = time,
            .clock = clock_of(std::move(stamps)),
            .threads_per_sm = threads_per_sm};
  }

  [[nodiscard]] int enough_iterations(const Trial& trial) {
    (void)run(trial, 1);  // the first launch of a kernel also loads its code
    if (trial.once) return 1;
    for (int iterations = 1;;) {
      const models::Seconds time = run(trial, iterations).time;
      if (time >= kLongEnough || iterations >= kMostIterations) return iterations;
      const double missing = 1.2 * (kLongEnough / std::max(time, models::Seconds(1e-6)));
      iterations =
          static_cast<int>(std::min<double>(kMostIterations, iterations * std::clamp(missing, 1.5, 100.0) + 1));
    }
  }

  void warm_up() {
    if (std::exchange(warm_, true)) return;
    const Trial& trial = trials("fp32").front();
    const int iterations = enough_iterations(trial);
    for (models::Seconds spent; spent < kWarmUp;) spent += run(trial, iterations).time;
  }

  Site site_;
  models::Hertz full_clock_;
  DeviceBuffer<Stamp> stamps_;
  DeviceBuffer<std::uint32_t> nowhere_{1};
  std::optional<DeviceBuffer<std::byte>> memory_;
  EventPair events_;
  std::map<std::string, Trials> trials_;
  std::map<std::pair<std::string, std::size_t>, int> iterations_;
  bool warm_ = false;
};

}  // namespace

std::unique_ptr<Prober> make_device_prober() { return std::make_unique<DeviceProber>(); }

}  // namespace rooflens::kernels::ceiling

#include "profiler/bench/cupti_stall_sampling.hpp"

#include <chrono>
#include <map>
#include <string>
#include <string_view>

#include "profiler/bench/stopwatch.hpp"
#include "profiler/config/kernel_name.hpp"
#include "profiler/config/nvtx_range.hpp"
#include "profiler/cupti/cuda_check.hpp"
#include "profiler/cupti/current_context.hpp"
#include "profiler/cupti/pc_sampler.hpp"

namespace rooflens::collect::cupti {
namespace {

using Clock = std::chrono::steady_clock;

// Kernels of microseconds get some thousand samples in that time; reading what one left takes three times the sleep.
constexpr SamplingPace kPace{.period_exponent = 14, .worker_sleep_ms = 2};
constexpr auto kEnough = std::chrono::milliseconds(20);
constexpr int kFewest = 5, kMost = 1000;  // launches
constexpr int kInARow = 5;                // before the host waits for them
constexpr std::string_view kOwn = "rooflens::collect::";

class CuptiStallSampling final : public StallSampling {
 public:
  CuptiStallSampling() : sampler_(load(), current_context(), kPace) {}
  CuptiStallSampling(const CuptiStallSampling&) = delete;
  CuptiStallSampling& operator=(const CuptiStallSampling&) = delete;
  ~CuptiStallSampling() override { sampler_.disable(); }

  std::vector<models::FunctionProfile> sample(const Request& request) override {
    const NvtxRange phase("stalls");
    const NvtxKernelRange named(request.name, request.payload);
    launch(request, 1);  // also loads its code
    discard();
    int launches = 0;
    for (const auto begin = Clock::now(); launches < kFewest || (launches < kMost && Clock::now() - begin < kEnough);
         launches += kInARow) {
      launch(request, kInARow);
    }
    return taken();
  }
  [[nodiscard]] bool lost_some() const override { return lost_; }

 private:
  void launch(const Request& request, int times) {
    for (int i = 0; i < times; ++i) {
      request.reset();
      stopwatch_.prepare_cache(request);
      request.launch();
    }
    check_cuda(cudaDeviceSynchronize(), ("sampling " + request.name).c_str());
  }

  void discard() {
    sampler_.wait_for_worker();
    lost_ |= !sampler_.drain([](const PcSample&) {});
  }

  std::vector<models::FunctionProfile> taken() {
    sampler_.wait_for_worker();
    std::map<std::string, std::map<std::uint64_t, models::Instruction>> functions;
    lost_ |= !sampler_.drain([&](const PcSample& s) {
      models::Instruction& instruction = functions[s.function][s.offset];
      instruction.offset = s.offset;
      instruction.values[sampler_.reasons()[s.reason]] += s.samples;
    });
    std::vector<models::FunctionProfile> profiles;
    for (const auto& [symbol, instructions] : functions) {
      std::string name = demangle(symbol);
      if (name.find(kOwn) != std::string::npos) continue;  // what prepares the caches
      models::FunctionProfile& profile = profiles.emplace_back();
      profile.function = std::move(name);
      for (const auto& [offset, instruction] : instructions) profile.instructions.push_back(instruction);
    }
    return profiles;
  }

  Stopwatch stopwatch_{nullptr};
  PcSampler sampler_;
  bool lost_ = false;
};

}  // namespace

std::unique_ptr<StallSampling> make_stall_sampling() { return std::make_unique<CuptiStallSampling>(); }

}  // namespace rooflens::collect::cupti

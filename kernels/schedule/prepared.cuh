// schedule on a device: buffers, random input, verification of results and records.
#pragma once

#include <memory>
#include <utility>

#include "kernels/device/array_map.cuh"
#include "kernels/device/chained_fma.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/schedule/family.hpp"
#include "kernels/schedule/record.hpp"
#include "kernels/schedule/reference.hpp"

namespace rooflens::kernels::schedule {

/// (in, out, n, rounds, records)
using Launch = KernelLaunch<const float*, float*, std::int64_t, int, Record*>;

static_assert(sizeof(Record) == kRecordBytes);

struct TracedChain {
  int rounds;
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    return fma_chain(in[0](i), kChainA, rounds);
  }
};

using Records = std::shared_ptr<DeviceBuffer<Record>>;

class TracedMap final : public ArrayMap<1, TracedChain> {
 public:
  TracedMap(const Problem& problem, Calls calls, Records records)
      : ArrayMap({problem["n"], problem["n"]}, random_inputs<1>(), {static_cast<int>(problem["rounds"])},
                 std::move(calls)),
        records_(std::move(records)),
        warps_per_block_(static_cast<std::uint32_t>(problem["block"] / 32)) {}

  void reset(bool poison) override {
    ArrayMap::reset(poison);
    if (poison) records_->poison();
  }

  [[nodiscard]] models::Verification verify() override {
    models::Verification result = ArrayMap::verify();
    if (result.status != models::VerificationStatus::verified) return result;
    const std::string fault = fault_of(fetch(), warps_per_block_);
    if (!fault.empty()) return {models::VerificationStatus::mismatch, fault};
    result.detail += "; " + std::to_string(records_->size()) + " warps recorded";
    return result;
  }

  [[nodiscard]] std::vector<WarpEvent> block_events() override { return events_of(fetch()); }

 private:
  [[nodiscard]] std::vector<Record> fetch() const {
    std::vector<Record> records(records_->size());
    ROOFLENS_CUDA(
        cudaMemcpy(records.data(), records_->data(), records.size() * sizeof(Record), cudaMemcpyDeviceToHost));
    return records;
  }

  Records records_;
  std::uint32_t warps_per_block_;
};

[[nodiscard]] inline std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch) {
  const auto records = std::make_shared<DeviceBuffer<Record>>(static_cast<std::size_t>(warps_of(problem)));
  const std::int64_t n = problem["n"];
  const std::int64_t rounds = problem["rounds"];
  TracedMap::Calls calls;
  calls.launch = [=](const TracedMap::Pointers& in, float* out) {
    launch(in[0], out, n, static_cast<int>(rounds), records->data());
  };
  calls.describe = [launch] { return launch.describe(); };
  calls.reference = [rounds](const RandomInputs<1>& in, std::uint64_t i) { return reference(in[0], rounds, i); };
  calls.label = element_label;
  return std::make_unique<TracedMap>(problem, std::move(calls), records);
}

}  // namespace rooflens::kernels::schedule

// peer/cub-scan on the device. Every element is compared with the one before it; the first one has the input to itself.
#include "kernels/peer/cub_scan.hpp"

#include <map>

#include "kernels/device/requirements.hpp"
#include "kernels/device/verify_elements.cuh"
#include "kernels/peer/prepared.cuh"

namespace rooflens::kernels::peer {

namespace {

struct IsScan {
  const float* out;
  UniformInput in;
  __device__ bool operator()(std::uint64_t i) const {
    const double before = i == 0 ? 0 : out[i - 1];
    return static_cast<double>(out[i]) - before == static_cast<double>(in(i));
  }
};

class CubScan final : public CubCall<float, float> {
 public:
  CubScan(std::int64_t n, UniformInput in) : CubCall(scan_with_cub, n, n, in), in_(in) {}

  [[nodiscard]] models::Verification verify() override {
    const DeviceCheck check = count_wrong(n(), IsScan{out(), in_}, "elements");
    std::vector<std::uint64_t> indices = sample_indices(n(), kElementSamples, in_.seed);
    if (check.wrong > 0) indices.insert(indices.begin(), check.first_wrong);
    const std::map<std::uint64_t, double> before = elements_before(indices);
    const Input in = in_;
    const auto expected = [&](std::uint64_t i) { return scan_reference(in, before.at(i), i); };
    return judge(check, gather(out(), indices), expected, element_label);
  }

 private:
  [[nodiscard]] std::map<std::uint64_t, double> elements_before(std::vector<std::uint64_t> indices) const {
    std::erase(indices, 0U);
    for (std::uint64_t& index : indices) --index;
    std::map<std::uint64_t, double> before{{0, 0.0}};
    for (const Sample& sample : gather(out(), indices)) before.emplace(sample.index + 1, sample.value);
    return before;
  }

  UniformInput in_;
};

}  // namespace

std::unique_ptr<Prepared> prepare_cub_scan(const Problem& problem) {
  require_device(cub_scan, problem);
  const std::int64_t n = problem["n"];
  return std::make_unique<CubScan>(n, UniformInput{next_seed(), exact_sum_bits(static_cast<std::uint64_t>(n))});
}

}  // namespace rooflens::kernels::peer

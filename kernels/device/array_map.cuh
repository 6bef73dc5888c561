// A prepared kernel that makes one array of floats out of others: random inputs, poisoned output, verification of every
// element. What an element has to be is said twice: by the family's rule on the device, often in integers, and by its
// reference on the CPU.
#pragma once

#include <array>
#include <functional>
#include <utility>

#include "kernels/device/prepared.hpp"
#include "kernels/device/verify_elements.cuh"
#include "kernels/random.hpp"

namespace rooflens::kernels {

template <std::size_t Count>
using RandomInputs = std::array<UniformInput, Count>;

template <std::size_t Count>
[[nodiscard]] RandomInputs<Count> random_inputs(int bits = 24) {
  RandomInputs<Count> inputs;
  for (UniformInput& input : inputs) input = {next_seed(), bits};
  return inputs;
}

/// Sizes in elements; all inputs have the same.
struct ArraySizes {
  std::int64_t input;
  std::int64_t output;
};

/// Whether an output element is what the rule says.
template <std::size_t Count, typename Rule>
struct IsByRule {
  const float* out;
  RandomInputs<Count> in;
  Rule rule;
  __device__ bool operator()(std::uint64_t i) const { return out[i] == rule(in, i); }
};

/// `Rule` is copied to the device, where rule(inputs, i) gives output element i as float or double.
template <std::size_t Count, typename Rule>
class ArrayMap : public Prepared {
 public:
  using Pointers = std::array<const float*, Count>;
  struct Calls {
    std::function<void(const Pointers& in, float* out)> launch;
    std::function<models::Launch()> describe;
    std::function<double(const RandomInputs<Count>& in, std::uint64_t i)> reference;
    Label label;
  };

  ArrayMap(ArraySizes sizes, RandomInputs<Count> inputs, Rule rule, Calls calls)
      : inputs_(inputs), rule_(rule), calls_(std::move(calls)), out_(static_cast<std::size_t>(sizes.output)) {
    buffers_.reserve(Count);
    for (std::size_t k = 0; k < Count; ++k) {
      fill(buffers_.emplace_back(static_cast<std::size_t>(sizes.input)), inputs_[k]);
      pointers_[k] = buffers_[k].data();
    }
  }

  void launch() override { calls_.launch(pointers_, out_.data()); }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {calls_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const auto expected = [this](std::uint64_t i) { return calls_.reference(inputs_, i); };
    return verify_elements(out_.data(), out_.size(), IsByRule<Count, Rule>{out_.data(), inputs_, rule_},
                           inputs_[0].seed, expected, calls_.label);
  }

 private:
  RandomInputs<Count> inputs_;
  Rule rule_;
  Calls calls_;
  Pointers pointers_{};
  std::vector<DeviceBuffer<float>> buffers_;
  DeviceBuffer<float> out_;
};

/// The usual case: a launch that is called with (inputs..., out, arguments...).
template <std::size_t Count, typename Rule, typename Launch, typename Reference, typename... Arguments>
[[nodiscard]] std::unique_ptr<Prepared> prepare_array_map(ArraySizes sizes, RandomInputs<Count> inputs, Rule rule,
                                                          Reference reference, Label label, Launch launch,
                                                          Arguments... arguments) {
  typename ArrayMap<Count, Rule>::Calls calls;
  calls.launch = [launch, arguments...](const std::array<const float*, Count>& in, float* out) {
    std::apply([&](auto... pointers) { launch(pointers..., out, arguments...); }, in);
  };
  calls.describe = [launch] { return launch.describe(); };
  calls.reference = reference;
  calls.label = std::move(label);
  return std::make_unique<ArrayMap<Count, Rule>>(sizes, inputs, rule, std::move(calls));
}

}  // namespace rooflens::kernels

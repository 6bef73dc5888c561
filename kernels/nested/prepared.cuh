// nested on a device: buffers, random input, verification. This family alone is compiled with relocatable device code,
// which launches on the device need (kernels/CMakeLists.txt).
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/nested/family.hpp"

namespace rooflens::kernels::nested {

/// (in, out, rows, unit)
using Launch = KernelLaunch<const float*, float*, std::int64_t, std::int64_t>;

/// `children`: what the kernel launches itself.
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch,
                                                      std::optional<models::Launch> children = {});

struct Squared {
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    return __fmul_rn(in[0](i), in[0](i));
  }
};

class NestedMap final : public ArrayMap<1, Squared> {
 public:
  NestedMap(std::int64_t n, Calls calls, std::optional<models::Launch> children)
      : ArrayMap({n, n}, random_inputs<1>(), {}, std::move(calls)), children_(std::move(children)) {}

  [[nodiscard]] std::vector<models::Launch> launches() const override {
    std::vector<models::Launch> all = ArrayMap::launches();
    if (children_) all.push_back(*children_);
    return all;
  }

 private:
  std::optional<models::Launch> children_;
};

inline std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch,
                                               std::optional<models::Launch> children) {
  NestedMap::Calls calls;
  calls.launch = [=, rows = problem["rows"], unit = problem["unit"]](const NestedMap::Pointers& in, float* out) {
    launch(in[0], out, rows, unit);
  };
  calls.describe = [launch] { return launch.describe(); };
  calls.reference = [](const RandomInputs<1>& in, std::uint64_t i) { return reference(in[0], i); };
  calls.label = element_label;
  return std::make_unique<NestedMap>(elements(problem), std::move(calls), std::move(children));
}

}  // namespace rooflens::kernels::nested

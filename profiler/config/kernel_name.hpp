// Names of kernels for people: what a mangled symbol stands for, and a short form that still tells kernels apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/record/launch.hpp"

namespace rooflens::collect {

/// What `rooflens.bench` of Python empties the L2 with: neither counted nor reported.
inline constexpr std::string_view kEvictingKernel = "rooflens_evict_l2";

/// The demangled name; the symbol itself where it is none of C++.
[[nodiscard]] std::string demangle(const std::string& symbol);

/// A kernel as the short names of a session have to tell it apart.
struct NamedKernel {
  std::string function;  ///< demangled
  models::Launch launch;
  bool operator==(const NamedKernel& other) const {
    return function == other.function && launch.grid == other.launch.grid && launch.block == other.launch.block &&
           launch.dynamic_shared_bytes == other.launch.dynamic_shared_bytes;
  }
};

/// One name for each kernel, at most about 60 characters: the function's own name; with its first telling template
/// argument where the name alone is a container's ("elementwise_kernel<CUDAFunctor_add>"); with geometry or a number
/// where two kernels would still share one. Equal kernels get equal names.
[[nodiscard]] std::vector<std::string> short_names(const std::vector<NamedKernel>& kernels);

}  // namespace rooflens::collect

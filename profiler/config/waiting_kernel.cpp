#include "profiler/config/waiting_kernel.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace rooflens::collect {
namespace {

// Parts of the names of kernels that spin until another GPU has done its share: NCCL, NVSHMEM, DeepEP, and the one-shot
// and two-shot all-reduces of PyTorch, vLLM, TensorRT-LLM and SGLang.
constexpr std::array<std::string_view, 12> kWaiting{
    "ncclDevKernel",
    "ncclKernel",
    "nvshmem",
    "cross_device_reduce",
    "one_shot_all_reduce",
    "oneShotAllReduce",
    "two_shot_all_reduce",
    "twoShotAllReduce",
    "multimem_all",
    "lamport",
    "deep_ep",
    "symm_mem",
};

}  // namespace

bool waits_for_others(const std::string& symbol) {
  return std::any_of(kWaiting.begin(), kWaiting.end(),
                     [&](std::string_view part) { return symbol.find(part) != std::string::npos; });
}

}  // namespace rooflens::collect

#include "profiler/graph/work_digest.hpp"

#include <algorithm>
#include <cstring>

namespace rooflens::graph {
namespace {

constexpr std::uint64_t kLowestAddress = 1ULL << 20U;  // smaller numbers are sizes
constexpr std::uint64_t kHighestAddress = 1ULL << 57U;
constexpr std::uint64_t kAddress = 0x61646472;  // what stands for one: an argument that is null is another

bool is_address(const GraphDriver& driver, std::uint64_t word) {
  if (word < kLowestAddress || word >= kHighestAddress) return false;
  CUmemorytype type{};
  return driver.pointer_attribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, word) == CUDA_SUCCESS;
}

}  // namespace

// Pointers in structures lie at multiples of eight bytes too.
std::uint64_t work_digest(const GraphDriver& driver, const KernelStep& step) {
  std::uint64_t digest = step.arguments.size();
  for (std::size_t at = 0; at < step.arguments.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, step.arguments.data() + at, std::min(sizeof word, step.arguments.size() - at));
    digest = (digest ^ (is_address(driver, word) ? kAddress : word)) * 0x9e3779b97f4a7c15ULL;
    digest ^= digest >> 32U;
  }
  return digest;
}

}  // namespace rooflens::graph

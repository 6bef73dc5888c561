#include "profiler/count/argument_bytes.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <map>
#include <set>

namespace rooflens::inject {
namespace {

constexpr std::size_t kMostWords = 128;
constexpr std::size_t kStep = 4;  // bytes between places where a pointer may be; packed structures have them anywhere
constexpr std::uint64_t kLowestAddress = std::uint64_t{1} << 20U;  // smaller numbers are sizes and the like

using Words = std::set<std::uint64_t>;

void add_words(Words& words, const void* from, std::size_t size) {
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= size && words.size() <= kMostWords; at += kStep) {
    std::uint64_t word = 0;
    std::memcpy(&word, static_cast<const std::byte*>(from) + at, sizeof(word));
    if (word >= kLowestAddress) words.insert(word);
  }
}

// The driver ends the list of arguments with an error of its own.
bool read_list(const ArgumentCalls& calls, CUfunction function, void* const* arguments, Words& words) {
  std::size_t offset = 0;
  std::size_t size = 0;
  for (std::size_t i = 0;; ++i) {
    const CUresult told = calls.parameter(function, i, &offset, &size);
    if (told != CUDA_SUCCESS) return told == CUDA_ERROR_INVALID_VALUE && i > 0;
    if (!arguments[i]) return false;
    add_words(words, arguments[i], size);
  }
}

bool read_words(const ArgumentCalls& calls, const LaunchCall& call, Words& words) {
  if (!calls.parameter || !call.arguments) return false;
  auto* const handle = const_cast<void*>(call.function);
  if (read_list(calls, static_cast<CUfunction>(handle), call.arguments, words)) return true;
  words.clear();
  CUfunction function = nullptr;
  return calls.function_of(&function, static_cast<CUkernel>(handle)) == CUDA_SUCCESS &&
         read_list(calls, function, call.arguments, words);
}

}  // namespace

std::optional<std::uint64_t> argument_bytes(const LaunchCall& call, const ArgumentCalls& calls) {
  Words words;
  if (!read_words(calls, call, words) || words.size() > kMostWords) return std::nullopt;
  std::map<CUdeviceptr, std::size_t> allocations;
  for (const std::uint64_t word : words) {
    unsigned type = 0;
    CUdeviceptr start = 0;
    std::size_t size = 0;
    std::array<CUpointer_attribute, 3> names{CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                             CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    std::array<void*, 3> values{&type, &start, &size};
    if (calls.attributes(names.size(), names.data(), values.data(), word) != CUDA_SUCCESS) continue;
    if (type == CU_MEMORYTYPE_DEVICE || type == CU_MEMORYTYPE_UNIFIED) allocations[start] = size;
  }
  std::uint64_t bytes = 0;
  for (const auto& [start, size] : allocations) bytes += size;
  return bytes > 0 ? std::optional(bytes) : std::nullopt;
}

}  // namespace rooflens::inject

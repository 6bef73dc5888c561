#include "profiler/count/argument_bytes.hpp"

#include <dlfcn.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <map>
#include <set>

namespace rooflens::inject {
namespace {

constexpr std::size_t kMostPointers = 64;
constexpr std::uint64_t kLowestAddress = std::uint64_t{1} << 20U;  // smaller numbers are sizes and the like

using Words = std::set<std::uint64_t>;

void add_words(Words& words, const void* from, std::size_t size) {
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= size; at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, static_cast<const std::byte*>(from) + at, sizeof(word));
    if (word >= kLowestAddress) words.insert(word);
  }
}

bool read_packed(void* const* packed, Words& words) {
  const void* buffer = nullptr;
  std::size_t size = 0;
  for (std::size_t i = 0; packed[i] != CU_LAUNCH_PARAM_END; i += 2) {
    if (packed[i] == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = packed[i + 1];
    if (packed[i] == CU_LAUNCH_PARAM_BUFFER_SIZE) size = *static_cast<const std::size_t*>(packed[i + 1]);
  }
  if (buffer) add_words(words, buffer, size);
  return buffer != nullptr;
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
  if (!call.arguments) return call.packed && read_packed(call.packed, words);
  auto* const handle = const_cast<void*>(call.function);
  if (read_list(calls, static_cast<CUfunction>(handle), call.arguments, words)) return true;
  words.clear();
  CUfunction function = nullptr;
  return calls.function_of(&function, static_cast<CUkernel>(handle)) == CUDA_SUCCESS &&
         read_list(calls, function, call.arguments, words);
}

}  // namespace

const ArgumentCalls& argument_calls() {
  static const ArgumentCalls calls = [] {
    ArgumentCalls found;
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    const auto find = [&](auto& function, const char* name) {
      if (driver) function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(driver, name));
    };
    find(found.parameter, "cuFuncGetParamInfo");
    find(found.function_of, "cuKernelGetFunction");
    find(found.attributes, "cuPointerGetAttributes");
    return found;
  }();
  return calls;
}

std::optional<std::uint64_t> argument_bytes(const LaunchCall& call, const ArgumentCalls& calls) {
  Words words;
  if (!calls.parameter || !calls.function_of || !calls.attributes || !read_words(calls, call, words)) return {};
  if (words.size() > kMostPointers) return std::nullopt;
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

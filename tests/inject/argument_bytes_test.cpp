#include "profiler/count/argument_bytes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <vector>

namespace rooflens::inject {
namespace {

constexpr CUdeviceptr kInput = 0x7f0000000000, kOutput = 0x7f0001000000, kOnHost = 0x7fff00000000;
constexpr std::size_t kInputBytes = 1 << 20, kOutputBytes = 4 << 20;

// A driver with an allocation of 1 MiB and one of 4 MiB, and memory of the host. Its kernel, whose handle is 1 as a
// CUfunction and 2 as a CUkernel, takes the sizes below.
std::vector<std::size_t> sizes;

CUresult parameter(CUfunction function, std::size_t index, std::size_t* offset, std::size_t* size) {
  if (reinterpret_cast<std::uintptr_t>(function) != 1) return CUDA_ERROR_INVALID_HANDLE;
  if (index >= sizes.size()) return CUDA_ERROR_INVALID_VALUE;
  *offset = 0;
  *size = sizes[index];
  return CUDA_SUCCESS;
}

CUresult function_of(CUfunction* function, CUkernel kernel) {
  if (reinterpret_cast<std::uintptr_t>(kernel) != 2) return CUDA_ERROR_INVALID_HANDLE;
  *function = reinterpret_cast<CUfunction>(std::uintptr_t{1});
  return CUDA_SUCCESS;
}

CUresult attributes(unsigned, CUpointer_attribute*, void** values, CUdeviceptr pointer) {
  const auto give = [&](unsigned type, CUdeviceptr start, std::size_t size) {
    *static_cast<unsigned*>(values[0]) = type;
    *static_cast<CUdeviceptr*>(values[1]) = start;
    *static_cast<std::size_t*>(values[2]) = size;
    return CUDA_SUCCESS;
  };
  if (pointer >= kInput && pointer < kInput + kInputBytes) return give(CU_MEMORYTYPE_DEVICE, kInput, kInputBytes);
  if (pointer >= kOutput && pointer < kOutput + kOutputBytes) return give(CU_MEMORYTYPE_DEVICE, kOutput, kOutputBytes);
  if (pointer == kOnHost) return give(CU_MEMORYTYPE_HOST, kOnHost, 1 << 30);
  return give(0, 0, 0);
}

constexpr ArgumentCalls kDriver{parameter, function_of, attributes};

class ArgumentBytes : public ::testing::Test {
 protected:
  /// Of a launch with the list of arguments, each of the size of a word.
  static std::optional<std::uint64_t> of(std::vector<std::uint64_t> words, std::uintptr_t handle = 1) {
    sizes.assign(words.size(), sizeof(std::uint64_t));
    std::vector<void*> list;
    for (std::uint64_t& word : words) list.push_back(&word);
    LaunchCall call;
    call.function = reinterpret_cast<const void*>(handle);
    call.arguments = list.data();
    return argument_bytes(call, kDriver);
  }
};

TEST_F(ArgumentBytes, AreThoseOfEachAllocationOnce) {
  EXPECT_EQ(of({kInput, kInput + 512, kOutput + 8, 1000}), kInputBytes + kOutputBytes);
  EXPECT_EQ(of({kInput}, 2), kInputBytes) << "of a CUkernel";
}

TEST_F(ArgumentBytes, AreOfTheGpuAlone) {
  EXPECT_EQ(of({kInput, kOnHost}), kInputBytes);
  EXPECT_EQ(of({kOnHost, 7}), std::nullopt);
}

TEST_F(ArgumentBytes, AreFoundWithinStructures) {
  struct [[gnu::packed]] {
    float scale = 1;
    CUdeviceptr input = kInput + 4;
    int count = 3;
  } packed;
  sizes = {sizeof(int), sizeof(packed)};
  int first = 0;
  std::array<void*, 2> list{&first, &packed};
  LaunchCall call;
  call.function = reinterpret_cast<const void*>(std::uintptr_t{1});
  call.arguments = list.data();
  EXPECT_EQ(argument_bytes(call, kDriver), kInputBytes);
}

TEST_F(ArgumentBytes, AreNotKnownWhereArgumentsCannotBeRead) {
  EXPECT_EQ(of({kInput}, 3), std::nullopt) << "no handle of a kernel";
  EXPECT_EQ(of({}), std::nullopt);
  EXPECT_EQ(argument_bytes({}, kDriver), std::nullopt);
  LaunchCall call;
  std::array<void*, 1> list{nullptr};
  sizes = {8};
  call.function = reinterpret_cast<const void*>(std::uintptr_t{1});
  call.arguments = list.data();
  EXPECT_EQ(argument_bytes(call, kDriver), std::nullopt) << "the driver refuses it";
  std::vector<std::uint64_t> many(129);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = kInput + i;
  EXPECT_EQ(of(many), std::nullopt) << "a table of pointers";
  many.pop_back();
  EXPECT_EQ(of(many), kInputBytes);
}

TEST_F(ArgumentBytes, AreNotKnownToAnOldDriver) {
  CUdeviceptr word = kInput;
  sizes = {8};
  std::array<void*, 1> list{&word};
  LaunchCall call;
  call.function = reinterpret_cast<const void*>(std::uintptr_t{1});
  call.arguments = list.data();
  EXPECT_EQ(argument_bytes(call, {}), std::nullopt);
}

}  // namespace
}  // namespace rooflens::inject

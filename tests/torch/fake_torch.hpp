// What a program does with PyTorch, as tests do with fake_torch.cpp: by names, since it is loaded at run time.
#pragma once

#include <cstdint>

/// An argument of an operation.
struct FakeArgument {
  enum class Kind { none, tensor, flag, number, list } kind = Kind::none;
  void* tensor = nullptr;          ///< at::Tensor*
  std::int64_t number = 0;         ///< also of a flag
  void* const* tensors = nullptr;  ///< of a list, `number` of them
};

using FakeCall = void(const char* name, const FakeArgument* arguments, int count, void* const* results,
                      int result_count, void (*body)());

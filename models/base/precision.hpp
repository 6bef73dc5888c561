// Number formats together with the pipe that computes them: FP16 on the FMA pipe and FP16 on the tensor pipe are two
// entries, because they have two roofs.
#pragma once

#include <array>
#include <string_view>

#include "models/base/enum_names.hpp"

namespace rooflens::models {

enum class Precision {
  fp64,
  fp32,
  fp16,
  bf16,
  int32,
  tensor_fp64,
  tensor_tf32,
  tensor_bf16,
  tensor_fp16,
  tensor_fp8,
  tensor_int8,
};

struct PrecisionInfo {
  Precision precision;
  std::string_view id;     ///< stable name in sessions and JSON
  std::string_view label;  ///< for people
  std::string_view unit;   ///< "FLOP" or "OP"
  bool tensor;
};

inline constexpr std::array<PrecisionInfo, 11> kPrecisions{{
    {Precision::fp64, "fp64", "FP64", "FLOP", false},
    {Precision::fp32, "fp32", "FP32", "FLOP", false},
    {Precision::fp16, "fp16", "FP16", "FLOP", false},
    {Precision::bf16, "bf16", "BF16", "FLOP", false},  // counters see it as FP16; only a formula tells it apart
    {Precision::int32, "int32", "INT32", "OP", false},
    {Precision::tensor_fp64, "tensor_fp64", "FP64 tensor", "FLOP", true},
    {Precision::tensor_tf32, "tensor_tf32", "TF32 tensor", "FLOP", true},
    {Precision::tensor_bf16, "tensor_bf16", "BF16 tensor", "FLOP", true},
    {Precision::tensor_fp16, "tensor_fp16", "FP16 tensor", "FLOP", true},
    {Precision::tensor_fp8, "tensor_fp8", "FP8 tensor", "FLOP", true},
    {Precision::tensor_int8, "tensor_int8", "INT8 tensor", "OP", true},
}};

template <>
inline constexpr const auto& kNames<Precision> = kPrecisions;

/// Whether the operations count on a floating-point roofline (integer pipes have roofs of their own).
[[nodiscard]] constexpr bool is_floating_point(Precision p) { return info(p).unit == "FLOP"; }

}  // namespace rooflens::models

// What `rooflens ceilings` measures: a probe each, with the roof that follows from it. Ids are stable names in files.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "models/base/level.hpp"
#include "models/base/pipe.hpp"
#include "models/base/precision.hpp"

namespace rooflens::models {

/// What a probe loads; nothing for probes that measure a time.
using ProbedResource = std::variant<std::monostate, Level, Precision, Pipe>;

struct ProbeInfo {
  std::string_view id;
  std::string_view label;
  ProbedResource resource;
  /// What is done per second ("B", "FLOP", ...); "s" for a time, of which the shortest is best.
  std::string_view unit;
  /// Whether the SM clock sets its pace: then the rate goes with the clock of a run.
  bool at_sm_clock;
  /// Not for lines that many SMs ask for at once: they arrive faster than the L2 gives them out.
  bool is_roof = true;
};

inline constexpr std::array<ProbeInfo, 33> kProbes{{
    {"dram-read", "DRAM read", Level::dram, "B", false},
    {"dram-write", "DRAM write", Level::dram, "B", false},
    {"dram-copy", "DRAM copy", Level::dram, "B", false},
    {"dram-triad", "DRAM triad", Level::dram, "B", false},
    {"dram-1r3w", "DRAM 1 read, 3 writes", Level::dram, "B", false},
    {"dram-3r1w", "DRAM 3 reads, 1 write", Level::dram, "B", false},
    {"l2", "L2", Level::l2, "B", false},
    {"l2-shared", "L2 (shared lines)", Level::l2, "B", false, false},
    {"l1", "L1", Level::l1, "B", true},
    {"shared", "Shared", Level::shared, "B", true},
    {"fp64", "FP64", Precision::fp64, "FLOP", true},
    {"fp32", "FP32", Precision::fp32, "FLOP", true},
    {"fp16", "FP16", Precision::fp16, "FLOP", true},
    {"bf16", "BF16", Precision::bf16, "FLOP", true},
    {"int32", "INT32", Precision::int32, "OP", true},
    {"imad", "IMAD", Pipe::imad, "OP", true},
    {"alu", "ALU", Pipe::alu, "OP", true},
    {"tensor-fp64", "FP64 tensor", Precision::tensor_fp64, "FLOP", true},
    {"tensor-tf32", "TF32 tensor", Precision::tensor_tf32, "FLOP", true},
    {"tensor-bf16", "BF16 tensor", Precision::tensor_bf16, "FLOP", true},
    {"tensor-fp16", "FP16 tensor", Precision::tensor_fp16, "FLOP", true},
    {"tensor-fp8", "FP8 tensor", Precision::tensor_fp8, "FLOP", true},
    {"tensor-int8", "INT8 tensor", Precision::tensor_int8, "OP", true},
    {"sfu", "SFU", Pipe::sfu, "OP", true},
    {"issue", "Issue", Pipe::issue, "inst", true},
    {"lsu", "LSU", Pipe::lsu, "inst", true},
    {"atomic", "L2 atomics", Pipe::atomic, "sector", false},
    {"atomic-slice", "L2 atomics of one slice", Pipe::atomic_slice, "clk", false},
    {"atomic-shared", "Shared atomics", Pipe::shared_atomic, "wavefront", true},
    {"atomic-shared-address", "Shared atomics, one address", Pipe::shared_atomic, "wavefront", true, false},
    {"launch", "Launch", Pipe::launch, "launch", false},
    {"launch-latency", "Launch latency", std::monostate{}, "s", false},
    {"empty-kernel", "Empty kernel", std::monostate{}, "s", false},
}};

/// Not a roof but a curve: all of its points count, so that it has no best one and is none of kProbes.
inline constexpr ProbeInfo kLatencySweep{"latency-roof", "Latency roof", std::monostate{}, "B", false};

/// The probe with that id, or nullptr.
[[nodiscard]] constexpr const ProbeInfo* find_probe(std::string_view id) {
  for (const ProbeInfo& probe : kProbes) {
    if (probe.id == id) return &probe;
  }
  return nullptr;
}

/// Whether no roof shows what it measures: it is one of several probes of its resource, or a time.
[[nodiscard]] constexpr bool is_beside_roofs(const ProbeInfo& probe) {
  if (std::holds_alternative<std::monostate>(probe.resource)) return true;
  for (const ProbeInfo& other : kProbes) {
    if (other.id != probe.id && other.resource == probe.resource) return true;
  }
  return false;
}

/// Whether its value is a time; all others are rates.
[[nodiscard]] constexpr bool is_time(const ProbeInfo& probe) { return probe.unit == "s"; }

/// What its value is in: "B/s", "inst/s", "s".
[[nodiscard]] inline std::string value_unit(const ProbeInfo& probe) {
  return is_time(probe) ? "s" : std::string(probe.unit) + "/s";
}

}  // namespace rooflens::models

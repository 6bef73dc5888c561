#include "models/theoretical.hpp"

#include <fmt/core.h>

#include <array>

namespace rooflens::models {
namespace {

// Results per SM and clock. CUDA C++ Programming Guide 13.0, "Throughput of Native Arithmetic Instructions"; FP16
// counts packed results (two per instruction). Rows where the guides disagree (10.0, 12.x) hold the lower number.
constexpr std::array kThroughput{
    Throughput{{7, 0}, 32, 64, 128, 64},  Throughput{{7, 5}, 2, 64, 128, 64},    Throughput{{8, 0}, 32, 64, 256, 64},
    Throughput{{8, 6}, 2, 128, 128, 64},  Throughput{{8, 7}, 2, 128, 128, 64},   Throughput{{8, 9}, 2, 128, 128, 64},
    Throughput{{9, 0}, 64, 128, 256, 64}, Throughput{{10, 0}, 64, 128, 128, 64}, Throughput{{10, 3}, 2, 128, 128, 64},
    Throughput{{11, 0}, 2, 128, 128, 64}, Throughput{{12, 0}, 2, 128, 128, 128}, Throughput{{12, 1}, 2, 128, 128, 128},
};

// Dense tensor operations per SM and clock of the data-centre parts, from the V100, A100, H100 and B200 white papers.
// The boards of 7.5, 8.6, 8.9 and 12.x differ by product class, so the compute capability alone cannot say.
constexpr std::array kTensorThroughput{
    TensorThroughput{{7, 0}, 0, 0, 0, 1024, 0, 0},
    TensorThroughput{{8, 0}, 128, 1024, 2048, 2048, 0, 4096},
    TensorThroughput{{9, 0}, 256, 2048, 4096, 4096, 8192, 8192},
    TensorThroughput{{10, 0}, 128, 4096, 8192, 8192, 16384, 16384},
};

constexpr double kBytesPerSmAndClock =
    128;  // L1 and shared memory: 32 banks of 4 bytes (compute capability 7.0 to 12.x)

template <class Table>
auto look_up(const Table& table, ComputeCapability cc) -> std::optional<typename Table::value_type> {
  for (const auto& row : table) {
    if (row.compute_capability == cc) return row;
  }
  return std::nullopt;
}

double gigahertz(Hertz clock) { return clock.value() * 1e-9; }

void add_memory(Ceilings& roofs, const DeviceProperties& device, Hertz sm_clock, Hertz memory_clock, ClockBasis basis) {
  const double sms = device.sm_count;
  for (const Level level : {Level::shared, Level::l1}) {
    if (device.sm_count <= 0 || sm_clock.value() <= 0) break;  // not known
    roofs.memory.push_back({level,
                            ByteRate(sms * kBytesPerSmAndClock * sm_clock.value()),
                            {CeilingSource::theoretical,
                             basis,
                             sm_clock,
                             fmt::format("{} SM x 128 B x {:.3f} GHz", device.sm_count, gigahertz(sm_clock)),
                             {}}});
  }
  if (device.memory_bus_bits > 0 && memory_clock.value() > 0) {
    roofs.memory.push_back({Level::dram,
                            ByteRate(2.0 * memory_clock.value() * device.memory_bus_bits / 8.0),
                            {CeilingSource::theoretical,
                             basis,
                             memory_clock,
                             fmt::format("2 x {:.3f} GHz x {} bit", gigahertz(memory_clock), device.memory_bus_bits),
                             {}}});
  }
}

void add_compute(Ceilings& roofs, const DeviceProperties& device, Precision precision, double operations_per_clock,
                 Hertz clock, ClockBasis basis) {
  if (operations_per_clock <= 0 || device.sm_count <= 0 || clock.value() <= 0) return;
  roofs.compute.push_back({precision,
                           OperationRate(device.sm_count * operations_per_clock * clock.value()),
                           {CeilingSource::theoretical,
                            basis,
                            clock,
                            fmt::format("{} SM x {:g} {}/clk x {:.3f} GHz", device.sm_count, operations_per_clock,
                                        info(precision).unit, gigahertz(clock)),
                            {}}});
}

}  // namespace

std::optional<Throughput> throughput(ComputeCapability cc) { return look_up(kThroughput, cc); }
std::optional<TensorThroughput> tensor_throughput(ComputeCapability cc) { return look_up(kTensorThroughput, cc); }

Ceilings theoretical_ceilings(const DeviceProperties& device, Hertz sm_clock, Hertz memory_clock, ClockBasis basis) {
  Ceilings roofs;
  add_memory(roofs, device, sm_clock, memory_clock, basis);
  if (const auto rate = throughput(device.compute_capability)) {
    add_compute(roofs, device, Precision::fp64, 2 * rate->fp64, sm_clock, basis);
    add_compute(roofs, device, Precision::fp32, 2 * rate->fp32, sm_clock, basis);
    add_compute(roofs, device, Precision::fp16, 2 * rate->fp16, sm_clock, basis);
    add_compute(roofs, device, Precision::int32, rate->int32, sm_clock, basis);
  }
  if (const auto rate = tensor_throughput(device.compute_capability)) {
    add_compute(roofs, device, Precision::tensor_fp64, rate->fp64, sm_clock, basis);
    add_compute(roofs, device, Precision::tensor_tf32, rate->tf32, sm_clock, basis);
    add_compute(roofs, device, Precision::tensor_bf16, rate->bf16, sm_clock, basis);
    add_compute(roofs, device, Precision::tensor_fp16, rate->fp16, sm_clock, basis);
    add_compute(roofs, device, Precision::tensor_fp8, rate->fp8, sm_clock, basis);
    add_compute(roofs, device, Precision::tensor_int8, rate->int8, sm_clock, basis);
  }
  return roofs;
}

}  // namespace rooflens::models

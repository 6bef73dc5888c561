#include "models/roofs/theoretical.hpp"

#include <fmt/core.h>

#include <array>

namespace rooflens::models {
namespace {

using enum BoardClass;

// Results per SM and clock. CUDA C++ Programming Guide 13.0, "Throughput of Native Arithmetic Instructions"; packed
// formats count both results. Rows where the guides disagree (10.0, 12.x) hold the lower number. Integer additions run
// on a pipe of 64 lanes beside the one of the multiply-adds, or on 128 lanes (12.x): 128 together, which is also all
// that the schedulers can issue.
// clang-format off
constexpr std::array kThroughput{
    //          cc       fp64 fp32 fp16 bf16 int32 imad sfu
    Throughput{{7, 0},    32,  64, 128,   0, 128,  64,  16},
    Throughput{{7, 5},     2,  64, 128,   0, 128,  64,  16},
    Throughput{{8, 0},    32,  64, 256, 128, 128,  64,  16},
    Throughput{{8, 6},     2, 128, 128, 128, 128,  64,  16},
    Throughput{{8, 7},     2, 128, 128, 128, 128,  64,  16},
    Throughput{{8, 9},     2, 128, 128, 128, 128,  64,  16},
    Throughput{{9, 0},    64, 128, 256, 256, 128,  64,  16},
    Throughput{{10, 0},   64, 128, 128, 128, 128,  64,  16},
    Throughput{{10, 3},    2, 128, 128, 128, 128,  64,  16},
    Throughput{{11, 0},    2, 128, 128, 128, 128,  64,  16},
    Throughput{{12, 0},    2, 128, 128, 128, 128,  64,  16},
    Throughput{{12, 1},    2, 128, 128, 128, 128,  64,  16},
};

constexpr int kBothOnOnePipe = 12;  // compute capability from which multiply-adds are no other pipe's

// Dense tensor operations per SM and clock: white papers of V100, Turing, A100, GA102, Ada, H100, and the data sheets
// of B200 and RTX 5090.
constexpr std::array kTensorThroughput{
    //                cc                     fp64  tf32  bf16  fp16   fp8   int8
    TensorThroughput{{7, 0},  data_centre,     0,    0,    0, 1024,     0,     0},
    TensorThroughput{{7, 5},  data_centre,     0,    0,    0, 1024,     0,  2048},
    TensorThroughput{{8, 0},  data_centre,   128, 1024, 2048, 2048,     0,  4096},
    TensorThroughput{{8, 6},  professional,    0,  512, 1024, 1024,     0,  2048},
    TensorThroughput{{8, 6},  geforce,         0,  256,  512, 1024,     0,  2048},
    TensorThroughput{{8, 9},  professional,    0,  512, 1024, 1024,  2048,  2048},
    TensorThroughput{{8, 9},  geforce,         0,  256,  512, 1024,  2048,  2048},
    TensorThroughput{{9, 0},  data_centre,   256, 2048, 4096, 4096,  8192,  8192},
    TensorThroughput{{10, 0}, data_centre,   128, 4096, 8192, 8192, 16384, 16384},
    TensorThroughput{{12, 0}, geforce,         0,  256,  512, 1024,  2048,  2048},
};
// clang-format on

// L1 and shared memory: 32 banks of 4 bytes. The L1 of 7.5 moves less, and no document says how much.
constexpr double kBytesPerSmAndClock = 128;
constexpr ComputeCapability kUnknownL1{7, 5};

double gigahertz(Hertz clock) { return clock.value() * 1e-9; }

// A device at one SM clock, and the roofs that follow.
class Roofs {
 public:
  Roofs(const DeviceProperties& device, Hertz sm_clock, ClockBasis basis)
      : device_(device), sm_clock_(sm_clock), basis_(basis), known_(device.sm_count > 0 && sm_clock.value() > 0) {}

  void add(Level level, double bytes_per_clock) {
    if (!known_) return;
    roofs.memory.push_back(
        {level, ByteRate(device_.sm_count * bytes_per_clock * sm_clock_.value()), origin(bytes_per_clock, "B")});
  }
  void add(Precision precision, double operations_per_clock) {
    if (!known_ || operations_per_clock <= 0) return;
    roofs.compute.push_back({precision, OperationRate(device_.sm_count * operations_per_clock * sm_clock_.value()),
                             origin(operations_per_clock, std::string(info(precision).unit) + "/clk")});
  }
  void add(Pipe pipe, double per_clock) {
    if (!known_ || per_clock <= 0) return;
    roofs.instruction.push_back({pipe, OperationRate(device_.sm_count * per_clock * sm_clock_.value()),
                                 origin(per_clock, std::string(info(pipe).unit) + "/clk")});
  }
  void add_l2(double bytes_per_clock) {
    if (!known_) return;
    roofs.memory.push_back({Level::l2, ByteRate(bytes_per_clock * sm_clock_.value()),
                            origin_with(fmt::format("{:g} B/clk x {:.3f} GHz, if the L2 runs at the clock of the SMs",
                                                    bytes_per_clock, gigahertz(sm_clock_)))});
  }
  void add_dram(Hertz memory_clock) {
    if (device_.memory_bus_bits <= 0 || memory_clock.value() <= 0) return;
    CeilingOrigin from =
        origin_with(fmt::format("2 x {:.3f} GHz x {} bit", gigahertz(memory_clock), device_.memory_bus_bits));
    from.clock = memory_clock;
    from.clock_of = ClockOf::memory;
    roofs.memory.push_back(
        {Level::dram, ByteRate(2.0 * memory_clock.value() * device_.memory_bus_bits / 8.0), std::move(from)});
  }

  Ceilings roofs;

 private:
  [[nodiscard]] CeilingOrigin origin_with(std::string detail) const {
    return {CeilingSource::theoretical, basis_, sm_clock_, std::move(detail), {}};
  }
  [[nodiscard]] CeilingOrigin origin(double per_clock, const std::string& unit) const {
    return origin_with(
        fmt::format("{} SM x {:g} {} x {:.3f} GHz", device_.sm_count, per_clock, unit, gigahertz(sm_clock_)));
  }

  const DeviceProperties& device_;
  Hertz sm_clock_;
  ClockBasis basis_;
  bool known_;
};

}  // namespace

std::optional<Throughput> throughput(ComputeCapability cc) {
  for (const Throughput& row : kThroughput) {
    if (row.compute_capability == cc) return row;
  }
  return std::nullopt;
}

std::optional<TensorThroughput> tensor_throughput(ComputeCapability cc, BoardClass board_class) {
  for (const TensorThroughput& row : kTensorThroughput) {
    if (row.compute_capability == cc && row.board_class == board_class) return row;
  }
  return std::nullopt;
}

Ceilings theoretical_ceilings(const DeviceProperties& device, Hertz sm_clock, Hertz memory_clock, ClockBasis basis) {
  Roofs add(device, sm_clock, basis);
  const ComputeCapability cc = device.compute_capability;
  const Board* board = find_board(device);
  add.add(Level::shared, kBytesPerSmAndClock);
  if (cc != kUnknownL1) add.add(Level::l1, kBytesPerSmAndClock);
  const int all_sms = device.whole_sm_count.value_or(device.sm_count);  // a part draws from the whole L2
  if (board && board->l2_bytes_per_clock && all_sms == board->sm_count) add.add_l2(*board->l2_bytes_per_clock);
  add.add_dram(memory_clock);
  if (const auto rate = throughput(cc)) {
    add.add(Precision::fp64, 2 * rate->fp64);
    add.add(Precision::fp32, 2 * rate->fp32);
    add.add(Precision::fp16, 2 * rate->fp16);
    add.add(Precision::bf16, 2 * rate->bf16);
    add.add(Precision::int32, rate->int32);
    add.add(Pipe::issue, kIssueRate);
    add.add(Pipe::sfu, rate->sfu);
    add.add(Pipe::imad, rate->imad);
    if (cc.major < kBothOnOnePipe) add.add(Pipe::alu, rate->int32 - rate->imad);
  }
  if (const auto rate = board ? tensor_throughput(cc, board->board_class) : std::nullopt) {
    add.add(Precision::tensor_fp64, rate->fp64);
    add.add(Precision::tensor_tf32, rate->tf32);
    add.add(Precision::tensor_bf16, rate->bf16);
    add.add(Precision::tensor_fp16, rate->fp16);
    add.add(Precision::tensor_fp8, rate->fp8);
    add.add(Precision::tensor_int8, rate->int8);
  }
  return std::move(add.roofs);
}

std::vector<std::string> unknown_roofs(const DeviceProperties& device, const Ceilings& roofs) {
  std::vector<std::string> unknown;
  const ComputeCapability cc = device.compute_capability;
  if (!throughput(cc)) {
    unknown.push_back("arithmetic: compute capability " + cc.text() + " is in no table");
  }
  if (!find_board(device)) {
    unknown.push_back(
        fmt::format("tensor rates: {} with {} SMs is in no table, and GPU models of one compute capability differ",
                    device.name, device.sm_count));
  }
  if (!roofs.best(Level::l1)) unknown.push_back("L1: no document gives its bytes per clock");
  if (!roofs.best(Level::l2)) unknown.push_back("L2: neither its width nor its clock can be queried");
  if (!roofs.best(Level::dram)) unknown.push_back("DRAM: the memory clock or the bus width is not known");
  return unknown;
}

}  // namespace rooflens::models

// A kernel on a GPU with round numbers: one SM at 1 GHz, DRAM and FP32 roofs of 1 G/s, L2 of 2 G/s, L1 and shared
// memory of 4 G/s, and 4 G warp instructions per second. It took 12 s, so demands in G are seconds or halves of them.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "models/explain/analysis.hpp"

namespace rooflens::models {

struct RoundKernel {
  Recording recording;

  RoundKernel() {
    Machine machine;
    machine.device.compute_capability = {9, 0};
    machine.device.sm_count = 1;
    machine.device.sm_clock_maximum = Hertz(1e9);
    CeilingOrigin origin;
    origin.basis = ClockBasis::during_run;
    origin.clock = Hertz(1e9);
    machine.ceilings.memory = {{Level::shared, ByteRate(4e9), origin},
                               {Level::l1, ByteRate(4e9), origin},
                               {Level::l2, ByteRate(2e9), origin},
                               {Level::dram, ByteRate(1e9), origin}};
    machine.ceilings.compute = {{Precision::fp32, OperationRate(1e9), origin}};
    recording.machines.push_back(std::move(machine));
    Observation o;
    o.name = "round";
    o.replay = Replay::kernel;
    o.durations = {Seconds(12)};
    o.clocks_during.sm = Hertz(1e9);
    o.launches.emplace_back();
    recording.observations.push_back(std::move(o));
  }

  [[nodiscard]] Observation& observation() { return recording.observations.front(); }
  [[nodiscard]] Machine& machine() { return recording.machines.front(); }

  /// In units of 1e9.
  RoundKernel& count(const std::string& counter, double giga, int pass = 0) {
    const double value = giga * 1e9;
    observation().counters.set(counter, {.value = value, .samples = 1, .min = value, .max = value, .pass = pass});
    return *this;
  }
  /// As if it had not been collected.
  RoundKernel& erase(std::string_view counter) {
    CounterSet rest;
    for (const auto& [name, value] : observation().counters) {
      if (name != counter) rest.set(name, value);
    }
    observation().counters = std::move(rest);
    return *this;
  }
  RoundKernel& cycles(double elapsed, double active_max, double active_mean) {
    return count("sm__cycles_elapsed.max", elapsed)
        .count("sm__cycles_active.max", active_max)
        .count("sm__cycles_active.avg", active_mean);
  }
  RoundKernel& dram(double gigabytes) { return count("dram__bytes.sum", gigabytes); }
  /// What the task needs at least.
  RoundKernel& compulsory(double gigabytes) {
    if (!observation().work) observation().work.emplace();
    observation().work->compulsory = {Bytes(gigabytes * 1e9), Bytes(0)};
    return *this;
  }
  RoundKernel& instructions(double warps, double threads, double threads_on) {
    return count("smsp__sass_inst_executed.sum", warps, 1)
        .count("smsp__sass_thread_inst_executed.sum", threads, 1)
        .count("smsp__sass_thread_inst_executed_pred_on.sum", threads_on, 1);
  }
  /// Wavefronts, and accesses that need one each.
  RoundKernel& shared(double wavefronts, double accesses) {
    return count("smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum", wavefronts, 1)
        .count("smsp__sass_data_bytes_mem_shared.sum", 0, 1)
        .count("smsp__sass_inst_executed_op_shared_ld.sum", accesses, 1)
        .count("smsp__sass_inst_executed_op_shared_st.sum", 0, 1);
  }
  RoundKernel& global(double load_bytes, double load_sectors, double store_bytes, double store_sectors) {
    return count("smsp__sass_data_bytes_mem_global_op_ld.sum", load_bytes, 1)
        .count("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum", load_sectors, 1)
        .count("smsp__sass_data_bytes_mem_global_op_st.sum", store_bytes, 1)
        .count("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum", store_sectors, 1);
  }
  /// Accesses of local memory.
  RoundKernel& local(double loads, double stores) {
    return count("smsp__sass_inst_executed_op_local_ld.sum", loads, 1)
        .count("smsp__sass_inst_executed_op_local_st.sum", stores, 1);
  }
  /// L1, L2, shared memory and arithmetic had nothing to do.
  RoundKernel& idle() {
    return count("l1tex__t_bytes.sum", 0).count("lts__t_sectors_srcunit_tex.sum", 0).shared(0, 0).arithmetic(0, 0, 0);
  }
  /// FP32 additions, products and fused pairs; no other arithmetic.
  RoundKernel& arithmetic(double add, double multiply, double fused) {
    for (const char* op : {"dadd", "dmul", "dfma", "hadd", "hmul", "hfma"}) {
      count(std::string("smsp__sass_thread_inst_executed_op_") + op + "_pred_on.sum", 0, 1);
    }
    return count("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", add, 1)
        .count("smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", multiply, 1)
        .count("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", fused, 1);
  }

  /// Eight warps, each a block of its own, and all that the model of waiting asks for: sectors of DRAM, by a load each.
  RoundKernel& eight_warps(double seconds, double sectors, Seconds latency) {
    cycles(seconds, seconds, seconds).dram(32 * sectors).idle().global(32 * sectors, sectors, 0, 0);
    count("l1tex__t_bytes.sum", 32 * sectors).count("lts__t_sectors_srcunit_tex.sum", sectors);
    count("smsp__sass_inst_executed_op_global_ld.sum", sectors, 1).count("lts__t_sectors_op_read.sum", sectors);
    count("sm__cycles_elapsed.avg.per_second", 1);
    machine().ceilings.latency = LatencyRoof{{latency, 2, ByteRate(1e9)}, {}, {}};
    Launch& launch = observation().launches.front();
    launch.grid = {8, 1, 1};
    launch.block = {32, 1, 1};
    launch.blocks_per_sm = 8;
    observation().durations = {Seconds(seconds)};
    return *this;
  }

  [[nodiscard]] Analysis analysis() const { return analyse(recording); }
};

}  // namespace rooflens::models

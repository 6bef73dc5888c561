// How long analyse() takes for a session of many kernels, on one core, and explain() for all of them.   usage:
// analysis_time [KERNELS]
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "models/explain/analysis.hpp"
#include "tests/fixtures/recordings.hpp"

namespace {

// Every factor and every inefficiency takes part: 256 subsets a kernel.
void make_hard(rooflens::models::Observation& o) {
  const auto count = [&](const std::string& name, double value, int pass = 1) {
    o.counters.set(name, {.value = value, .min = value, .max = value, .pass = pass});
  };
  const auto counted = [&](const char* name) { return o.counters.value(name).value_or(1); };
  count("sm__cycles_elapsed.max", 1.01 * counted("sm__cycles_active.max"), 0);
  count("sm__cycles_elapsed.avg.per_second", 1.98e9, 0);
  const double arithmetic = counted("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum") +
                            counted("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum");
  const double accesses =
      counted("smsp__sass_inst_executed_op_global_ld.sum") + counted("smsp__sass_inst_executed_op_global_st.sum");
  const double threads = 3 * arithmetic + 100 * accesses;
  count("smsp__sass_thread_inst_executed_pred_on.sum", threads);
  count("smsp__sass_thread_inst_executed.sum", 1.2 * threads);
  count("smsp__sass_inst_executed.sum", 1.5 * threads / 32);
  count("smsp__sass_inst_executed_op_local_ld.sum", 0.1 * accesses);
  count("smsp__sass_inst_executed_op_local_st.sum", 0.1 * accesses);
  count("smsp__sass_inst_executed_op_shared_ld.sum", 0.1 * accesses);
  count("smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum", 0.3 * accesses);
  count("smsp__sass_data_bytes_mem_global_op_st.sum", 0.5 * counted("smsp__sass_data_bytes_mem_global_op_st.sum"));
  count("smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 0.1 * arithmetic);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t kernels = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000;
  if (kernels == 0) {
    std::fputs("usage: analysis_time [KERNELS]\n", stderr);
    return 2;
  }
  rooflens::models::Recording recording = rooflens::fixtures::many_kernels(kernels);
  for (rooflens::models::Observation& o : recording.observations) make_hard(o);
  const std::clock_t start = std::clock();
  const rooflens::models::Analysis analysis = rooflens::models::analyse(recording);
  const std::clock_t analysed = std::clock();
  std::size_t factors = 0, advice = 0;
  for (const auto& kernel : analysis.machines.front().kernels) {
    const rooflens::models::Explanation why = rooflens::models::explain(kernel);
    factors += why.gap ? why.gap->factors.size() : 0;
    advice += why.advice.size();
  }
  const auto seconds = [](std::clock_t ticks) { return static_cast<double>(ticks) / CLOCKS_PER_SEC; };
  std::printf("%zu kernels: analysed in %.3f s of CPU, explained in %.3f s; %zu factors, %zu pieces of advice\n",
              kernels, seconds(analysed - start), seconds(std::clock() - analysed), factors, advice);
  return 0;
}

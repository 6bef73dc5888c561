// One record of every kind, with what is hard to write down.
#pragma once

#include <limits>
#include <vector>

#include "profiler/spool/record.hpp"

namespace rooflens::collect::spool {

[[nodiscard]] inline std::vector<Record> sample_records() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  KernelRecord kernel{.kernel = 7, .device = 1, .form = LaunchForm::cooperative, .function = "_Z3addPfi", .launch = {}};
  kernel.launch.grid = {65535, 2, 3};
  kernel.launch.block = {1024, 1, 1};
  kernel.launch.registers_per_thread = 255;
  kernel.launch.dynamic_shared_bytes = 232448;
  kernel.launch.blocks_per_sm = 2;
  return {
      ProcessRecord{.pid = 4711,
                    .parent_pid = 1,
                    .hostname = "node-17",
                    .command = "./app 'a\nb' \"c\" \xff\xfe \xe2\x82\xac",
                    .rank = 3,
                    .world = 8,
                    .launcher = "torchrun",
                    .started_ns = 1'795'247'101'123'456'789,
                    .tool_version = "0.1.0",
                    .cupti_version = "130001",
                    .cupti_path = "/opt/cuda/lib64/libcupti.so.13"},
      DeviceRecord{.device = 1, .name = "NVIDIA H200", .uuid = "GPU-1", .chip = "GH100", .sm_count = 132},
      GroupRecord{.group = 1,
                  .id = "hardware",
                  .replayed = true,
                  .counters = {"dram__bytes.sum", "lts__t_bytes.sum"},
                  .passes = {0, 1},
                  .refused = {{"no__such.sum", "unknown on this chip"}}},
      kernel,
      RangeRecord{1, "train@step/forward"},
      ObservationRecord{.kernel = 7,
                        .range = 1,
                        .group = 1,
                        .launch = std::numeric_limits<std::uint64_t>::max(),
                        .overlapped = true,
                        .values = {0.1, nan, 1e300, 5e-324, 123456789012345678.0},
                        .duration_ns = 1.0 / 3.0},
      WindowRecord{1, 3, 19e6, 1.0 / 3.0, 6e6},
      TimesRecord{{{7, 1, 1000, 990, 1e9 / 7, {1.5, 2.75}}, {8, 0, 1, 0, 0, {}}}},
      InstructionsRecord{1,
                         "_Z1fPf",
                         77,
                         2,
                         {"stall.wait", "b"},
                         {"/a b.cu"},
                         {0, 16, 1ULL << 40U},
                         {-1, 0, 0},
                         {0, 7, 8},
                         {1, 0, 0.5, nan, 1e300, 6}},
      NoteRecord{NoteRecord::Level::information, "permission", "counters are refused", "ask an administrator"},
      NodesRecord{9, {7, 8}, {2, 1}, 3},
      EndRecord{1'795'247'102'000'000'001, 1000, 0.5, 3},
      CaseRecord{7, "block=256 n=4096"},
      WorkRecord{8, 7, 3},
      LeftAloneRecord{7, "it prints on the GPU"},
      FormulaRecord{7, "aten::mm,aten::addmm", "bfloat16", 10, 9, true, 1e12, 3e9, 1.5},
      EventTimesRecord{7, {61e3, 62e3, nan}, 60e3},
      ArgumentsRecord{7, nan},
  };
}

}  // namespace rooflens::collect::spool

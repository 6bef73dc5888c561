// What no GPU can do is refused, however the session was made: sessions that were recorded on real GPUs, in which one
// value is another. They are written anew, so that the digest fits.
#include "profiler/session/possible.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

using models::Observation;
using models::Recording;
using ::testing::HasSubstr;

const std::filesystem::path kSamples = std::filesystem::path(ROOFLENS_SOURCE_DIR) / "samples";

class Possible : public ::testing::Test {
 protected:
  /// Of copy/float4 on an H200 of 132 SMs: 256 threads a block, 500 us, 2 GiB read and as much written... as recorded.
  std::string error_with(const std::function<void(Recording&)>& change) const {
    Recording recording = load(kSamples / "demo.rlens");
    change(recording);
    const ScratchFolder folder;
    return error_of([&] {
      save(recording, folder / "a.rlens");
      EXPECT_NE(load(folder / "a.rlens").provenance.altered, true);
    });
  }
  std::string error_with_kernel(const std::function<void(Observation&)>& change) const {
    return error_with([&](Recording& recording) {
      change(*std::find_if(recording.observations.begin(), recording.observations.end(),
                           [](const Observation& o) { return o.name == "copy/float4"; }));
    });
  }
  std::string error_with_launch(const std::function<void(models::Launch&)>& change) const {
    return error_with_kernel([&](Observation& o) { change(o.launches.at(0)); });
  }
  std::string error_with_machine(const std::function<void(models::Machine&)>& change) const {
    return error_with([&](Recording& recording) { change(recording.machines.at(0)); });
  }
};

TEST_F(Possible, IsWhatRealGpusDid) {
  for (const char* name : {"demo", "catalogue", "lines", "training"}) {
    EXPECT_NO_THROW((void)load(kSamples / (std::string(name) + ".rlens"))) << name;
  }
  EXPECT_EQ(error_with([](Recording&) {}), "no error");
}

TEST_F(Possible, IsNoBlockOf2560Threads) {
  EXPECT_THAT(error_with_launch([](auto& l) { l.block.x *= 10; }),
              HasSubstr("observation 'copy/float4': threads per block (2560) exceeds the most of a block (1024)"));
}

TEST_F(Possible, IsNoThreadOf256Registers) {
  EXPECT_THAT(error_with_launch([](auto& l) { l.registers_per_thread = 256; }),
              HasSubstr("registers_per_thread (256) exceeds the most of a thread (255)"));
  EXPECT_THAT(error_with_launch([](auto& l) { l.registers_per_thread *= 10; }), HasSubstr("registers"));
}

TEST_F(Possible, IsNoBlockThatAnSmHasNoRoomFor) {
  EXPECT_THAT(error_with_launch([](auto& l) {
                l.block.x = 1024;
                l.registers_per_thread = 65;
                l.blocks_per_sm.reset();
              }),
              HasSubstr("registers of a block (66560) exceeds those of an SM (65536)"));
  EXPECT_THAT(error_with_launch([](auto& l) { l.dynamic_shared_bytes = 232449; }),
              HasSubstr("shared memory of a block (232449) exceeds the most of a block (232448)"));
}

TEST_F(Possible, AreNoMoreBlocksThanAnSmHolds) {
  EXPECT_THAT(error_with_launch([](auto& l) { *l.blocks_per_sm *= 10; }),
              HasSubstr("blocks_per_sm (80) exceeds the most of an SM (32)"));
  EXPECT_THAT(error_with_launch([](auto& l) { l.blocks_per_sm = 9; }),
              HasSubstr("threads of the blocks on an SM (2304) exceeds the most of an SM (2048)"));
  EXPECT_THAT(error_with_launch([](auto& l) { l.registers_per_thread = 33; }),
              HasSubstr("registers of the blocks on an SM (67584) exceeds those of an SM (65536)"));
  EXPECT_THAT(error_with_launch([](auto& l) { l.static_shared_bytes = 30000; }),
              HasSubstr("shared memory of the blocks on an SM (240000) exceeds that of an SM (233472)"));
}

TEST_F(Possible, IsNoPowerBelowZero) {
  EXPECT_THAT(error_with_machine([](auto& m) { m.device.power_limit_watts = -700; }),
              HasSubstr("power_limit_watts is negative"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.device.power_limit_watts = 7000; }),
              HasSubstr("power_limit_watts (7000) exceeds 2.5 x that of any GPU (3500)"));
  EXPECT_THAT(error_with_kernel([](auto& o) { o.clocks_during.power_watts = -1; }),
              HasSubstr("power_watts is negative"));
}

TEST_F(Possible, IsNoRoofOfTenGpus) {
  const auto tenfold = [](auto& roofs, models::CeilingSource source) {
    for (auto& roof : roofs) {
      if (roof.origin.source == source) roof.rate = 10 * roof.rate;
    }
  };
  using enum models::CeilingSource;
  EXPECT_THAT(error_with_machine([&](auto& m) { tenfold(m.ceilings.memory, measured); }),
              HasSubstr("machine 'NVIDIA H200': roof of dram (4.66942e+13) exceeds 2.5 x what its properties allow "
                        "(1.20358e+13)"));
  EXPECT_THAT(error_with_machine([&](auto& m) { tenfold(m.ceilings.memory, theoretical); }),
              HasSubstr("roof of shared"));
  EXPECT_THAT(error_with_machine([&](auto& m) { tenfold(m.ceilings.compute, measured); }), HasSubstr("roof of fp64"));
  const auto tenfold_one = [](std::string_view id) {
    return [id](models::Machine& m) {
      for (models::MeasuredRoof& reached : m.ceilings.probes->roofs) {
        if (reached.probe == id) reached.value *= 10;
      }
    };
  };
  EXPECT_THAT(error_with_machine(tenfold_one("dram-read")), HasSubstr("probe of dram-read (4.6"));
  EXPECT_THAT(error_with_machine(tenfold_one("l2")), HasSubstr("probe of l2"));
  EXPECT_THAT(error_with_machine([&](auto& m) {
                for (models::MemoryCeiling& roof : m.ceilings.memory) {
                  if (roof.level == models::Level::l2) roof.rate = 10 * roof.rate;
                }
              }),
              HasSubstr("roof of l2 (1.02792e+14) exceeds"));
}

TEST_F(Possible, IsNoClockFarAboveTheMaximum) {
  EXPECT_THAT(error_with_kernel([](auto& o) { o.clocks_before.sm = models::megahertz(19800); }),
              HasSubstr("sm_clock_hz (1.98e+10) exceeds 2.5 x the maximum (4.95e+09)"));
  EXPECT_THAT(error_with_kernel([](auto& o) { o.clocks_during.memory = models::megahertz(32010); }),
              HasSubstr("memory_clock_hz"));
}

// The launch that was counted took 992,000 cycles at 1.97 GHz: 0.5 ms.
TEST_F(Possible, IsNoTimeThatItsCountedCyclesContradict) {
  const auto with_times = [&](double factor) {
    return error_with_kernel([&](Observation& o) {
      o.work.reset();
      for (models::Seconds& duration : o.durations) duration = duration * factor;
    });
  };
  EXPECT_THAT(with_times(10), HasSubstr("shortest duration (0.00500512) exceeds 5 x the time of its counted cycles"));
  EXPECT_THAT(with_times(0.1), HasSubstr("time of its counted cycles"));
  EXPECT_EQ(with_times(2), "no error") << "a clock that is half as fast";
}

// Of 136 launches that took 666 us together, 91 took 444 us.
TEST_F(Possible, AreNoDurationsThatAddUpToMoreThanAllLaunches) {
  const auto with_times = [&](double factor) {
    Recording recording = load(kSamples / "training.rlens");
    for (Observation& o : recording.observations) {
      if (o.timed_launches != 136) continue;
      for (models::Seconds& duration : o.durations) duration = duration * factor;
    }
    const ScratchFolder folder;
    return error_of([&] {
      save(recording, folder / "a.rlens");
      (void)load(folder / "a.rlens");
    });
  };
  EXPECT_THAT(with_times(10), HasSubstr("sum of durations (0.00444356"));
  EXPECT_EQ(with_times(1), "no error");
}

TEST_F(Possible, IsNoWorkThatWouldNotHavePassed) {
  EXPECT_THAT(error_with_kernel([](Observation& o) { o.work->compulsory.read = 10 * o.work->compulsory.read; }),
              HasSubstr("compulsory_read_bytes"));
  EXPECT_THAT(error_with_kernel([](Observation& o) { o.work->compulsory.written = 10 * o.work->compulsory.written; }),
              HasSubstr("compulsory_written_bytes"));
  EXPECT_THAT(
      error_with_kernel([](Observation& o) { o.work->operations[models::Precision::fp64] = models::Operations(1e12); }),
      HasSubstr("operations of fp64 (1e+12) exceeds 2.5 x what passes in its longest duration"));
  EXPECT_EQ(error_with_kernel([](Observation& o) {
              o.work->compulsory.read = 10 * o.work->compulsory.read;
              o.verification.status = models::VerificationStatus::mismatch;
            }),
            "no error")
      << "a kernel that did not do its work";
}

}  // namespace
}  // namespace rooflens::session

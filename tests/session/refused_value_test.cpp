// Values that cannot stand in a session are refused by name when they are written, and the batch with them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

using models::Observation;
using ::testing::HasSubstr;

class RefusedValue : public ::testing::Test {
 protected:
  RefusedValue() : writer_(Writer::create(folder_ / "a.rlens", rich_recording().provenance, Writer::IfExists::refuse)) {
    writer_.add_process(rich_recording().processes[1]);
    writer_.put_machine(rich_recording().machines[0]);
  }
  std::string error_with(const std::function<void(Observation&)>& change) {
    std::vector<Observation> batch{plain_observation("good"), plain_observation("bad")};
    change(batch[1]);
    return error_of([&] { writer_.append(batch); });
  }
  std::string error_with_counter(models::CounterValue value) {
    return error_with([&](Observation& o) { o.counters.set("c", value); });
  }
  std::string error_with_machine(const std::function<void(models::Machine&)>& change) {
    models::Machine machine = rich_recording().machines[0];
    change(machine);
    return error_of([&] { writer_.put_machine(machine); });
  }
  ScratchFolder folder_;
  Writer writer_;
};

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST_F(RefusedValue, LeavesNothingOfItsBatch) {
  EXPECT_NE(error_with([](Observation& o) { o.durations[1] = models::Seconds(kNan); }), "no error");
  writer_.close();
  EXPECT_TRUE(load(folder_ / "a.rlens").observations.empty());
}

TEST_F(RefusedValue, LeavesTheWriterUsable) {
  EXPECT_NE(error_with([](Observation& o) { o.machine = 99; }), "no error");
  writer_.append(std::vector{plain_observation("after")});
  writer_.close();
  EXPECT_EQ(load(folder_ / "a.rlens").observations.size(), 1U);
}

TEST_F(RefusedValue, NamesObservationAndField) {
  EXPECT_THAT(error_with([](Observation& o) { o.durations[1] = models::Seconds(kNan); }),
              HasSubstr("observation 'bad': duration is not a number (NaN) | nothing of this call was written"));
}

TEST_F(RefusedValue, IsNotFinite) {
  EXPECT_THAT(error_with_counter({kInfinity, 1, 0, kInfinity}), HasSubstr("counter 'c': value is infinite"));
  EXPECT_THAT(error_with([](Observation& o) {
                o.largest.set("c", {kInfinity, 1, 0, kInfinity});
              }),
              HasSubstr("counter 'c': value is infinite"));
  EXPECT_THAT(error_with([](Observation& o) { o.clocks_during.power_watts = kNan; }),
              HasSubstr("clocks after: power_watts is not a number"));
  EXPECT_THAT(error_with([](Observation& o) {
                o.work.emplace().operations[models::Precision::fp32] = models::Operations(kNan);
              }),
              HasSubstr("work from formula: fp32 is not a number"));
  EXPECT_THAT(error_with([](Observation& o) { o.work.emplace().in_flight_per_thread = models::Bytes(0); }),
              HasSubstr("work from formula: in_flight_bytes_per_thread is zero"));
}

TEST_F(RefusedValue, IsNegative) {
  EXPECT_THAT(error_with([](Observation& o) { o.durations[0] = models::Seconds(-1); }),
              HasSubstr("duration is negative"));
  EXPECT_THAT(error_with([](Observation& o) { o.launches[0].registers_per_thread = -1; }),
              HasSubstr("launch 'k': registers_per_thread is negative"));
  EXPECT_THAT(error_with_counter({1, 1, 1, 1, -1}), HasSubstr("pass is negative"));
}

TEST_F(RefusedValue, IsACounterOutsideItsRange) {
  EXPECT_THAT(error_with_counter({2, 1, 3, 1}), HasSubstr("min (3) exceeds max (1)"));
  EXPECT_THAT(error_with_counter({4, 1, 1, 3}), HasSubstr("value (4) lies outside min to max (1 to 3)"));
  EXPECT_THAT(error_with_counter({1, 0, 1, 1}), HasSubstr("samples is zero"));
}

TEST_F(RefusedValue, IsNotAMeanThatRoundingPushedOut) {
  const double mean = (0.1 + 0.1 + 0.1) / 3;
  ASSERT_GT(mean, 0.1);
  EXPECT_EQ(error_with_counter({mean, 3, 0.1, 0.1}), "no error");
}

TEST_F(RefusedValue, IsTooLargeForSqlite) {
  EXPECT_THAT(error_with([](Observation& o) { o.launches_made = UINT64_MAX; }),
              HasSubstr("launches_made is larger than 2^63 - 1"));
}

TEST_F(RefusedValue, IsAnUnknownId) {
  EXPECT_THAT(error_with([](Observation& o) { o.machine = 99; }),
              HasSubstr("names GPU 99, which the session does not"));
  EXPECT_THAT(error_with([](Observation& o) { o.process = 98; }),
              HasSubstr("names process 98, which the session does not"));
}

TEST_F(RefusedValue, IsMoreObservedThanMade) {
  EXPECT_THAT(error_with([](Observation& o) { o.launches_counted = 41; }),
              HasSubstr("(41) exceeds launches_made (40)"));
}

TEST_F(RefusedValue, IsATotalTimeOfNoLaunches) {
  EXPECT_THAT(error_with([](Observation& o) { o.total_time = models::Seconds(1); }),
              HasSubstr("total_time_s is given although no launch was timed"));
}

TEST_F(RefusedValue, IsALaunchOfNothing) {
  EXPECT_THAT(error_with([](Observation& o) { o.launches[0].grid.y = 0; }), HasSubstr("grid has a dimension of zero"));
  EXPECT_THAT(error_with([](Observation& o) { o.launches[0].block.z = 0; }),
              HasSubstr("block has a dimension of zero"));
  EXPECT_THAT(error_with([](Observation& o) { o.launches[0].count = 0; }), HasSubstr("count is zero"));
}

TEST_F(RefusedValue, IsABlockThatNoGpuRuns) {
  EXPECT_THAT(error_with([](Observation& o) {
                o.launches[0].block = {2147483648, 2147483648, 4};
              }),
              HasSubstr("block has 18446744073709551615 threads, more than any GPU runs"))
      << "the product of its sides is a power of two that 64 bits do not hold";
  EXPECT_THAT(error_with([](Observation& o) { o.launches[0].dynamic_shared_bytes = 1ULL << 62; }),
              HasSubstr("shared memory is 4611686018427387904 bytes per block"));
}

TEST_F(RefusedValue, IsATimelineThatCannotBe) {
  const auto error_with_blocks = [&](const std::function<void(models::BlockTrace&)>& change) {
    return error_with([&](Observation& o) {
      o.blocks = models::BlockTrace{2, 1, 100, {{0, 5, 8, 0, 60}, {1, 5, 8, 40, 100}}};
      change(*o.blocks);
    });
  };
  EXPECT_EQ(error_with_blocks([](auto&) {}), "no error");
  EXPECT_THAT(error_with_blocks([](auto& t) { t.blocks[1].end_ns = 39; }),
              HasSubstr("timeline of blocks: end_ns lies before start_ns (block 1)"));
  EXPECT_THAT(error_with_blocks([](auto& t) { t.span_ns = 99; }), HasSubstr("lies behind the end of the launch"));
  EXPECT_THAT(error_with_blocks([](auto& t) { t.blocks[1].block = 0; }), HasSubstr("block is not in ascending order"));
  EXPECT_THAT(error_with_blocks([](auto& t) { t.blocks[0].warps = 0; }), HasSubstr("warps is zero (block 0)"));
  EXPECT_THAT(error_with_blocks([](auto& t) { t.blocks_run = 1; }), HasSubstr("blocks_run (1) is less than"));
  EXPECT_THAT(error_with_blocks([](auto& t) { t.blocks[0].sm = 4; }), HasSubstr("sms_run (1) is less than the 2 SMs"));
  EXPECT_THAT(error_with_blocks([](auto& t) { t.blocks.clear(); }), HasSubstr("block_event has no block"));
}

TEST_F(RefusedValue, IsAFamilyThatCannotBe) {
  const auto error_with_family = [&](const std::function<void(models::Family&)>& change) {
    models::Family family = rich_recording().families.front();
    change(family);
    return error_of([&] { writer_.add_family(family); });
  };
  EXPECT_THAT(error_with_family([](auto& f) { f.members.clear(); }),
              HasSubstr("family 'reduction': family_member has no"));
  EXPECT_THAT(error_with_family([](auto& f) { f.members[1].kernel = "reduction/b"; }),
              HasSubstr("member 'reduction/b': kernel is there twice"));
  EXPECT_THAT(error_with_family([](auto& f) { f.members[0].published[0].printed = models::Seconds(0); }),
              HasSubstr("printed_s is zero"));
  EXPECT_EQ(error_with_family([](auto&) {}), "no error");
  EXPECT_THAT(error_with_family([](auto&) {}), HasSubstr("family 'reduction' is there twice"));
}

TEST_F(RefusedValue, IsANoteThatCannotBe) {
  const auto error_with_note = [&](const std::function<void(models::Note&)>& change) {
    std::vector<models::Note> notes{rich_recording().notes[0], rich_recording().notes[1]};
    change(notes[1]);
    return error_of([&] { writer_.add_notes(notes); });
  };
  EXPECT_THAT(error_with_note([](auto& n) { n.process = 98; }),
              HasSubstr("names process 98, which the session does not have"));
  EXPECT_EQ(error_with_note([](auto&) {}), "no error");
  writer_.close();
  EXPECT_EQ(load(folder_ / "a.rlens").notes.size(), 2U) << "nothing of what was refused";
}

TEST_F(RefusedValue, IsAMachineThatCannotBe) {
  EXPECT_THAT(error_with_machine([](auto& m) { m.device.sm_count = -1; }),
              HasSubstr("GPU 7: sm_count is negative (-1)"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.device.whole_sm_count = m.device.sm_count; }),
              HasSubstr("GPU 7: whole_sm_count (132) is not more than the 132 SMs of the part"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.device.warp_size = 31; }), HasSubstr("warp_size (31) is not 32"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.ceilings.memory[0].rate = models::ByteRate(0); }),
              HasSubstr("GPU 7, ceiling 'dram': rate is zero"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.ceilings.instruction[1].rate = models::OperationRate(0); }),
              HasSubstr("GPU 7, ceiling 'sfu': rate is zero"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.ceilings.compute[1].origin.spread = -0.1; }),
              HasSubstr("GPU 7, ceiling 'fp32': spread is negative"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.ceilings.probes->roofs[1].probe = "dram-copy"; }),
              HasSubstr("GPU 7, probe 'dram-copy': probe is there twice"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.ceilings.probes->roofs[0].counted = -0.1; }),
              HasSubstr("probe 'dram-copy': counted_share is negative"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.ceilings.links[0].rate = models::ByteRate(0); }),
              HasSubstr("GPU 7, link to 'host': bytes_per_second is zero"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.ceilings.links[0].times[1].bytes = models::Bytes(4096); }),
              HasSubstr("link to 'host': bytes does not grow from time to time"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.ceilings.latency->knee.p = 0; }),
              HasSubstr("GPU 7, latency roof: p is not above zero"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.ceilings.latency->knee.latency = models::Seconds(0); }),
              HasSubstr("latency_s is zero"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.ceilings.latency->write_penalty = models::Seconds(-1e-15); }),
              HasSubstr("write_penalty_s_per_byte is negative"));
  EXPECT_THAT(error_with_machine([](auto& m) { m.ceilings.latency->held_out.worst = 0; }),
              HasSubstr("median_error exceeds the worst error"));
}

TEST_F(RefusedValue, IsAProcessThatIsThereAlready) {
  EXPECT_THAT(error_of([&] { writer_.add_process(rich_recording().processes[1]); }),
              HasSubstr("process 3 is there twice"));
}

}  // namespace
}  // namespace rooflens::session

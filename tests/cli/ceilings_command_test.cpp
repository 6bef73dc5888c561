// `rooflens ceilings` on a GPU that reaches what the test says, and what recordings make of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <tuple>

#include "profiler/actions/ceiling_cache.hpp"
#include "profiler/session/session.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class CeilingsCommand : public ::testing::Test {
 protected:
  CeilingsCommand() {
    setenv("XDG_CACHE_HOME", (folder_.path() / "cache").c_str(), 1);
    // 132 SMs at 1.5 GHz: 256 FLOP a clock are 50.688 TFLOP/s.
    backend_.machine.probes = {{"dram-read", {4.0e12, 4.3e12, 4.2e12}}, {"dram-copy", {3.9e12}},
                               {"fp32", {25.344e12, 50.688e12}},        {"tensor-bf16", {600e12}},
                               {"launch-latency", {5e-6, 4e-6}},        {"l2", {6e12}}};
  }
  ~CeilingsCommand() override { unsetenv("XDG_CACHE_HOME"); }

  [[nodiscard]] Outcome of(const Arguments& arguments) const { return dispatched(backend_, arguments); }
  [[nodiscard]] std::string path(const char* name) const { return (folder_.path() / name).string(); }

  ScratchFolder folder_;
  FakeBackend backend_;
};

TEST_F(CeilingsCommand, SurveysOnceAndMeasuresTheBestPointsInProcessesOfTheirOwn) {
  const Outcome outcome = of({"ceilings", "--processes", "3", "--repetitions", "7"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string best = "dram-read=1,dram-copy=0,l2=0,fp32=1,tensor-bf16=0,launch-latency=1";
  const Arguments again{"ceilings", "--child", "0", "7", best};
  EXPECT_THAT(backend_.log.children, ElementsAre(Arguments{"ceilings", "--child", "0", "5", "survey"}, again, again,
                                                 again, Arguments{"ceilings", "--child", "0", "1", "count:" + best},
                                                 Arguments{"ceilings", "--child", "0", "1", "links"}));
  EXPECT_EQ(backend_.log.settled.size(), 3u * 6u) << "every best point in each of the processes";
}

// A launch of the fake GPU lasts a millisecond: DRAM moves 4.3 GB in it by its own account, and the counters agree; L2
// claims 6 GB, of which they see the half.
TEST_F(CeilingsCommand, HoldsProbesAgainstCounters) {
  backend_.machine.answer = [](std::size_t, const collect::Request& request) {
    collect::Capture capture = collect::plain_capture(request);
    capture.counters = {};
    capture.counters.set("dram__bytes.sum", {.value = 4.3e9});
    capture.counters.set("lts__t_sectors_srcunit_tex.sum", {.value = 3e9 / 32});
    return capture;
  };
  const Outcome outcome = of({"ceilings"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto measured = actions::cached_ceilings(backend_.machine.device);
  ASSERT_TRUE(measured.has_value());
  EXPECT_NEAR(measured->find("dram-read")->counted.value(), 1, 1e-9);
  EXPECT_NEAR(measured->find("l2")->counted.value(), 0.5, 1e-9);
  EXPECT_FALSE(measured->find("fp32")->counted.has_value());
  EXPECT_THAT(outcome.out, ::testing::ContainsRegex("L2: counters saw 50.0.* of what the probe says it does"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("DRAM read: counters saw")));
}

TEST_F(CeilingsCommand, MeasuresWithoutCountersWhereTheyAreNotPermitted) {
  backend_.machine.before_collector = [] { throw collect::PermissionDenied("counters are for administrators"); };
  const Outcome outcome = of({"ceilings"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("not held against counters"));
  EXPECT_TRUE(actions::cached_ceilings(backend_.machine.device).has_value());
}

TEST_F(CeilingsCommand, PrintsRatesClocksSharesAndWhatWasFastest) {
  const std::string text = of({"ceilings"}).out;
  EXPECT_THAT(text, HasSubstr("Measured roofs · NVIDIA H200"));
  EXPECT_THAT(text, ::testing::ContainsRegex("DRAM read +4.30 TB/s"));
  EXPECT_THAT(text, ::testing::ContainsRegex("FP32 +50.7 TFLOP/s .* 1500 MHz +256 FLOP +100"));
  EXPECT_THAT(text, ::testing::ContainsRegex("Launch latency +4.00 µs"));
  EXPECT_THAT(text, HasSubstr("  DRAM read       point 1\n"));
  EXPECT_THAT(text, HasSubstr("Not measured\n"));
  EXPECT_THAT(text, HasSubstr("  SFU             the fake GPU has no such pipe\n"));
}

TEST_F(CeilingsCommand, TellsProgramsTheSame) {
  const auto all = nlohmann::json::parse(of({"ceilings", "--format", "json"}).out);
  const auto& fp32 = all["roofs"][3];
  EXPECT_EQ(fp32["probe"], "fp32");
  EXPECT_EQ(fp32["unit"], "FLOP/s");
  EXPECT_NEAR(fp32["per_clock_and_sm"].get<double>(), 256, 1e-9);
  EXPECT_NEAR(fp32["of_peak_at_its_clock"].get<double>(), 1, 1e-9);
  EXPECT_NEAR(fp32["of_queried_peak"].get<double>(), 1.5 / 1.98, 1e-9);
  const auto& bf16 = all["roofs"][4];
  EXPECT_NEAR(bf16["of_data_sheet"].get<double>(), 600 / 989.4, 1e-3);
  EXPECT_FALSE(all["roofs"][2].contains("of_queried_peak")) << "nobody knows the theoretical rate of this L2";
}

TEST_F(CeilingsCommand, TheSpreadIsThatOfTheProcesses) {
  backend_.machine.drift = 0.01;  // 1.02, 1.03, 1.04 of the rate
  ASSERT_EQ(of({"ceilings", "--processes", "3"}).code, 0);
  const auto measured = actions::cached_ceilings(backend_.machine.device);
  ASSERT_TRUE(measured.has_value());
  EXPECT_NEAR(measured->find("fp32")->value, 1.03 * 50.688e12, 1e6);
  EXPECT_NEAR(measured->find("fp32")->spread, 0.01 / 1.03, 1e-9);
}

TEST_F(CeilingsCommand, WritesASessionWithTheRoofsAndNoKernels) {
  const Outcome outcome = of({"ceilings", "-o", path("roofs.rlens")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const models::Recording recording = session::load(path("roofs.rlens"));
  ASSERT_EQ(recording.machines.size(), 1u);
  const models::Ceilings& roofs = recording.machines[0].ceilings;
  EXPECT_DOUBLE_EQ(roofs.best(models::Level::dram)->rate.value(), 4.3e12);
  EXPECT_EQ(roofs.best(models::Level::dram)->origin.source, models::CeilingSource::measured);
  EXPECT_EQ(roofs.best(models::Level::l1)->origin.source, models::CeilingSource::theoretical);
  EXPECT_EQ(of({"ceilings", "-o", path("roofs.rlens")}).code, 1) << "exists";
  EXPECT_EQ(of({"report", path("roofs.rlens")}).code, 0);
}

// What every later session carries, whether it was written by `ceilings` or from the file that `ceilings` kept.
TEST_F(CeilingsCommand, GivesEachSessionWhatItsProbesReached) {
  backend_.machine.drift = 0.01;
  ASSERT_EQ(of({"ceilings", "--processes", "3", "-o", path("roofs.rlens")}).code, 0);
  ASSERT_EQ(of({"run", "copy/float4", "--set", "n=1024", "-o", path("a.rlens")}).code, 0);
  const auto kept = actions::cached_ceilings(backend_.machine.device);
  ASSERT_TRUE(kept.has_value());
  for (const char* name : {"roofs.rlens", "a.rlens"}) {
    const auto probes = session::load(path(name)).machines[0].ceilings.probes;
    ASSERT_TRUE(probes.has_value()) << name;
    EXPECT_EQ(probes->measured_utc, kept->measured_utc);
    ASSERT_EQ(probes->roofs.size(), kept->roofs.size());
    for (std::size_t i = 0; i < kept->roofs.size(); ++i) {
      const models::MeasuredRoof &is = probes->roofs[i], &was = kept->roofs[i];
      EXPECT_EQ(std::tie(is.probe, is.point, is.processes, is.repetitions),
                std::tie(was.probe, was.point, was.processes, was.repetitions));
      EXPECT_EQ(is.value, was.value) << "to the last bit";
      EXPECT_EQ(is.clock, was.clock);
      EXPECT_EQ(is.spread, was.spread);
      EXPECT_EQ(is.counted, was.counted);
    }
    EXPECT_NEAR(probes->find("dram-copy")->value, 1.03 * 3.9e12, 1e6) << "not the best of DRAM, and kept";
    EXPECT_EQ(probes->refused.size(), kept->refused.size());
  }
  const std::string text = of({"report", path("a.rlens")}).out;
  EXPECT_THAT(text, HasSubstr("Probes: DRAM read"));
  EXPECT_THAT(text, HasSubstr("DRAM copy 4.02 TB/s"));
  ASSERT_EQ(of({"run", "copy/float4", "--set", "n=1024", "--no-ceilings", "-o", path("b.rlens")}).code, 0);
  EXPECT_FALSE(session::load(path("b.rlens")).machines[0].ceilings.probes.has_value());
}

// 10 us and 50 GB/s: half of it from 500 kB.
TEST_F(CeilingsCommand, LinksArePrintedKeptAndStoredWithEachSession) {
  const Outcome without = of({"ceilings"});
  EXPECT_THAT(without.out, Not(HasSubstr("\nLinks\n")));
  EXPECT_FALSE(nlohmann::json::parse(of({"ceilings", "--format", "json"}).out).contains("links"));
  backend_.machine.links = {
      {{"host",
        models::LinkKind::pcie,
        models::LinkDirection::from_peer,
        models::ByteRate(50e9),
        0.01,
        11,
        models::Seconds(10e-6),
        {{models::Bytes(4096), models::Seconds(1.1e-5)}}},
       {"host", models::LinkKind::pcie, models::LinkDirection::both, models::ByteRate(90e9), 0.01, 11, {}, {}}},
      {{"link to GPU-1", "too little free memory on GPU 1"}}};
  const Outcome outcome = of({"ceilings", "-o", path("roofs.rlens")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, ::testing::ContainsRegex("host +this GPU +PCIe +50.0 GB/s +1.* 10.0 µs +500 kB\n"));
  EXPECT_THAT(outcome.out, ::testing::ContainsRegex("this GPU +host, both at once +PCIe +90.0 GB/s +1.* – +–\n"));
  EXPECT_THAT(outcome.out, HasSubstr("  link to GPU-1   too little free memory on GPU 1\n"));
  const auto json = nlohmann::json::parse(of({"ceilings", "--format", "json"}).out)["links"];
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["half_rate_bytes"], 500000);
  ASSERT_EQ(of({"run", "copy/float4", "--set", "n=1024", "-o", path("a.rlens")}).code, 0);
  for (const char* name : {"roofs.rlens", "a.rlens"}) {
    const auto links = session::load(path(name)).machines[0].ceilings.links;
    ASSERT_EQ(links.size(), 2u) << name;
    EXPECT_EQ(links[0].direction, models::LinkDirection::from_peer);
    EXPECT_EQ(links[0].latency, models::Seconds(10e-6));
    ASSERT_EQ(links[0].times.size(), 1u);
    EXPECT_EQ(links[0].times[0].time, models::Seconds(1.1e-5));
    EXPECT_FALSE(links[1].latency.has_value());
  }
}

// A microsecond of latency, at most 4 TB/s, p = 2; loads of 4 bytes draw 5 % less than that.
class LatencyRoofCommand : public CeilingsCommand {
 protected:
  LatencyRoofCommand() {
    const models::SoftKnee knee{models::Seconds(1e-6), 2, models::ByteRate(4e12)};
    for (const int width : {16, 4}) {
      for (const int threads : {128, 2048}) {
        for (const int loads : {1, 2, 4, 8}) {
          const double rate = knee.bandwidth(132.0 * threads, models::Bytes(loads * width)).value();
          backend_.machine.in_flight.push_back({threads, loads, width});
          backend_.machine.probes["latency-roof"].push_back(width == 16 ? rate : 0.95 * rate);
        }
      }
    }
  }
};

TEST_F(LatencyRoofCommand, IsPrintedWithItsErrorOnPointsThatItDidNotSee) {
  const std::string text = of({"ceilings"}).out;
  EXPECT_THAT(text, HasSubstr("Latency roof\n  latency 1.00 µs, p 2.00, maximum 4.00 TB/s"));
  EXPECT_THAT(text, HasSubstr("fitted to accesses of 16 bytes, 8 points: median error"));
  EXPECT_THAT(text,
              HasSubstr("held out: accesses of other widths, 8 points: median error 5.1\u00A0%, largest 5.1\u00A0%"));
  EXPECT_THAT(text, Not(HasSubstr("Latency roof    ")));
}

// Copies by threads that take 200 ns more than a load, and at most 3.2 TB/s: 0.3125 ps a byte against 0.25.
TEST_F(LatencyRoofCommand, SaysWhatStoresAndTheComingAndGoingOfThreadsCost) {
  EXPECT_THAT(of({"ceilings"}).out, Not(HasSubstr("a byte written"))) << "nothing is measured of either";
  const models::SoftKnee knee{models::Seconds(0.6e-6), 2, models::ByteRate(3.2e12)};
  for (const int threads : {128, 256, 512, 1024, 2048}) {
    backend_.machine.in_flight.push_back({threads, 1, 16, true});
    backend_.machine.probes["latency-roof"].push_back(knee.bandwidth(132.0 * threads, models::Bytes(16)).value());
  }
  EXPECT_THAT(of({"ceilings"}).out, HasSubstr("  a thread that starts and exits adds 200 ns to its latency, once\n"
                                              "  a byte written takes 0.125 ps longer than one read, at the maximum: "
                                              "copies reach 3.20 TB/s\n"
                                              "  fitted to accesses of 16 bytes, 13 points: median error"));
}

TEST_F(LatencyRoofCommand, IsMeasuredOnceAndStoredWithTheMachine) {
  ASSERT_EQ(of({"ceilings", "--processes", "3", "-o", path("roofs.rlens")}).code, 0);
  for (const Arguments& child : backend_.log.children) EXPECT_THAT(child.back(), Not(HasSubstr("latency-roof")));
  const auto stored = session::load(path("roofs.rlens")).machines[0].ceilings.latency;
  ASSERT_TRUE(stored.has_value());
  EXPECT_NEAR(stored->knee.p, 2, 1e-3);
  EXPECT_EQ(stored->held_out.points, 8u);
  ASSERT_EQ(of({"run", "copy/float4", "--set", "n=1024", "-o", path("a.rlens")}).code, 0);
  const models::Recording recording = session::load(path("a.rlens"));
  EXPECT_TRUE(recording.machines[0].ceilings.latency.has_value());
  EXPECT_EQ(recording.observations[0].work->in_flight_per_thread, models::Bytes(16));
}

TEST_F(LatencyRoofCommand, SaysWhyThereIsNone) {
  EXPECT_THAT(of({"ceilings"}).out, Not(HasSubstr("do not determine")));
  backend_.machine.probes["latency-roof"].resize(3);
  EXPECT_THAT(of({"ceilings"}).out, HasSubstr("  Latency roof    its points do not determine a curve\n"));
  backend_.machine.probes.erase("latency-roof");
  EXPECT_THAT(of({"ceilings"}).out, HasSubstr("  Latency roof    the fake GPU has no such pipe\n"));
}

TEST_F(CeilingsCommand, LaterRunsOnThisGpuAreJudgedByThem) {
  ASSERT_EQ(of({"ceilings"}).code, 0);
  const Outcome outcome = of({"run", "copy/float4", "--set", "n=1024", "-o", path("a.rlens")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const models::Recording recording = session::load(path("a.rlens"));
  EXPECT_DOUBLE_EQ(recording.machines[0].ceilings.best(models::Level::dram)->rate.value(), 4.3e12);
  EXPECT_THAT(outcome.err, Not(HasSubstr("rooflens ceilings")));
  ASSERT_EQ(of({"run", "copy/float4", "--set", "n=1024", "--no-ceilings", "-o", path("b.rlens")}).code, 0);
  EXPECT_EQ(session::load(path("b.rlens")).machines[0].ceilings.best(models::Level::dram)->origin.source,
            models::CeilingSource::theoretical);
}

TEST_F(CeilingsCommand, ARunWithoutThemSaysSoInOneLine) {
  const std::string err = of({"run", "copy/float4", "--set", "n=1024", "-o", path("a.rlens")}).err;
  EXPECT_THAT(err, HasSubstr("rooflens: hint: these roofs are theoretical; `rooflens ceilings` measures"));
  const std::string quiet = of({"run", "copy/float4", "--set", "n=1024", "--no-ceilings", "-o", path("b.rlens")}).err;
  EXPECT_THAT(quiet, Not(HasSubstr("theoretical")));
}

TEST_F(CeilingsCommand, PrintsWhatCannotBeKept) {
  setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
  const Outcome outcome = of({"ceilings"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("warning: the roofs are not kept"), HasSubstr("XDG_CACHE_HOME")));
  EXPECT_THAT(outcome.out, HasSubstr("4.30 TB/s"));
}

TEST_F(CeilingsCommand, FailsWhenNothingCanBeMeasured) {
  backend_.machine.probes.clear();
  const Outcome outcome = of({"ceilings"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("error: no roof could be measured on NVIDIA H200"));
}

TEST_F(CeilingsCommand, RefusesNumbersThatMakeNoSense) {
  for (const Arguments& arguments :
       {Arguments{"ceilings", "--processes", "2"}, Arguments{"ceilings", "--format", "xml"},
        Arguments{"ceilings", "-o", "a.html"}, Arguments{"ceilings", "--child", "0"},
        Arguments{"ceilings", "--child", "0", "5", "fp33=1"}}) {
    EXPECT_EQ(of(arguments).code, 2) << arguments.back();
  }
}

}  // namespace
}  // namespace rooflens::cli

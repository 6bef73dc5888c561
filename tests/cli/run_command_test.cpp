// `rooflens run` from the command line to the session it leaves, on a machine that is not there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kernels/catalogue.hpp"
#include "profiler/actions/run/batch.hpp"
#include "profiler/session/session.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class RunCommand : public ::testing::Test {
 protected:
  Outcome run(Arguments arguments) {
    arguments.insert(arguments.begin(), "run");
    if (std::find(arguments.begin(), arguments.end(), "-o") == arguments.end()) {
      arguments.insert(arguments.end(), {"-o", path_});
    }
    return dispatched(backend_, arguments);
  }
  [[nodiscard]] models::Recording recorded() const { return session::load(path_); }
  [[nodiscard]] std::vector<std::size_t> batch_sizes() const {
    std::vector<std::size_t> sizes;
    for (const auto& batch : backend_.collected.batches) sizes.push_back(batch.size());
    return sizes;
  }

  FakeBackend backend_;
  ScratchFolder folder_;
  std::string path_ = folder_ / "a.rlens";
};

TEST_F(RunCommand, RunsTheWholeCatalogueInItsOrder) {
  // No GPU does in a millisecond what some of its kernels do.
  backend_.machine.answer = [](std::size_t, const collect::Request& request) {
    collect::Capture capture = collect::plain_capture(request);
    for (models::Seconds& duration : capture.durations) duration = models::Seconds(1);
    return capture;
  };
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const models::Recording recording = recorded();
  ASSERT_EQ(recording.observations.size(), kernels::catalogue().size());
  for (std::size_t i = 0; i < recording.observations.size(); ++i) {
    EXPECT_EQ(recording.observations[i].name, kernels::catalogue()[i]->name);
  }
}

TEST_F(RunCommand, RecordsWhatWasObserved) {
  EXPECT_EQ(run({"copy/float4", "--set", "n=1Mi", "--repetitions", "25"}).code, 0);
  const models::Recording recording = recorded();
  ASSERT_EQ(recording.observations.size(), 1U);
  const models::Observation& o = recording.observations.front();
  EXPECT_EQ(o.name, "copy/float4");
  EXPECT_EQ(o.parameters, (std::map<std::string, std::int64_t>{{"n", 1048576}}));
  EXPECT_EQ(o.durations, std::vector<models::Seconds>(25, models::Seconds(1e-3)));
  EXPECT_EQ(o.launches_made, 25U);
  EXPECT_EQ(o.launches_counted, 1U);
  EXPECT_EQ(o.counters.value("dram__bytes.sum"), 2e6);
  EXPECT_EQ(o.counters.find("smsp__sass_inst_executed.sum")->pass, 1);
  EXPECT_EQ(o.counters.find("smsp__sass_inst_executed.sum")->source, models::CounterSource::sass);
  ASSERT_EQ(o.refused.size(), 1U);
  EXPECT_EQ(o.refused[0].counter, "lts__t_bytes.sum");
  EXPECT_FALSE(o.counters.value("lts__t_bytes.sum")) << "refused is absent, not zero";
  ASSERT_TRUE(o.work);
  EXPECT_EQ(o.work->compulsory.total(), models::Bytes(8.0 * 1048576));
  EXPECT_EQ(o.verification.status, models::VerificationStatus::verified);
  ASSERT_EQ(o.launches.size(), 1U);
  EXPECT_EQ(o.launches[0].grid.x, 64U);
}

TEST_F(RunCommand, RecordsTheFamilyWithWhatDidNotRun) {
  EXPECT_EQ(run({"histogram/atomic", "copy/float4"}).code, 0);
  const models::Recording recording = recorded();
  ASSERT_EQ(recording.families.size(), 2U);
  EXPECT_EQ(recording.families[0].name, "copy");
  EXPECT_EQ(recording.families[1].members.size(), kernels::match("histogram/*").size());
  EXPECT_EQ(recording.families[1].members.front().kernel, "histogram/atomic");
}

TEST_F(RunCommand, RecordsBlocksOfTheVerifiedLaunch) {
  backend_.machine.block_events = {{0, 0, 3, 50, 90}, {1, 0, 4, 60, 80}};
  EXPECT_EQ(run({"schedule/block-trace", "--set", "n=512"}).code, 0);
  const auto blocks = recorded().observations.front().blocks;
  ASSERT_TRUE(blocks);
  ASSERT_EQ(blocks->blocks.size(), 2U);
  EXPECT_EQ(blocks->blocks[1].sm, 4U);
  EXPECT_EQ(blocks->blocks[1].start_ns, 10U);
}

TEST_F(RunCommand, RecordsNoBlocksOfAWrongResult) {
  backend_.machine.block_events = {{0, 0, 3, 50, 90}};
  backend_.machine.wrong = {"schedule/block-trace"};
  EXPECT_EQ(run({"schedule/block-trace"}).code, 3);
  EXPECT_FALSE(recorded().observations.front().blocks.has_value());
}

TEST_F(RunCommand, RecordsWhereItComesFrom) {
  EXPECT_EQ(run({"copy/float4*", "--cache", "warm"}).code, 0);
  const models::Recording recording = recorded();
  EXPECT_EQ(recording.provenance.command, "rooflens run 'copy/float4*' --cache warm -o " + path_);
  EXPECT_EQ(recording.provenance.collector, "cupti");
  EXPECT_EQ(recording.provenance.cupti_version, "130001");
  EXPECT_EQ(recording.provenance.kind, models::RecordingKind::recorded);
  ASSERT_EQ(recording.machines.size(), 1U);
  EXPECT_EQ(recording.machines[0].device.name, "NVIDIA H200");
  EXPECT_FALSE(recording.machines[0].ceilings.memory.empty());
  ASSERT_EQ(recording.processes.size(), 1U);
  EXPECT_EQ(recording.processes[0].pid, getpid());
}

TEST_F(RunCommand, VerifiesOnPoisonedOutputsBeforeItMeasures) {
  EXPECT_EQ(run({"copy/float4"}).code, 0);
  const auto& calls = backend_.log.kernel_calls;
  ASSERT_GT(calls.size(), 5U);
  EXPECT_EQ(std::vector(calls.begin(), calls.begin() + 4),
            (std::vector<std::string>{"reset poison", "launch", "verify", "block events"}));
  EXPECT_EQ(std::count(calls.begin(), calls.end(), "reset poison"), 1);
  for (std::size_t i = 4; i < calls.size(); ++i) EXPECT_EQ(calls[i], i % 2 == 0 ? "reset" : "launch") << i;
}

TEST_F(RunCommand, HandsTheOptionsToTheCollector) {
  EXPECT_EQ(run({"copy/float4", "--cache", "warm", "--repetitions", "40", "--no-sass", "--replay-mode", "kernel",
                 "--no-counters"})
                .code,
            0);
  ASSERT_EQ(backend_.log.collectors.size(), 1U);
  EXPECT_EQ(backend_.log.collectors[0].name, "none");
  EXPECT_EQ(backend_.log.collectors[0].replay, "kernel");
  EXPECT_FALSE(backend_.log.collectors[0].sass);
  EXPECT_EQ(backend_.collected.batches.at(0),
            (std::vector<collect::FakeLog::Asked>{{"copy/float4", models::CachePolicy::warm, 40}}));
  EXPECT_EQ(recorded().observations[0].cache, models::CachePolicy::warm);
  EXPECT_EQ(recorded().provenance.cupti_version, "");
}

TEST_F(RunCommand, SweepsEachKernelThatHasTheParameter) {
  EXPECT_EQ(run({"triad/one-d", "triad/float4", "gemm/naive", "--set", "n=4,8,12"}).code, 0);
  EXPECT_THAT(backend_.log.prepared, ElementsAre("triad/one-d n=4", "triad/one-d n=8", "triad/one-d n=12",
                                                 "triad/float4 n=4", "triad/float4 n=8", "triad/float4 n=12",
                                                 "gemm/naive n=4", "gemm/naive n=8", "gemm/naive n=12"));
  EXPECT_EQ(recorded().observations.size(), 9U);
}

TEST_F(RunCommand, SweepsTheCrossProduct) {
  EXPECT_EQ(run({"reduction/sequential", "--set", "n=1024,2048", "--set", "block=128,256"}).code, 0);
  EXPECT_EQ(backend_.log.prepared.size(), 4U);
}

TEST_F(RunCommand, RunsAKernelOnceThoughTwoGlobsMatchIt) {
  EXPECT_EQ(run({"copy/float4", "copy/float4*"}).code, 0);
  EXPECT_EQ(backend_.log.prepared.size(), 1U);
}

TEST_F(RunCommand, WorksInBatches) {
  ASSERT_EQ(actions::kMostCases, 64U);
  EXPECT_EQ(run({"triad/one-d", "triad/float4", "--set", sizes(70)}).code, 0);
  EXPECT_THAT(batch_sizes(), ElementsAre(64, 64, 12));
  EXPECT_EQ(backend_.log.most_alive, 64U);
  EXPECT_EQ(backend_.log.alive, 0U);
  EXPECT_EQ(recorded().observations.size(), 140U);
}

TEST_F(RunCommand, WorksInBatchesOfHalfTheMemory) {
  backend_.machine.free_memory = models::Bytes(40.0 * 1024 * 1024);  // three arrays of 1 Mi floats are 12 MiB
  EXPECT_EQ(run({"vector_add/one-d", "--set", "n=1048576,1048575,1048574,2097152,1024"}).code, 0);
  EXPECT_THAT(batch_sizes(), ElementsAre(1, 1, 1, 1, 1));
  backend_.machine.free_memory = models::Bytes(52.0 * 1024 * 1024);
  EXPECT_EQ(run({"vector_add/one-d", "--set", "n=1048576,1048575,1048574,2097152,1024", "--force"}).code, 0);
  EXPECT_THAT(batch_sizes(), ElementsAre(1, 1, 1, 1, 1, 2, 1, 2));
}

TEST_F(RunCommand, RecordsAWrongResultAndFails) {
  backend_.machine.wrong = {"copy/float4"};
  const Outcome outcome = run({"copy/float4", "vector_add/one-d"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("error: copy/float4 gave a wrong result: element 17 is 3.5, expected 2.25\n"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("vector_add/one-d gave")));
  const models::Recording recording = recorded();
  ASSERT_EQ(recording.observations.size(), 2U);
  EXPECT_EQ(recording.observations[0].verification.status, models::VerificationStatus::verified);
  EXPECT_EQ(recording.observations[1].verification.status, models::VerificationStatus::mismatch);
  EXPECT_EQ(recording.observations[1].verification.detail, "element 17 is 3.5, expected 2.25");
}

TEST_F(RunCommand, NotesAKernelThatNeedsANewerDevice) {
  backend_.machine.device.compute_capability = {7, 5};
  const Outcome outcome = run({"gemm/naive", "gemm/tiled", "gemm/tensor-core-bf16", "--set", "n=128,256"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("note: gemm/tensor-core-bf16 is unavailable here: it needs compute capability "
                                     "8.0, NVIDIA H200 has 7.5\n"));
  EXPECT_EQ(outcome.err.find("unavailable"), outcome.err.rfind("unavailable")) << "one note a kernel, not one a case";
  EXPECT_EQ(recorded().observations.size(), 4U);
}

TEST_F(RunCommand, NotesAKernelWithoutDeviceCode) {
  backend_.machine.without_device_code = {"gemm/naive"};
  const Outcome outcome = run({"gemm/naive", "gemm/tiled"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("note: gemm/naive is unavailable here: this build has no device code for it\n"));
  EXPECT_EQ(recorded().observations.size(), 1U);
}

TEST_F(RunCommand, FailsWhenNothingIsAvailable) {
  backend_.machine.device.compute_capability = {7, 5};
  const Outcome outcome = run({"gemm/tensor-core-bf16"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("error: none of the chosen kernels can run here\nrooflens: hint: "));
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(RunCommand, PrintsTheResultOnStdoutAndNothingElse) {
  const Outcome json = run({"copy/float4", "--format", "json"});
  EXPECT_EQ(json.code, 0);
  EXPECT_TRUE(nlohmann::json::accept(json.out)) << json.out;
  EXPECT_THAT(json.err, HasSubstr("rooflens: recorded 1 kernel in " + path_));
  const Outcome text = run({"copy/float4", "--force"});
  EXPECT_THAT(text.out, AllOf(HasSubstr("copy/float4"), Not(HasSubstr("recorded 1 kernel"))));
  EXPECT_THAT(run({"copy/float4", "--format", "none", "--force"}).out, IsEmpty());
}

TEST_F(RunCommand, ShowsNoProgressInAFile) {
  EXPECT_THAT(run({}).err, AllOf(Not(HasSubstr("\033")), Not(HasSubstr("\r"))));
}

TEST_F(RunCommand, KeepsEarlierBatchesWhenTheCollectorThrows) {
  backend_.machine.answer = [](std::size_t batch, const collect::Request& request) {
    if (batch == 1) throw std::runtime_error("launching: an illegal memory access was encountered");
    return collect::plain_capture(request);
  };
  const Outcome outcome = run({"triad/one-d", "triad/float4", "--set", sizes(40)});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("note: " + path_ +
                                     " keeps the 64 kernels recorded before this:\n"
                                     "rooflens: error: launching: an illegal memory access was encountered\n"));
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(recorded().observations.size(), 64U);
  EXPECT_FALSE(fs::exists(path_ + "-wal"));
}

TEST_F(RunCommand, LeavesNothingWhenTheFirstBatchThrows) {
  backend_.machine.answer = [](std::size_t, const collect::Request&) -> collect::Capture {
    throw std::runtime_error("out of luck");
  };
  EXPECT_EQ(run({}).code, 1);
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(RunCommand, LeavesAnOldSessionWhenTheFirstBatchThrows) {
  EXPECT_EQ(run({"copy/float4"}).code, 0);
  backend_.collected.batches.clear();
  backend_.machine.answer = [](std::size_t, const collect::Request&) -> collect::Capture {
    throw std::runtime_error("out of luck");
  };
  EXPECT_EQ(run({"gemm/*", "--force"}).code, 1);
  EXPECT_EQ(recorded().observations.at(0).name, "copy/float4");
}

}  // namespace
}  // namespace rooflens::cli

// `rooflens import` and `rooflens export`: there and back, without a GPU and without ncu.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "models/explain/analysis.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/actions/nsight_tool.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/cli/command.hpp"
#include "profiler/session/session.hpp"
#include "reports/words/report.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::cli {
namespace {

using models::Observation;
using models::Recording;
using ::testing::HasSubstr;

struct Said {
  int code;
  std::string out, err;
};

Said rooflens(const Arguments& arguments) {
  FakeBackend backend;
  std::ostringstream out, err;
  const int code = dispatch(backend, arguments, {.out = out, .err = err});
  return {code, out.str(), err.str()};
}

const std::string kExample = std::string(ROOFLENS_SOURCE_DIR) + "/samples/ncu-example.csv";

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

struct Import : ::testing::Test {
  ScratchFolder folder;
  std::string path(const std::string& name) const { return folder / name; }
};
using Export = Import;

TEST_F(Import, MakesASessionThatReportsRead) {
  const Said said = rooflens({"import", kExample, "-o", path("a.rlens")});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_THAT(said.err, HasSubstr("imported 2 kernels (3 launches) on 1 GPU into"));
  EXPECT_THAT(said.err, HasSubstr("launch__func_cache_config"));
  const Recording recording = session::load(path("a.rlens"));
  EXPECT_EQ(recording.observations[0].name, "vectorAdd");
  EXPECT_EQ(recording.observations[1].name, "sgemmTiled");
  EXPECT_FALSE(recording.provenance.tool_version.empty());
  const Said report = rooflens({"report", path("a.rlens")});
  EXPECT_EQ(report.code, kOk) << report.err;
  EXPECT_THAT(report.out, HasSubstr("SIMULATED DATA"));
  EXPECT_THAT(report.out, HasSubstr("75 % of GPU time is in one kernel at 25 % of the FP32 roof: sgemmTiled."));
}

TEST_F(Import, ReportsAGpuOfWhichLittleIsKnown) {
  write(path("a.csv"), "ID,Kernel Name,CC,gpu__time_duration.sum\n,,,us\n0,k,7.5,3\n");
  EXPECT_EQ(rooflens({"import", path("a.csv"), "-o", path("a.rlens")}).code, kOk);
  EXPECT_EQ(rooflens({"report", path("a.rlens"), "-o", path("a.html")}).code, kOk);
  EXPECT_EQ(rooflens({"plot", path("a.rlens"), "-o", path("a.png")}).code, kOk);
  const Said text = rooflens({"report", path("a.rlens")});
  EXPECT_EQ(text.code, kOk) << text.err;
  EXPECT_THAT(text.out, HasSubstr("GPU of compute capability 7.5"));
  EXPECT_THAT(text.out, ::testing::Not(HasSubstr("SMs")));
  const auto json = nlohmann::json::parse(rooflens({"export", path("a.rlens"), "--format", "json"}).out);
  EXPECT_FALSE(json["gpus"][0]["device"].contains("sm_count"));
  EXPECT_FALSE(json["gpus"][0]["device"].contains("l2_bytes"));
}

TEST_F(Import, OverwritesOnlyWithForce) {
  write(path("a.rlens"), "mine");
  EXPECT_EQ(rooflens({"import", kExample, "-o", path("a.rlens")}).code, kFailure);
  EXPECT_EQ(content(path("a.rlens")), "mine");
  EXPECT_EQ(rooflens({"import", kExample, "-o", path("a.rlens"), "--force"}).code, kOk);
}

TEST_F(Import, NeverWritesOverWhatItReads) {
  write(path("a.csv"), content(kExample));
  EXPECT_EQ(rooflens({"import", path("a.csv"), "-o", path("a.csv"), "--force"}).code, kUsage);
  EXPECT_EQ(content(path("a.csv")), content(kExample));
}

TEST_F(Import, SaysWhatWasExpectedAndHowToMakeIt) {
  write(path("a.csv"), "a,b\n1,2\n");
  const Said said = rooflens({"import", path("a.csv"), "-o", path("a.rlens")});
  EXPECT_EQ(said.code, kFailure);
  EXPECT_THAT(said.err, HasSubstr("there is no table of Nsight Compute in it"));
  EXPECT_THAT(said.err, HasSubstr("hint: ncu --csv --page raw --print-units base"));
  EXPECT_FALSE(std::filesystem::exists(path("a.rlens")));
}

TEST_F(Import, KnowsSessionsThatAreNoTable) {
  actions::save_recording(path("b.rlens"), fixtures::one_kernel(), false);
  EXPECT_THAT(rooflens({"import", path("b.rlens"), "-o", path("c.rlens")}).err, HasSubstr("is a session already"));
  EXPECT_EQ(rooflens({"import", path("none.csv"), "-o", path("c.rlens")}).code, kFailure);
  EXPECT_EQ(rooflens({"import", folder.path().string(), "-o", path("c.rlens")}).code, kFailure);
}

// A script takes the place of ncu: it says with what it was called, and does what `script` says.
struct ImportOfAReport : Import {
  void with_ncu(const std::string& script) {
    write(path("ncu"), "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + path("said") + "'\n" + script + "\n");
    std::filesystem::permissions(path("ncu"), std::filesystem::perms::owner_all);
    setenv("PATH", (folder.path().string() + ":" + before).c_str(), 1);
  }
  void SetUp() override { write(path("a.ncu-rep"), std::string("NVR\0\xff\xfe", 6)); }
  void TearDown() override { setenv("PATH", before.c_str(), 1); }
  Said import_report() { return rooflens({"import", path("a.ncu-rep"), "-o", path("a.rlens")}); }
  std::string before = std::getenv("PATH");
};

TEST_F(ImportOfAReport, AsksNcuForItsTable) {
  with_ncu("cat '" + std::string(kExample) + "'");
  const Said said = import_report();
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_EQ(content(path("said")), "--import\n" + path("a.ncu-rep") + "\n--csv\n--page\nraw\n--print-units\nbase\n");
  EXPECT_EQ(session::load(path("a.rlens")).observations[1].name, "sgemmTiled");
}

TEST_F(ImportOfAReport, PassesOnWhatNcuCannotRead) {
  with_ncu("echo '==ERROR== Failed to open report file.'; exit 1");
  const Said said = import_report();
  EXPECT_EQ(said.code, kFailure);
  EXPECT_THAT(said.err, HasSubstr("a.ncu-rep: Failed to open report file."));
  EXPECT_THAT(said.err, HasSubstr("hint: a report of a later version of ncu needs that version"));
  EXPECT_FALSE(std::filesystem::exists(path("a.rlens")));
}

TEST_F(ImportOfAReport, SaysThatItNeedsNcu) {
  if (actions::find_nsight("ncu", {.path = "", .cuda_home = ""})) GTEST_SKIP() << "ncu is installed here";
  setenv("PATH", "", 1);
  const Said said = import_report();
  EXPECT_EQ(said.code, kFailure);
  EXPECT_THAT(said.err, HasSubstr("only ncu can read, and there is no ncu"));
  EXPECT_THAT(said.err, HasSubstr("--csv --page raw --print-units base > ncu.csv"));
}

// 19.5 TFLOP/s and 1555 GB/s are what the A100's data sheet promises.
TEST_F(Import, TakesWhatTheTableDoesNotTellFromTheDataSheetOfAModel) {
  write(path("a.csv"), "ID,Kernel Name,CC,gpu__time_duration.sum\n,,,us\n0,k,8.0,3\n");
  EXPECT_EQ(rooflens({"import", path("a.csv"), "-o", path("a.rlens"), "--gpu", "a100 sxm4 40"}).code, kOk);
  const Said text = rooflens({"report", path("a.rlens")});
  EXPECT_THAT(text.out, HasSubstr("108 SMs"));
  EXPECT_THAT(text.out, HasSubstr("DRAM 1.56 TB/s"));
  const models::Recording recording = session::load(path("a.rlens"));
  const auto fp32 = recording.machines[0].ceilings.best(models::Precision::fp32);
  ASSERT_TRUE(fp32);
  EXPECT_NEAR(fp32->rate.value(), 19.5e12, 0.01e12);
  EXPECT_THAT(text.out, HasSubstr("from the data sheet of A100 SXM4 40 GB"));
}

TEST_F(Import, RefusesAModelThatTheTableContradicts) {
  write(path("a.csv"), "ID,Kernel Name,CC,gpu__time_duration.sum\n,,,us\n0,k,7.5,3\n");
  const Said said = rooflens({"import", path("a.csv"), "-o", path("a.rlens"), "--gpu", "L4"});
  EXPECT_EQ(said.code, kFailure);
  EXPECT_THAT(said.err, HasSubstr("the table is of a GPU of compute capability 7.5, and L4 has 8.9"));
  EXPECT_EQ(rooflens({"import", path("a.csv"), "-o", path("a.rlens"), "--gpu", "RTX"}).code, kUsage) << "which one";
}

TEST_F(Import, TakesOneFile) {
  EXPECT_EQ(rooflens({"import"}).code, kUsage);
  EXPECT_EQ(rooflens({"import", "a.csv", "b.csv"}).code, kUsage);
}

// A session, written as ncu would and read again.
Recording there_and_back(const Recording& recording, const ScratchFolder& folder) {
  actions::save_recording(folder / "a.rlens", recording, false);
  const Said there = rooflens({"export", folder / "a.rlens", "--format", "ncu", "-o", folder / "a.csv"});
  EXPECT_EQ(there.code, kOk) << there.err;
  const Said back = rooflens({"import", folder / "a.csv", "-o", folder / "b.rlens"});
  EXPECT_EQ(back.code, kOk) << back.err;
  return session::load(folder / "b.rlens");
}

TEST_F(Export, IsReadBackWithTheSameNumbers) {
  for (const Recording& before :
       {fixtures::twelve_kernels(), session::load(std::string(ROOFLENS_SOURCE_DIR) + "/samples/demo.rlens")}) {
    const ScratchFolder place;
    const Recording after = there_and_back(before, place);
    EXPECT_EQ(after.provenance.kind, before.provenance.kind);
    ASSERT_EQ(after.observations.size(), before.observations.size());
    const models::Analysis shown = models::analyse(before);
    for (std::size_t i = 0; i < before.observations.size(); ++i) {
      const Observation& a = before.observations[i];
      const Observation& b = after.observations[i];
      EXPECT_EQ(b.name, a.name);
      EXPECT_EQ(b.parameters, a.parameters);
      EXPECT_EQ(b.cache, a.cache);
      EXPECT_EQ(b.launches_made, a.launches_made);
      EXPECT_EQ(b.launches_counted, a.launches_counted);
      for (const auto& [name, counter] : a.counters) EXPECT_EQ(b.counters.value(name), counter.value) << name;
      const models::Launch& from = a.launches.front();
      const models::Launch& to = b.launches.front();
      EXPECT_EQ(to.grid, from.grid);
      EXPECT_EQ(to.block, from.block);
      EXPECT_EQ(to.registers_per_thread, from.registers_per_thread);
      EXPECT_EQ(to.static_shared_bytes, from.static_shared_bytes);
      EXPECT_EQ(to.dynamic_shared_bytes, from.dynamic_shared_bytes);
      EXPECT_EQ(to.blocks_per_sm, from.blocks_per_sm);
      ASSERT_EQ(b.durations.size(), 1U);
      EXPECT_NEAR(b.durations[0] / shown.machines[0].kernels[i].time->median, 1, 1e-14);
    }
    const models::DeviceProperties& a = before.machines.front().device;
    const models::DeviceProperties& b = after.machines.front().device;
    EXPECT_EQ(b.name, a.name);
    EXPECT_EQ(b.sm_count, a.sm_count);
    EXPECT_EQ(b.l2, a.l2);
    EXPECT_DOUBLE_EQ(b.sm_clock_maximum.value(), a.sm_clock_maximum.value());
    EXPECT_DOUBLE_EQ(b.memory_clock_maximum.value(), a.memory_clock_maximum.value());
    EXPECT_EQ(b.memory_bus_bits, a.memory_bus_bits);
  }
}

TEST_F(Export, OfAnImportGivesTheSameTable) {
  ASSERT_EQ(rooflens({"import", kExample, "-o", path("a.rlens")}).code, kOk);
  const Said once = rooflens({"export", path("a.rlens"), "--format", "ncu"});
  write(path("b.csv"), once.out);
  ASSERT_EQ(rooflens({"import", path("b.csv"), "-o", path("b.rlens")}).code, kOk);
  EXPECT_EQ(rooflens({"export", path("b.rlens"), "--format", "ncu"}).out, once.out);
}

TEST_F(Export, OfANameThatLooksLikeAFormulaComesBack) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations[0].name = "=1+1";
  recording.observations[0].launches[0].function = "@f";
  actions::save_recording(path("a.rlens"), recording, false);
  ASSERT_EQ(rooflens({"export", path("a.rlens"), "--format", "ncu", "-o", path("a.csv")}).code, kOk);
  std::ifstream file(path("a.csv"));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(text, HasSubstr("\"'=1+1\""));
  EXPECT_THAT(text, HasSubstr("\"'@f\""));
  ASSERT_EQ(rooflens({"import", path("a.csv"), "-o", path("b.rlens")}).code, kOk);
  const models::Recording back = session::load(path("b.rlens"));
  EXPECT_EQ(back.observations[0].name, "=1+1");
  EXPECT_EQ(back.observations[0].launches[0].function, "@f");
}

TEST_F(Import, TakesNamesOfAnyBytes) {
  write(path("a.csv"),
        "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"gpu__time_duration.sum\"\n"
        "\"\",\"\",\"\",\"\",\"nsecond\"\n\"0\",\"caf\xE9\",\"(32, 1, 1)\",\"(1, 1, 1)\",\"1000\"\n");
  const Said said = rooflens({"import", path("a.csv"), "-o", path("a.rlens")});
  ASSERT_EQ(said.code, kOk) << said.err;
  EXPECT_EQ(session::load(path("a.rlens")).observations[0].name, "caf\\xE9");
}

TEST_F(Export, CanBeComparedWithWhatItWasMadeFrom) {
  actions::save_recording(path("before.rlens"), fixtures::twelve_kernels(), false);
  const std::string there = path("there.csv");
  const std::string after = path("after.rlens");
  ASSERT_EQ(rooflens({"export", path("before.rlens"), "--format", "ncu", "-o", there}).code, kOk);
  ASSERT_EQ(rooflens({"import", there, "-o", after}).code, kOk);
  const Said said = rooflens({"compare", path("before.rlens"), after});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_THAT(said.out, HasSubstr("\n12 pairs: "));
}

constexpr const char* kTable =
    "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"gpu__time_duration.sum\",\"launch__registers_per_thread\"\n"
    "\"\",\"\",\"\",\"\",\"{unit}\",\"\"\n\"0\",\"k\",\"(256, 1, 1)\",\"(128, 1, 1)\",\"1000\",\"{registers}\"\n";

std::string table_with(std::string unit, std::string registers) {
  std::string text = kTable;
  text.replace(text.find("{unit}"), 6, unit);
  return text.replace(text.find("{registers}"), 11, registers);
}

// No session is made that `report` would refuse.
TEST_F(Import, RefusesWhatNoGpuDoes) {
  write(path("fits.csv"), table_with("us", "32"));
  EXPECT_EQ(rooflens({"import", path("fits.csv"), "-o", path("a.rlens")}).code, kOk);
  EXPECT_EQ(session::load(path("a.rlens")).observations[0].durations.front().value(), 1e-3);
  write(path("too-many.csv"), table_with("us", "300000"));
  const Said said = rooflens({"import", path("too-many.csv"), "-o", path("b.rlens")});
  EXPECT_EQ(said.code, kFailure);
  EXPECT_THAT(said.err, HasSubstr("registers_per_thread (300000) exceeds the most of a thread (255)"));
  EXPECT_FALSE(std::filesystem::exists(path("b.rlens")));
}

TEST_F(Import, TakesNoTimeOfAUnitThatIsNoTime) {
  write(path("a.csv"), table_with("furlong", "32"));
  const Said said = rooflens({"import", path("a.csv"), "-o", path("a.rlens")});
  EXPECT_THAT(said.err, HasSubstr("the unit `furlong` is not known"));
  EXPECT_TRUE(!std::filesystem::exists(path("a.rlens")) ||
              session::load(path("a.rlens")).observations[0].durations.empty());
}

TEST_F(Export, PassesTheGateBesideWhatItWasMadeFrom) {
  const std::string before = std::string(ROOFLENS_SOURCE_DIR) + "/samples/demo.rlens";
  ASSERT_EQ(rooflens({"export", before, "--format", "ncu", "-o", path("there.csv")}).code, kOk);
  ASSERT_EQ(rooflens({"import", path("there.csv"), "-o", path("after.rlens")}).code, kOk);
  const Said said = rooflens({"check", path("after.rlens"), "--baseline", before});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_THAT(said.out, HasSubstr("Passed: 12 kernels compared"));
}

TEST_F(Export, NamesWhatHasNoRow) {
  actions::save_recording(path("a.rlens"), fixtures::profiled_application(), false);
  const Said said = rooflens({"export", path("a.rlens"), "--format", "ncu"});
  EXPECT_EQ(said.code, kOk);
  EXPECT_THAT(said.err, HasSubstr("is left out: it is a range"));
}

TEST_F(Export, WritesCsvAndJsonAsReportsDo) {
  actions::save_recording(path("a.rlens"), fixtures::troubled_kernels(), false);
  for (const char* format : {"csv", "json"}) {
    EXPECT_EQ(rooflens({"export", path("a.rlens"), "--format", format}).out,
              rooflens({"report", path("a.rlens"), "--format", format}).out);
  }
}

TEST_F(Export, SurvivesTrouble) {
  actions::save_recording(path("a.rlens"), fixtures::troubled_kernels(), false);
  ASSERT_EQ(rooflens({"export", path("a.rlens"), "--format", "ncu", "-o", path("a.csv")}).code, kOk);
  EXPECT_EQ(rooflens({"import", path("a.csv"), "-o", path("b.rlens")}).code, kOk);
}

TEST_F(Export, ChecksItsOptions) {
  actions::save_recording(path("a.rlens"), fixtures::one_kernel(), false);
  EXPECT_EQ(rooflens({"export"}).code, kUsage);
  EXPECT_THAT(rooflens({"export", path("a.rlens")}).err, HasSubstr("export needs -o FILE or --format"));
  EXPECT_THAT(rooflens({"export", path("a.rlens"), "--format", "xml"}).err, HasSubstr("csv, json, ncu"));
  EXPECT_EQ(rooflens({"export", path("a.rlens"), "--format", "csv", "-o", path("a.rlens"), "--force"}).code, kUsage);
  write(path("there.csv"), "mine");
  EXPECT_EQ(rooflens({"export", path("a.rlens"), "--format", "csv", "-o", path("there.csv")}).code, kFailure);
  EXPECT_EQ(content(path("there.csv")), "mine");
}

}  // namespace
}  // namespace rooflens::cli

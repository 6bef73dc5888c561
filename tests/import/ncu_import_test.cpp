// Sessions from Nsight Compute's raw page: what is read, what is said of what is not.
#include "profiler/import/ncu_import.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "models/explain/analysis.hpp"
#include "profiler/import/import_error.hpp"

namespace rooflens::imports {
namespace {

using models::Observation;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kIdentity =
    R"("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC")";

struct Metric {
  std::string name, unit;
  std::vector<std::string> cells;  ///< one for each launch
};

struct Row {
  std::string kernel = "copy(float *, const float *)";
  std::string device = "0";
  std::string grid = "(16, 2, 1)";
};

// A file as ncu writes it, with the given launches and metrics.
std::string csv(const std::vector<Row>& rows, const std::vector<Metric>& metrics) {
  std::string text = "==PROF== Connected to process 42 (/opt/app/train)\nepoch 1, \"loss\" 3\n" + kIdentity;
  for (const Metric& m : metrics) text += ",\"" + m.name + "\"";
  text += "\n\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"";
  for (const Metric& m : metrics) text += ",\"" + m.unit + "\"";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += "\n\"" + std::to_string(i) + "\",\"42\",\"train\",\"node1\",\"" + rows[i].kernel +
            "\",\"1\",\"7\",\"(256, 1, 1)\",\"" + rows[i].grid + "\",\"" + rows[i].device + "\",\"8.0\"";
    for (const Metric& m : metrics) text += ",\"" + m.cells.at(i) + "\"";
  }
  return text + "\n";
}

std::string example() {
  std::ifstream file(std::string(ROOFLENS_SOURCE_DIR) + "/samples/ncu-example.csv", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(NcuImport, MakesOneObservationOfSeveralLaunches) {
  const auto recording = import_ncu(csv({{}, {}}, {{"gpu__time_duration.sum", "nsecond", {"1,000", "3,000"}},
                                                   {"lts__t_bytes.sum", "byte", {"100", "300"}}}))
                             .recording;
  ASSERT_EQ(recording.observations.size(), 1U);
  const Observation& o = recording.observations.front();
  EXPECT_EQ(o.launches_made, 2U);
  EXPECT_EQ(o.launches_counted, 2U);
  const models::CounterValue* counter = o.counters.find("lts__t_bytes.sum");
  ASSERT_TRUE(counter);
  EXPECT_EQ(counter->value, 200);
  EXPECT_EQ(counter->min, 100);
  EXPECT_EQ(counter->max, 300);
  EXPECT_EQ(counter->samples, 2U);
  EXPECT_THAT(o.durations, ElementsAre(models::nanoseconds(1000), models::nanoseconds(3000)));
  EXPECT_EQ(o.replay, models::Replay::kernel);
  EXPECT_THAT(o.remarks, Contains(HasSubstr("taken under ncu")));
}

TEST(NcuImport, SaysWhereItComesFrom) {
  const auto recording = import_ncu(csv({{}}, {})).recording;
  EXPECT_EQ(recording.provenance.collector, "ncu import");
  EXPECT_EQ(recording.provenance.command, "/opt/app/train");
  EXPECT_EQ(recording.provenance.kind, models::RecordingKind::recorded);
  EXPECT_EQ(recording.processes.front().pid, 42);
  EXPECT_EQ(recording.processes.front().hostname, "node1");
}

TEST(NcuImport, TellsGeometriesAndGpusApart) {
  const auto recording = import_ncu(csv({{}, {.grid = "(17, 2, 1)"}, {.device = "1"}, {}}, {})).recording;
  EXPECT_EQ(recording.observations.size(), 3U);
  EXPECT_EQ(recording.machines.size(), 2U);
  EXPECT_EQ(recording.observations.back().machine, 1);
  const models::Launch& launch = recording.observations.front().launches.front();
  EXPECT_EQ(launch.grid, (models::Dim3{16, 2, 1}));
  EXPECT_EQ(launch.block, (models::Dim3{256, 1, 1}));
}

TEST(NcuImport, ConvertsByTheRowOfUnits) {
  const auto recording = import_ncu(csv({{}}, {{"gpu__time_duration.sum", "us", {"1.5"}},
                                               {"dram__bytes.sum", "Mbyte", {"2.5"}},
                                               {"sm__cycles_elapsed.avg.per_second", "cycle/nsecond", {"1.25"}},
                                               {"launch__shared_mem_per_block_static", "Kbyte/block", {"4.096"}}}))
                             .recording;
  const Observation& o = recording.observations.front();
  EXPECT_DOUBLE_EQ(o.durations.front().value(), 1.5e-6);
  EXPECT_DOUBLE_EQ(*o.counters.value("dram__bytes.sum"), 2.5e6);
  EXPECT_DOUBLE_EQ(o.clocks_during.sm->value(), 1.25e9);
  EXPECT_EQ(o.launches.front().static_shared_bytes, 4096U);
}

TEST(NcuImport, DescribesTheGpuAndItsRoofs) {
  const auto recording = import_ncu(example()).recording;
  const models::Machine& machine = recording.machines.front();
  EXPECT_EQ(machine.device.name, "NVIDIA A100-SXM4-40GB");
  EXPECT_EQ(machine.device.sm_count, 108);
  EXPECT_DOUBLE_EQ(machine.device.sm_clock_maximum.value(), 1.41e9);
  EXPECT_EQ(machine.device.ecc, true);
  // 2 x 1.215 GHz x 5120 bit
  EXPECT_DOUBLE_EQ(machine.ceilings.best(models::Level::dram)->rate.value(), 1.5552e12);
  EXPECT_TRUE(machine.ceilings.best(models::Precision::fp32));
  EXPECT_EQ(recording.provenance.kind, models::RecordingKind::simulated);
  EXPECT_EQ(recording.observations.size(), 2U);
  EXPECT_EQ(recording.observations.front().launches.front().blocks_per_sm, 8);
}

TEST(NcuImport, LeavesAbsentWhatTheFileDoesNotTellOfTheGpu) {
  const NcuImport imported = import_ncu(csv({{}}, {{"gpu__time_duration.sum", "nsecond", {"5"}}}));
  const models::Machine& machine = imported.recording.machines.front();
  EXPECT_EQ(machine.device.compute_capability, (models::ComputeCapability{8, 0}));
  EXPECT_EQ(machine.device.sm_count, 0);
  EXPECT_THAT(machine.ceilings.memory, IsEmpty());
  EXPECT_THAT(machine.ceilings.compute, IsEmpty());
  EXPECT_THAT(imported.notes, Contains(HasSubstr("tells too little of this GPU")));
}

TEST(NcuImport, TakesRoofsFromPeaksWherePropertiesAreMissing) {
  const auto recording =
      import_ncu(csv({{}}, {{"dram__bytes.sum.peak_sustained", "byte/cycle", {"1,000"}},
                            {"dram__cycles_elapsed.avg.per_second", "cycle/nsecond", {"1.5"}},
                            {"sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained", "inst/cycle", {"100"}},
                            {"sm__cycles_elapsed.avg.per_second", "cycle/second", {"1,000,000,000"}}}))
          .recording;
  const models::Ceilings& roofs = recording.machines.front().ceilings;
  EXPECT_DOUBLE_EQ(roofs.best(models::Level::dram)->rate.value(), 1.5e12);
  EXPECT_EQ(roofs.best(models::Level::dram)->origin.source, models::CeilingSource::counter_peak);
  EXPECT_DOUBLE_EQ(roofs.best(models::Precision::fp32)->rate.value(), 2e11);
}

TEST(NcuImport, KnowsTheNumberOfSmsFromASumAndAMean) {
  const auto recording = import_ncu(csv({{}}, {{"sm__cycles_active.sum", "cycle", {"10,800"}},
                                               {"sm__cycles_active.avg", "cycle", {"100.00"}}}))
                             .recording;
  EXPECT_EQ(recording.machines.front().device.sm_count, 108);
}

TEST(NcuImport, NamesEveryRowThatCannotBeReadByItsLine) {
  std::string text =
      csv({{}, {.grid = "(0, 1, 1)"}, {.kernel = ""}, {}}, {{"lts__t_bytes.sum", "byte", {"1", "2", "3", "4"}}});
  text += "\"4\",\"42\",\"cut\n";
  text += "\"5\",\"42\",\"short\"\n";
  const NcuImport imported = import_ncu(text);
  EXPECT_THAT(imported.notes, Contains(HasSubstr("line 6: Grid Size is `(0, 1, 1)`")));
  EXPECT_THAT(imported.notes, Contains(HasSubstr("line 7: no kernel name")));
  EXPECT_THAT(imported.notes, Contains(HasSubstr("line 9: ")));
  EXPECT_THAT(imported.notes, Contains(HasSubstr("line 10: 3 fields where the header has 12 columns")));
  EXPECT_EQ(imported.recording.observations.front().launches_made, 2U);
}

TEST(NcuImport, MissingIsNotZero) {
  const NcuImport imported = import_ncu(csv({{}, {}}, {{"lts__t_bytes.sum", "byte", {"", "7"}},
                                                       {"dram__bytes.sum", "byte", {"n/a", "n/a"}},
                                                       {"l1tex__t_bytes.sum", "byte", {"1,0", "5"}},
                                                       {"odd", "Kfoo", {"1", "2"}}}));
  const Observation& o = imported.recording.observations.front();
  EXPECT_EQ(o.counters.find("lts__t_bytes.sum")->samples, 1U);
  EXPECT_EQ(o.counters.value("l1tex__t_bytes.sum"), 5.0);
  EXPECT_FALSE(o.counters.find("dram__bytes.sum"));
  ASSERT_EQ(o.refused.size(), 2U);
  EXPECT_EQ(o.refused[0].counter, "dram__bytes.sum");
  EXPECT_EQ(o.refused[0].reason, "ncu wrote `n/a`");
  EXPECT_THAT(o.refused[1].reason, HasSubstr("Kfoo"));
  EXPECT_THAT(imported.notes, Contains(HasSubstr("line 5: l1tex__t_bytes.sum is `1,0`")));
}

TEST(NcuImport, KeepsMetricsThatItDoesNotKnow) {
  const auto recording = import_ncu(csv({{}}, {{"future__thing.sum", "inst", {"9"}}})).recording;
  EXPECT_EQ(recording.observations.front().counters.value("future__thing.sum"), 9.0);
}

TEST(NcuImport, ReadsTheParametersOfAnExport) {
  const auto import = import_ncu(csv({{}, {}}, {{"rooflens__parameters", "", {"block=256 n=4096", "n=many"}},
                                                {"rooflens__launches_made", "", {"1", "1"}}}));
  const auto& list = import.recording.observations;
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].parameters, (std::map<std::string, std::int64_t>{{"block", 256}, {"n", 4096}}));
  EXPECT_TRUE(list[1].parameters.empty());
  EXPECT_THAT(import.notes, Contains(HasSubstr("rooflens__parameters is `n=many`, not numbers")));
}

TEST(NcuImport, ReadsTheCachePolicyOfAnExport) {
  const auto import = import_ncu(csv({{}, {}, {}, {}}, {{"rooflens__cache", "", {"cold", "warm", "", "frozen"}},
                                                        {"rooflens__launches_made", "", {"1", "1", "1", "1"}}}));
  const auto& list = import.recording.observations;
  ASSERT_EQ(list.size(), 4U);
  EXPECT_EQ(list[0].cache, models::CachePolicy::cold);
  EXPECT_EQ(list[1].cache, models::CachePolicy::warm);
  EXPECT_EQ(list[2].cache, models::CachePolicy::uncontrolled);
  EXPECT_EQ(list[3].cache, models::CachePolicy::uncontrolled);
  EXPECT_THAT(import.notes, Contains(HasSubstr("rooflens__cache is `frozen`, not cold, warm or uncontrolled")));
}

TEST(NcuImport, ReadsKernelNamesWithCommasAndQuotes) {
  const auto recording = import_ncu(csv({{.kernel = R"(void f<int, ""x"">(int, int))"}}, {})).recording;
  EXPECT_EQ(recording.observations.front().launches.front().function, R"(void f<int, "x">(int, int))");
}

TEST(NcuImport, ReadsFilesThatWereJoined) {
  const std::string one = csv({{}}, {{"a.sum", "byte", {"1"}}});
  const std::string other = csv({{}}, {{"b.sum", "Kbyte", {"2"}}});
  const auto recording = import_ncu(one + other).recording;
  ASSERT_EQ(recording.observations.size(), 1U);
  EXPECT_EQ(recording.observations.front().counters.value("a.sum"), 1.0);
  EXPECT_EQ(recording.observations.front().counters.value("b.sum"), 2000.0);
}

TEST(NcuImport, ReadsTablesWithFewColumns) {
  const auto recording = import_ncu("ID,Kernel Name\n,\n0,k\n").recording;
  EXPECT_EQ(recording.observations.front().launches.front().function, "k");
}

TEST(NcuImport, SaysThatUnitsAreMissing) {
  const NcuImport imported = import_ncu("ID,Kernel Name,gpu__time_duration.sum\n0,k,5\n");
  EXPECT_THAT(imported.notes, Contains(HasSubstr("line 2: no row of units")));
  EXPECT_DOUBLE_EQ(imported.recording.observations.front().durations.front().value(), 5e-9);
}

TEST(NcuImport, ReadsWindowsLineEndsAndAByteOrderMark) {
  const auto recording = import_ncu("\xEF\xBB\xBFID,Kernel Name\r\n,\r\n0,k\r\n").recording;
  EXPECT_EQ(recording.observations.front().launches.front().function, "k");
}

std::string refusal(const std::string& text) {
  try {
    (void)import_ncu(text);
  } catch (const ImportError& error) {
    EXPECT_THAT(error.remedy(), HasSubstr("ncu --csv --page raw"));
    return error.what();
  }
  return "accepted";
}

TEST(NcuImport, RefusesWhatIsNoTableOfNcu) {
  EXPECT_THAT(refusal(""), HasSubstr("no header"));
  EXPECT_THAT(refusal("name,value\na,1\n"), HasSubstr("no header"));
  EXPECT_THAT(refusal(kIdentity + "\n"), HasSubstr("no launch"));
  EXPECT_THAT(refusal(kIdentity + R"(,"Section Name","Metric Name","Metric Unit","Metric Value")"
                                  "\n"),
              HasSubstr("details page"));
}

TEST(NcuImport, SurvivesAFileThatIsCutAnywhere) {
  const std::string whole = example();
  ASSERT_GT(whole.size(), 1000U);
  std::size_t read = 0;
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    try {
      const NcuImport imported = import_ncu(std::string_view(whole).substr(0, size));
      ++read;
      // Where a launch is lost, it is said.
      std::uint64_t launches = 0;
      for (const Observation& o : imported.recording.observations) launches += o.launches_made;
      if (launches < 3) {
        const bool between_rows = whole[size - 1] == '\n' || whole[size] == '\n';
        EXPECT_TRUE(between_rows || imported.notes.size() > 1) << size;
      }
    } catch (const ImportError&) {
    }
  }
  EXPECT_GT(read, 100U);
}

TEST(NcuImport, SurvivesAnyOneWrongByte) {
  const std::string whole = example();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char wrong : {'"', ',', '\n', '-'}) {
      std::string damaged = whole;
      damaged[at] = wrong;
      try {
        const NcuImport imported = import_ncu(damaged);
        EXPECT_LE(imported.recording.observations.size(), 3U);
      } catch (const ImportError&) {
      }
    }
  }
}

TEST(NcuImport, RefusesTimesThatCannotBe) {
  for (const std::string time : {"-5", "0"}) {
    const auto [recording, notes] = import_ncu(csv({{}}, {{"gpu__time_duration.sum", "nsecond", {time}}}));
    EXPECT_THAT(recording.observations.front().durations, IsEmpty());
    EXPECT_THAT(notes, ::testing::IsSupersetOf({HasSubstr(time + "`, no time"), HasSubstr("no launch has a time")}));
  }
}

// Of a chip, what its driver tells; a kernel that reads a tenth of what DRAM could.
struct Chip {
  std::string name, major, minor, sms, clock_khz, memory_khz, bus_bits, dram_bytes;
};

// Without the counters of what warps wait for nobody knows that they wait: then there is a reason, or no such word.
TEST(NcuImport, KernelsOfOtherChipsGetNoVerdictOfLatencyWithoutAReason) {
  const std::vector<Chip> chips{{"Tesla V100-SXM2-16GB", "7", "0", "80", "1530000", "877000", "4096", "89800"},
                                {"NVIDIA A100-SXM4-40GB", "8", "0", "108", "1410000", "1215000", "5120", "155520"},
                                {"NVIDIA L4", "8", "9", "58", "2040000", "6251000", "192", "30000"}};
  std::vector<std::string> tables{example()};
  for (const Chip& chip : chips) {
    const auto both = [](const std::string& cell) { return std::vector<std::string>{cell, cell}; };
    tables.push_back(
        csv({{}, {.kernel = "gather(int *)"}}, {{"device__attribute_display_name", "", both(chip.name)},
                                                {"device__attribute_compute_capability_major", "", both(chip.major)},
                                                {"device__attribute_compute_capability_minor", "", both(chip.minor)},
                                                {"device__attribute_multiprocessor_count", "", both(chip.sms)},
                                                {"device__attribute_clock_rate", "", both(chip.clock_khz)},
                                                {"device__attribute_memory_clock_rate", "", both(chip.memory_khz)},
                                                {"device__attribute_global_memory_bus_width", "", both(chip.bus_bits)},
                                                {"gpu__time_duration.sum", "nsecond", both("1000")},
                                                {"dram__bytes_read.sum", "byte", both(chip.dram_bytes)},
                                                {"dram__bytes_write.sum", "byte", both("0")}}));
  }
  std::size_t kernels = 0;
  for (const std::string& table : tables) {
    const models::Recording recording = import_ncu(table).recording;
    const models::Analysis analysis = models::analyse(recording);
    for (const models::AnalysedKernel& kernel : analysis.machines.front().kernels) {
      const std::string& chip = analysis.machines.front().machine->device.name;
      const models::Gap& gap = kernel.explanation.gap.value();
      for (const char* id : {"latency", "turnover", "dependence", "stalls"}) {
        const models::GapFactor* factor = gap.find(id);
        EXPECT_TRUE(!factor || !factor->counters.empty()) << chip << ": " << id;
      }
      const bool lacks = std::any_of(gap.missing.begin(), gap.missing.end(), [](const models::MissingFactor& m) {
        return m.id.starts_with("demand-") && !m.reason.empty();
      });
      EXPECT_TRUE(kernel.binding != models::Binding::no_roof || !lacks) << chip << ": something else may limit it";
      EXPECT_TRUE(!lacks || (!gap.predicted && gap.find("unexplained")->at_most)) << chip;
      for (const models::Advice& advice : kernel.explanation.advice) EXPECT_NE(advice.id, "work-per-thread") << chip;
      ++kernels;
    }
  }
  EXPECT_EQ(kernels, 2 * tables.size());
}

}  // namespace
}  // namespace rooflens::imports

#include "tests/session/rich_recording.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "models/place/placement.hpp"

namespace rooflens::session {
namespace {

using namespace models;

CeilingOrigin origin(CeilingSource source, ClockBasis basis, std::optional<double> spread) {
  return {source, basis, megahertz(1755.1), "132 SM x 128 lanes", spread, ClockOf::l2, 698.5};
}

Machine rich_machine(int id) {
  Machine machine{.id = id, .device = {}, .ceilings = {}};
  machine.device = {.name = "NVIDIA H200",
                    .uuid = "GPU-1",
                    .pci_bus_id = "0000:1b:00.0",
                    .chip = "GH100",
                    .compute_capability = {9, 1},
                    .sm_count = 132,
                    .sm_clock_maximum = megahertz(1980.3),
                    .memory_clock_maximum = megahertz(3201.7),
                    .memory_bus_bits = 6144,
                    .memory = Bytes(150e9),
                    .l2 = Bytes(60e6),
                    .shared_per_sm = Bytes(233472),
                    .shared_per_block_optin = Bytes(232448),
                    .shared_reserved_per_block = Bytes(1024),
                    .registers_per_sm = 65536,
                    .threads_per_sm = 2048,
                    .threads_per_block = 1024,
                    .blocks_per_sm = 33,
                    .warp_size = 32,
                    .fp32_to_fp64_ratio = 2,
                    .ecc = true,
                    .mig = false,
                    .power_limit_watts = 699.9,
                    .driver_version = "580.159.04",
                    .cuda_driver_version = "13.1",
                    .cuda_runtime_version = "13.0",
                    .whole_sm_count = 134};
  machine.ceilings.memory = {
      {Level::dram, ByteRate(4.1e12 / 3), origin(CeilingSource::measured, ClockBasis::during_run, 0.01)},
      {Level::l2, ByteRate(5.5e12), origin(CeilingSource::counter_peak, ClockBasis::maximum, std::nullopt)},
      {Level::l1, ByteRate(33e12), origin(CeilingSource::theoretical, ClockBasis::maximum, std::nullopt)},
      {Level::shared, ByteRate(32e12), origin(CeilingSource::user, ClockBasis::maximum, 0.0)}};
  for (const PrecisionInfo& entry : kPrecisions) {
    machine.ceilings.compute.push_back({entry.precision, OperationRate(1e12 + static_cast<double>(entry.id.size())),
                                        origin(CeilingSource::theoretical, ClockBasis::maximum, std::nullopt)});
  }
  for (const PipeInfo& entry : kPipes) {
    const bool roofless = entry.pipe == Pipe::tensor || entry.pipe == Pipe::constants || is_of_host(entry.pipe);
    if (roofless) continue;  // no roof is stored for them
    machine.ceilings.instruction.push_back({entry.pipe, OperationRate(1e9 / 3 + static_cast<double>(entry.id.size())),
                                            origin(CeilingSource::measured, ClockBasis::reached, 0.004)});
  }
  machine.ceilings.latency = LatencyRoof{.knee = {Seconds(1e-6 / 3), 1.7, ByteRate(4.1e12 / 3)},
                                         .fitted = {12, 0.01 / 3, 0.04},
                                         .held_out = {13, 0.02 / 3, 0.08},
                                         .thread_start_cost = Seconds(1e-7 / 3),
                                         .write_penalty = Seconds(5e-14 / 3)};
  machine.ceilings.probes = ProbeResults{.measured_utc = "2026-11-21T03:40:00Z",
                                         .tool_version = "0.1.0",
                                         .roofs = {{"dram-copy", "4 blocks \xCE\xBB 'quoted'; --", 4.1e12 / 3,
                                                    megahertz(1755.1), 0.01 / 3, 5, 15, 1.0 / 3, 650.5},
                                                   {"launch-latency", "", 8e-6 / 3, Hertz(), 0, 0, 0, std::nullopt},
                                                   {"of a later version", "x", 5e-324, megahertz(1), 0.5, 1, 2, 0.0}},
                                         .refused = {{"tensor-fp8", "no such instruction"}, {"latency-roof", ""}}};
  machine.ceilings.links = {{"host",
                             LinkKind::pcie,
                             LinkDirection::both,
                             ByteRate(98e9 / 3),
                             0.01 / 3,
                             11,
                             Seconds(2e-6 / 3),
                             {{Bytes(4096), Seconds(2e-6 / 7)}, {Bytes(1 << 28), Seconds(0.1 / 3)}}},
                            {"GPU-'x", LinkKind::through_host, LinkDirection::from_peer, ByteRate(1e9), 0, 1, {}, {}}};
  return machine;
}

Work rich_work() {
  Work work{.operations = {},
            .requested = {Bytes(1.1), Bytes(2.2)},
            .ideal_l2 = {Bytes(3.3), Bytes(4.4)},
            .compulsory = {Bytes(5.5), Bytes(6.6)},
            .in_flight_per_thread = Bytes(48)};
  for (const PrecisionInfo& entry : kPrecisions) work.operations[entry.precision] = Operations(1e15 / 7);
  return work;
}

Observation rich_observation() {
  Observation observation{.name = "reduction/<script>alert('x')</script>\"; DROP TABLE kernel;--\n\t\xCE\xBB",
                          .scope = Scope::range,
                          .machine = 7,
                          .process = 3,
                          .parameters = {{"n", -5}, {"", INT64_MAX}, {"m", INT64_MIN}},
                          .launches = {},
                          .launches_made = INT64_MAX,
                          .launches_counted = 12,
                          .cache = CachePolicy::cold,
                          .replay = Replay::rotate,
                          .remarks = {"counted in turns", "\xCE\xBB 'quoted'; --"},
                          .total_time = Seconds(1.0 / 3),
                          .timed_launches = 9001,
                          .durations = {nanoseconds(1.0 / 3), nanoseconds(9001), Seconds(0), Seconds(5e-324)},
                          .clocks_before = {megahertz(345), std::nullopt, 70.5, std::nullopt, {}},
                          .clocks_during = {std::nullopt, megahertz(3201), std::nullopt, -3.5, {"b", "a", "b"}},
                          .timed_clock = megahertz(1644.9),
                          .counters = {},
                          .largest = {},
                          .shortest = nanoseconds(0.25),
                          .refused = {{"l1tex__x", "no permission"}, {"dram__y", "unknown"}, {"dram__y", "again"}},
                          .work = rich_work(),
                          .verification = {VerificationStatus::mismatch, "element 3: 1 instead of 2"},
                          .blocks = std::nullopt};
  observation.launches = {{"void k<float, 4>(int)", {1, 2, 3}, {4, 5, 6}, 7, 8, 9, 10, 11, 12},
                          {"", {4294967295U, 65535, 65534}, {1024, 1, 1}, 0, 0, 0, 0, std::nullopt, 1}};
  observation.counters.set("dram__bytes_read.sum", {1.0 / 3, 5, 0.1, 0.7, 2, CounterSource::hardware});
  observation.counters.set("smsp__sass.sum", {-0.5, INT64_MAX, -1e300, 1e-300, 0, CounterSource::sass});
  observation.largest.set("dram__bytes_read.sum", {0.7, 1, 0.7, 0.7, 2, CounterSource::hardware});
  return observation;
}

std::string text_of(sqlite3_stmt* statement, int column) {
  const unsigned char* text = sqlite3_column_text(statement, column);
  return text ? reinterpret_cast<const char*>(text) : "NULL";
}

}  // namespace

Machine bare_machine(int id) {
  Machine machine;
  machine.id = id;
  machine.device.sm_count = 1;
  return machine;
}

Recording rich_recording() {
  Recording recording;
  recording.provenance = {"0.1.0", "rooflens run 'a b'",    "2026-11-21T03:40:00Z", "node7", "Linux", "130001",
                          "cupti", RecordingKind::simulated};
  recording.processes = {{9,
                          "node7",
                          4711,
                          1,
                          2,
                          "torchrun",
                          "python 'a b'",
                          Seconds(2.5),
                          {310, Seconds(2), Seconds(0.75), Seconds(0.5)}},
                         {3, "node8", INT64_MAX, 0, 1, "", ""}};
  recording.machines = {rich_machine(7), bare_machine(2)};
  recording.observations = {rich_observation(), plain_observation("second"), plain_observation(std::string(4000, 'k'))};
  recording.observations[1].scope = Scope::nvtx;
  recording.observations[1].machine = 2;
  recording.observations[1].process = 9;
  recording.observations[1].cache = CachePolicy::warm;
  recording.observations[1].verification.status = VerificationStatus::verified;
  recording.observations[1].blocks = BlockTrace{INT64_MAX, 2, INT64_MAX, {{0, 4294967295U, 8, 0, 5}}};
  recording.observations[2].blocks = BlockTrace{3, 2, 90, {{0, 7, 1, 0, 40}, {1, 1, 32, 3, 3}, {2, 7, 8, 40, 90}}};
  recording.observations[2].work = Work{};  // known to do nothing is not the same as unknown
  recording.functions = {
      {"void tile<float>(float const*)",
       7,
       3,
       2,
       {{0, "", 0, {}},
        {16, "/src/a b.cu", 41, {{"stall.wait", 12}, {"smsp__sass_inst_executed", 0x1p40}}},
        {32, "/src/a b.cu", 42, {{"stall.long_scoreboard", 0.1}}}}},
      {"never sampled", 2, 9, 0, {}},
      {"void tile<float>(float const*)", 2, 9, 1, {{48, "", 0, {{"stall.drain", 3}}}}, "reduction/b"}};
  recording.families = {{"reduction",
                         "quoted ' \"",
                         {{"reduction/b",
                           "adds \xCE\xBB",
                           true,
                           "peer/p",
                           {{"book", "V100", "2^24", Seconds(0.1), Seconds(1.0 / 3), "copy"}}},
                          {"reduction/a", "", true, "", {}},
                          {"second",
                           "beside the order",
                           false,
                           "",
                           {{"", "", "", Seconds(5e-324), {}, ""}, {"x", "", "", Seconds(2), {}, ""}}}}},
                        {"copy", "", {{"copy/float4", "wide", false, "", {}}}}};
  recording.notes = {{NoteLevel::warning, "sampled", "10.0 of 41.0 s \xCE\xBB 'quoted'; --", "allow more", 3},
                     {NoteLevel::information, "", "", "", std::nullopt},
                     {NoteLevel::warning, "sampled", "10.0 of 41.0 s \xCE\xBB 'quoted'; --", "allow more", 9}};
  return recording;
}

Observation plain_observation(const std::string& name) {
  Observation observation;
  observation.name = name;
  observation.machine = 7;
  observation.process = 3;
  observation.launches_made = 40;
  observation.launches_counted = 1;
  observation.durations = {nanoseconds(1000), nanoseconds(3000), nanoseconds(2000)};
  observation.launches = {{"k", {132, 1, 1}, {256, 1, 1}, 32, 0, 0, 0, 8, 1}};
  observation.counters.set("dram__bytes.sum", {4096, 1, 4096, 4096, 0, CounterSource::hardware});
  return observation;
}

void store_points(const Recording& recording, Writer& writer) {
  std::vector<Placement> placements;
  for (const Observation& observation : recording.observations) {
    const auto machine = std::find_if(recording.machines.begin(), recording.machines.end(),
                                      [&](const Machine& m) { return m.id == observation.machine; });
    placements.push_back(place(observation, *machine));
  }
  std::vector<const Placement*> placed;
  for (const Placement& kernel : placements) {
    placed.push_back(kernel.observation->scope == Scope::nvtx ? nullptr : &kernel);
  }
  writer.store_points(placed);
}

void save(const Recording& recording, const std::filesystem::path& path, Writer::IfExists if_exists) {
  Writer writer = Writer::create(path, recording.provenance, if_exists);
  for (const Process& process : recording.processes) writer.add_process(process);
  for (const Machine& machine : recording.machines) writer.put_machine(machine);
  writer.append(recording.observations);
  writer.add_functions(recording.functions);
  for (const Family& family : recording.families) writer.add_family(family);
  writer.add_notes(recording.notes);
  writer.close();
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const SessionError& error) {
    return std::string(error.what()) + " | " + error.remedy();
  }
  return "no error";
}

void tamper(const std::filesystem::path& path, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  const std::string script = "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; " + sql;
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(database, script.c_str(), nullptr, nullptr, &message), SQLITE_OK) << (message ? message : "");
  sqlite3_free(message);
  sqlite3_close(database);
}

std::vector<std::string> query(const std::filesystem::path& path, const std::string& sql) {
  std::vector<std::string> rows;
  sqlite3* database = nullptr;
  sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
  sqlite3_stmt* statement = nullptr;
  EXPECT_EQ(sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  while (sqlite3_step(statement) == SQLITE_ROW) rows.push_back(text_of(statement, 0));
  sqlite3_finalize(statement);
  sqlite3_close(database);
  return rows;
}

std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace rooflens::session

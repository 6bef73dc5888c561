#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "profiler/spool/framing.hpp"
#include "profiler/spool/record.hpp"
#include "tests/spool/sample_records.hpp"

namespace rooflens::collect::spool {
namespace {

SpoolFrame frame_of(const std::string& bytes) {
  SpoolFrame frame;
  EXPECT_EQ(parse_frame(bytes, frame), Parsed::frame);
  EXPECT_EQ(frame.size, bytes.size());
  return frame;
}

Record there_and_back(const Record& record) {
  const std::string bytes = encode(record);
  const SpoolFrame frame = frame_of(bytes);
  auto back = decode(frame.kind, frame.body);
  EXPECT_TRUE(back);
  return back.value_or(Record{});
}

TEST(SpoolRecord, EveryKindComesBackAsItWas) {
  for (const Record& record : sample_records()) {
    const Record back = there_and_back(record);
    EXPECT_EQ(back.index(), record.index());
    // A command with bytes that are not UTF-8 comes back with escapes, which then stay as they are.
    EXPECT_EQ(encode(there_and_back(back)), encode(back)) << record.index();
  }
}

TEST(SpoolRecord, NumbersAreExact) {
  const auto records = sample_records();
  const auto back = std::get<ObservationRecord>(there_and_back(records[5]));
  const auto& before = std::get<ObservationRecord>(records[5]);
  EXPECT_EQ(back.launch, before.launch);
  EXPECT_EQ(back.duration_ns, 1.0 / 3.0);
  ASSERT_EQ(back.values.size(), before.values.size());
  EXPECT_TRUE(std::isnan(back.values[1])) << "not counted is not zero";
  for (const std::size_t i : {0U, 2U, 3U, 4U}) EXPECT_EQ(back.values[i], before.values[i]) << i;
  EXPECT_EQ(std::get<ProcessRecord>(there_and_back(records[0])).started_ns, 1'795'247'101'123'456'789);
}

TEST(SpoolRecord, DoublesOfEverySizeAreExact) {
  const std::vector<double> values{0,    -0.0, 1,    -1,   0.5,  9007199254740991.0, 9007199254740992.0, 1e22,
                                   1e-9, 1e18, 1e19, -1e9, 1e308};
  const auto back = std::get<ObservationRecord>(there_and_back(ObservationRecord{.values = values}));
  ASSERT_EQ(back.values.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(back.values[i], values[i]);
    EXPECT_EQ(std::signbit(back.values[i]), std::signbit(values[i]));
  }
}

TEST(SpoolRecord, KeepsWhatADescriptionHolds) {
  const auto back = std::get<KernelRecord>(there_and_back(sample_records()[3]));
  EXPECT_EQ(back.form, LaunchForm::cooperative);
  EXPECT_EQ(back.function, "_Z3addPfi");
  EXPECT_EQ(back.launch.grid.x, 65535U);
  EXPECT_EQ(back.launch.grid.z, 3U);
  EXPECT_EQ(back.launch.block.x, 1024U);
  EXPECT_EQ(back.launch.registers_per_thread, 255);
  EXPECT_EQ(back.launch.dynamic_shared_bytes, 232448U);
  EXPECT_EQ(back.launch.blocks_per_sm, 2);
  const auto group = std::get<GroupRecord>(there_and_back(sample_records()[2]));
  EXPECT_TRUE(group.replayed);
  EXPECT_EQ(group.counters.at(1), "lts__t_bytes.sum");
  EXPECT_EQ(group.refused.at(0).reason, "unknown on this chip");
  const auto times = std::get<TimesRecord>(there_and_back(sample_records()[7])).kernels;
  ASSERT_EQ(times.size(), 2U);
  EXPECT_EQ(times[0].timed, 990U);
  EXPECT_EQ(times[0].total_ns, 1e9 / 7);
  EXPECT_EQ(times[1].kernel, 8);
}

// The goal rests on it: 500 kernels, each second.
TEST(SpoolRecord, ARowOfTimesIsShort) {
  const TimesRecord one{{{499, 3, 40, 40, 250'000, {6'250}}}};
  TimesRecord two = one;
  two.kernels.push_back(one.kernels.front());
  EXPECT_EQ(encode(two).size() - encode(one).size(), 2U + 1 + 1 + 1 + 3 + 1 + 2);
}

TEST(SpoolRecord, TextThatIsNotUtf8IsEscapedAndTheRestKept) {
  const auto back = std::get<ProcessRecord>(there_and_back(sample_records()[0]));
  EXPECT_EQ(back.command, "./app 'a\nb' \"c\" \\xFF\\xFE \xe2\x82\xac");
}

TEST(SpoolRecord, NamesThatDifferInABadByteStayDifferent) {
  const auto path_of = [](const char* path) {
    return std::get<RangeRecord>(there_and_back(RangeRecord{1, path})).path;
  };
  EXPECT_EQ(path_of("caf\xe9"), "caf\\xE9");
  EXPECT_EQ(path_of("caf\xe8"), "caf\\xE8");
  EXPECT_EQ(path_of("caf\\xE9"), "caf\\x5CxE9");
}

TEST(SpoolRecord, FieldsOfALaterVersionAreIgnored) {
  const std::string bytes = encode(RangeRecord{2, "a"});
  const SpoolFrame frame = frame_of(bytes);
  const auto range = decode(frame.kind, std::string(frame.body) + "colour");
  ASSERT_TRUE(range);
  EXPECT_EQ(std::get<RangeRecord>(*range).path, "a");
}

TEST(SpoolRecord, KindsOfALaterVersionAreNothing) { EXPECT_FALSE(decode(4711, "anything")); }

TEST(SpoolRecord, ABodyThatEndsEarlyThrows) {
  for (const Record& record : sample_records()) {
    const std::string bytes = encode(record);
    const SpoolFrame frame = frame_of(bytes);
    for (std::size_t length = 0; length < frame.body.size(); ++length) {
      EXPECT_THROW((void)decode(frame.kind, frame.body.substr(0, length)), std::runtime_error)
          << record.index() << ' ' << length;
    }
  }
}

TEST(SpoolRecord, NumbersThatStandForNothingThrow) {
  const auto body = [](std::initializer_list<std::uint64_t> numbers) {
    std::string bytes;
    for (const std::uint64_t number : numbers) append_varint(bytes, number);
    return bytes;
  };
  constexpr std::uint64_t note = 10;
  EXPECT_TRUE(decode(note, body({1, 0, 0, 0}))) << "a level and three empty texts";
  EXPECT_THROW((void)decode(note, body({7, 0, 0, 0})), std::runtime_error);
  constexpr std::uint64_t range = 5;
  EXPECT_TRUE(decode(range, body({2, 0})));
  EXPECT_THROW((void)decode(range, body({1ULL << 40U, 0})), std::runtime_error) << "no int";
  EXPECT_THROW((void)decode(range, body({2, 1ULL << 60U})), std::runtime_error) << "no text is that long";
  constexpr std::uint64_t times = 8;
  EXPECT_THROW((void)decode(times, body({1ULL << 60U})), std::runtime_error) << "no list is that long";
}

}  // namespace
}  // namespace rooflens::collect::spool

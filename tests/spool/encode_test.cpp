#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "profiler/spool/record.hpp"
#include "tests/spool/sample_records.hpp"

namespace rooflens::collect::spool {
namespace {

TEST(SpoolRecord, EveryKindComesBackAsItWas) {
  for (const Record& record : sample_records()) {
    const std::string line = encode(record);
    const Record back = decode(line);
    EXPECT_EQ(back.index(), record.index()) << line;
    EXPECT_EQ(encode(back), line);
  }
}

TEST(SpoolRecord, IsOneLineOfAscii) {
  for (const Record& record : sample_records()) {
    const std::string line = encode(record);
    EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
    for (const char c : line) EXPECT_GE(c, '\n') << line;
  }
}

TEST(SpoolRecord, NumbersAreExact) {
  const auto records = sample_records();
  const auto back = std::get<ObservationRecord>(decode(encode(records[5])));
  const auto& before = std::get<ObservationRecord>(records[5]);
  EXPECT_EQ(back.launch, before.launch);
  EXPECT_EQ(back.duration_ns, 1.0 / 3.0);
  ASSERT_EQ(back.values.size(), before.values.size());
  EXPECT_TRUE(std::isnan(back.values[1])) << "not counted is not zero";
  for (const std::size_t i : {0U, 2U, 3U, 4U}) EXPECT_EQ(back.values[i], before.values[i]) << i;
  EXPECT_EQ(std::get<ProcessRecord>(decode(encode(records[0]))).started_ns, 1'795'247'101'123'456'789);
}

TEST(SpoolRecord, TextThatIsNotUtf8IsEscapedAndTheRestKept) {
  const auto back = std::get<ProcessRecord>(decode(encode(sample_records()[0])));
  EXPECT_EQ(back.command, "./app 'a\nb' \"c\" \\xFF\\xFE \xe2\x82\xac");
}

TEST(SpoolRecord, NamesThatDifferInABadByteStayDifferent) {
  const auto path_of = [](const char* path) {
    return std::get<RangeRecord>(decode(encode(RangeRecord{1, path}))).path;
  };
  EXPECT_EQ(path_of("caf\xe9"), "caf\\xE9");
  EXPECT_EQ(path_of("caf\xe8"), "caf\\xE8");
  EXPECT_EQ(path_of("caf\\xE9"), "caf\\x5CxE9");
}

TEST(SpoolRecord, BytesThatSomethingElseWroteAreShown) {
  const auto range = std::get<RangeRecord>(decode("{\"record\":\"range\",\"range\":2,\"path\":\"caf\xe9 \u20ac\"}"));
  EXPECT_EQ(range.path, "caf\\xE9 \u20ac");
}

TEST(SpoolRecord, FieldsOfALaterVersionAreIgnored) {
  const auto range = std::get<RangeRecord>(decode(R"({"record":"range","range":2,"path":"a","colour":"red"})"));
  EXPECT_EQ(range.path, "a");
}

TEST(SpoolRecord, WhatIsNoRecordThrows) {
  for (const char* line : {"", "{", "null", "[]", "12", "\xff", "{\"record\":\"range\"}", "{\"record\":\"picture\"}",
                           R"({"record":"range","range":"two","path":"a"})",
                           R"({"record":"note","level":7,"id":"","text":"","remedy":""})",
                           R"({"record":"kernel","kernel":1,"device":0,"form":-1,"function":"f","launch":{}})"}) {
    EXPECT_THROW((void)decode(line), std::runtime_error) << line;
  }
}

}  // namespace
}  // namespace rooflens::collect::spool

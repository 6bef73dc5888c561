#include "models/base/json_text.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace rooflens::models {
namespace {

TEST(JsonText, PutsCommasBetweenValuesAlone) {
  JsonText to;
  to.begin_object();
  to.member("a", 1);
  to.key("b");
  to.begin_array();
  to.row();
  to.row(true, nullptr, "x");
  to.end_array();
  to.member("c", nlohmann::json{{"d", 2}});
  to.member("e", WrittenJson{"[3]"});
  to.end_object();
  EXPECT_EQ(to.take(), R"({"a":1,"b":[[],[true,null,"x"]],"c":{"d":2},"e":[3]})");
}

// As the JSON library writes them.
TEST(JsonText, WritesNumbersThatReadBack) {
  for (const double number : {0.0, -0.5, 1.0, 0.1, 12345.6789, 1e-7, 3e20, 1.0 / 3}) {
    JsonText to;
    to.value(number);
    EXPECT_EQ(to.text(), nlohmann::json(number).dump());
  }
  JsonText to;
  to.row(std::numeric_limits<double>::infinity(), std::int64_t{-7}, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(to.text(), "[null,-7,18446744073709551615]");
}

TEST(JsonText, EscapesWhatAStringCannotHold) {
  JsonText to;
  to.value("a \"b\" \\ \n \x1b µ");
  EXPECT_EQ(to.text(), "\"a \\\"b\\\" \\\\ \\n \\u001b µ\"");
  EXPECT_EQ(nlohmann::json::parse(to.text()), "a \"b\" \\ \n \x1b µ");
}

TEST(JsonText, ReplacesBytesThatAreNoText) {
  EXPECT_EQ(json_line(nlohmann::json("a\xE9 \xE2\x82\xAC")), "\"a\uFFFD €\"");
}

TEST(JsonText, HasNullForWhatIsAbsent) {
  JsonText to;
  to.row(std::optional<int>(), std::optional(2), std::optional<std::optional<double>>(std::in_place, std::nullopt));
  EXPECT_EQ(to.text(), "[null,2,null]");
}

}  // namespace
}  // namespace rooflens::models

// Values written one after the other are the document that nlohmann's library writes at once.
#include "models/base/json_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace rooflens::models {
namespace {

using Json = nlohmann::ordered_json;

// "0.00120" and "1.2e-03" -> "12".
std::string significant_digits(std::string_view number) {
  std::string digits(number.substr(0, number.find('e')));
  std::erase_if(digits, [](char c) { return c < '0' || c > '9'; });
  digits.erase(0, digits.find_first_not_of('0'));
  return digits.erase(digits.find_last_not_of('0') + 1);
}

TEST(JsonText, ForPeopleIsTheWholeDocument) {
  const Json kernel{
      {"name", "a \"quoted\"\nname"}, {"empty", Json::array()}, {"list", {1, 2.5}}, {"none", Json::object()}};
  Json whole{{"format", "x"}, {"kernels", Json::array({kernel, kernel})}, {"ranges", Json::array()}};
  std::string text;
  const Sink sink = [&text](std::string_view piece) { text += piece; };
  JsonText pieces(sink);
  pieces.begin_object();
  pieces.members(Json{{"format", "x"}});
  pieces.key("kernels");
  pieces.begin_array();
  pieces.value(kernel);
  pieces.value(kernel);
  pieces.end_array();
  pieces.key("ranges");
  pieces.begin_array();
  pieces.end_array();
  pieces.end_object();
  pieces.finish();
  EXPECT_EQ(text, whole.dump(2) + "\n");
}

// The library's own numbers read back, but 1.557e-09 has 17 digits there: 1.5570000000000001e-09.
TEST(JsonText, ForPeopleHasTheShortestNumbersThatReadBack) {
  EXPECT_EQ(written(Json{0.1, 1.0, -0.25, 1.557e-9, 1e22, 7}),
            "[\n  0.1,\n  1.0,\n  -0.25,\n  1.557e-09,\n  1e+22,\n  7\n]\n");
  for (int exponent = -300; exponent <= 300; exponent += 25) {
    for (const double digits : {1.0, 1.557, 3.114, 1.0 / 3, 2.0 / 3}) {
      const double number = digits * std::pow(10, exponent);
      const std::string text = written(Json(number));
      EXPECT_EQ(Json::parse(text).get<double>(), number) << text;
      std::array<char, 32> shortest{};
      const auto [end, error] = std::to_chars(shortest.begin(), shortest.end(), number, std::chars_format::scientific);
      EXPECT_EQ(significant_digits(text), significant_digits({shortest.begin(), end}));
    }
  }
}

TEST(JsonText, IsGivenAwayAsItGrows) {
  std::size_t longest = 0, all = 0;
  const Sink sink = [&](std::string_view piece) {
    longest = std::max(longest, piece.size());
    all += piece.size();
  };
  JsonText pieces(sink);
  pieces.begin_array();
  for (int i = 0; i < 100'000; ++i) pieces.value(Json{{"name", "a kernel with a name of some length"}});
  pieces.end_array();
  pieces.finish();
  EXPECT_GT(all, 5'000'000U);
  EXPECT_LT(longest, 500'000U);
}

}  // namespace
}  // namespace rooflens::models

// Values written one after the other are the document that nlohmann's library writes at once.
#include "reports/json_pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace rooflens::reports {
namespace {

TEST(JsonPieces, AreTheWholeDocument) {
  const Json kernel{
      {"name", "a \"quoted\"\nname"}, {"empty", Json::array()}, {"list", {1, 2.5}}, {"none", Json::object()}};
  Json whole{{"format", "x"}, {"kernels", Json::array({kernel, kernel})}, {"ranges", Json::array()}};
  std::string text;
  const Sink sink = [&text](std::string_view piece) { text += piece; };
  JsonPieces pieces(sink);
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

TEST(JsonPieces, AreGivenAwayAsTheyGrow) {
  std::size_t longest = 0, all = 0;
  const Sink sink = [&](std::string_view piece) {
    longest = std::max(longest, piece.size());
    all += piece.size();
  };
  JsonPieces pieces(sink);
  pieces.begin_array();
  for (int i = 0; i < 100'000; ++i) pieces.value(Json{{"name", "a kernel with a name of some length"}});
  pieces.end_array();
  pieces.finish();
  EXPECT_GT(all, 5'000'000U);
  EXPECT_LT(longest, 500'000U);
}

}  // namespace
}  // namespace rooflens::reports

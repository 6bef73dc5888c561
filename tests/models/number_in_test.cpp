#include "models/base/number_in.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "models/base/find_in.hpp"
#include "models/base/joined.hpp"

namespace rooflens::models {
namespace {

TEST(NumberIn, TakesTheWholeText) {
  EXPECT_EQ(number_in<int>("12"), 12);
  EXPECT_EQ(number_in<int>("-3"), -3);
  EXPECT_EQ(number_in<double>("1.5e3"), 1500);
  for (const char* text : {"", " 1", "1 ", "12x", "+1", "one"}) EXPECT_EQ(number_in<int>(text), std::nullopt) << text;
}

TEST(NumberIn, RefusesWhatTheTypeDoesNotHold) {
  EXPECT_EQ(number_in<int>("3000000000"), std::nullopt);
  EXPECT_EQ(number_in<std::int64_t>("3000000000"), 3000000000);
}

struct Numbered {
  std::string name;
  int value;
};

TEST(FindIn, GivesTheFirstOrNull) {
  std::vector<Numbered> all{{"a", 1}, {"b", 2}, {"b", 3}};
  EXPECT_EQ(find_in(all, "b", &Numbered::name), &all[1]);
  EXPECT_EQ(find_in(all, [](const Numbered& n) { return n.value > 2; }), &all[2]);
  EXPECT_EQ(find_in(all, "c", &Numbered::name), nullptr);
  find_in(all, "a", &Numbered::name)->value = 4;
  EXPECT_EQ(all[0].value, 4);
}

TEST(Joined, SaysHowManyMoreThereAre) {
  const std::vector<std::string> names{"a", "b", "c"};
  EXPECT_EQ(joined(names, 3), "a, b, c");
  EXPECT_EQ(joined(names, 2), "a, b and 1 more");
  EXPECT_EQ(joined(std::vector<std::string>{}, 2), "");
}

}  // namespace
}  // namespace rooflens::models

#include "models/counters/counters.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

namespace rooflens::models {
namespace {

std::string text_of(const CounterSet& set) {
  std::string text;
  for (const auto& [name, counter] : set) {
    text += name + "=" + std::to_string(static_cast<int>(counter.value)) + " ";
  }
  return text;
}

CounterSet set_of(std::initializer_list<std::pair<const char*, double>> values) {
  CounterSet set;
  for (const auto& [name, value] : values) set.set(name, {.value = value});
  return set;
}

TEST(CounterSet, GoesInTheOrderOfNamesAndReplaces) {
  CounterSet set = set_of({{"m", 1}, {"z", 2}, {"a", 3}});
  set.set("m", {.value = 4});
  EXPECT_EQ(text_of(set), "a=3 m=4 z=2 ");
  EXPECT_EQ(set.size(), 3u);
  EXPECT_EQ(set.value("m"), 4.0);
  EXPECT_EQ(set.value("b"), std::nullopt);
  EXPECT_EQ(set.value("zz"), std::nullopt);
  EXPECT_EQ(CounterSet().find("a"), nullptr);
}

TEST(CounterSet, OfTheSameNamesSharesThem) {
  const CounterSet first = set_of({{"a", 1}, {"b", 2}});
  CounterSet second = CounterSet::like(first);
  EXPECT_TRUE(second.empty());
  EXPECT_EQ(second.value("a"), std::nullopt) << "expected is not counted";
  second.set("a", {.value = 3});
  EXPECT_EQ(text_of(second), "a=3 ");
  EXPECT_EQ(second.value("b"), std::nullopt);
  second.set("b", {.value = 4});
  EXPECT_EQ(text_of(second), "a=3 b=4 ");
  EXPECT_EQ(&(*first.begin()).name, &(*second.begin()).name);
}

TEST(CounterSet, MayDifferFromTheOneThatItIsLike) {
  const CounterSet first = set_of({{"a", 1}, {"c", 2}, {"e", 3}});
  CounterSet second = CounterSet::like(first);
  for (const char* name : {"a", "b", "c", "f"}) second.set(name, {.value = 7});
  EXPECT_EQ(text_of(second), "a=7 b=7 c=7 f=7 ");
  EXPECT_EQ(text_of(first), "a=1 c=2 e=3 ");
}

TEST(CounterSet, CopiesAreIndependent) {
  CounterSet first = set_of({{"a", 1}});
  CounterSet second = first;
  second.set("b", {.value = 2});
  first.set("c", {.value = 3});
  EXPECT_EQ(text_of(first), "a=1 c=3 ");
  EXPECT_EQ(text_of(second), "a=1 b=2 ");
}

}  // namespace
}  // namespace rooflens::models

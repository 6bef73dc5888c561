#include "models/explain/problem_labels.hpp"

#include <gtest/gtest.h>

namespace rooflens::models {
namespace {

Observation observation(const std::string& name, std::map<std::string, std::int64_t> parameters) {
  Observation o;
  o.name = name;
  o.parameters = std::move(parameters);
  return o;
}

TEST(ShortCount, ShortensWholeMebisAndGibis) {
  EXPECT_EQ(short_count(0), "0");
  EXPECT_EQ(short_count(4096), "4096");
  EXPECT_EQ(short_count(16 << 20), "16Mi");
  EXPECT_EQ(short_count((16 << 20) + 1), "16777217");
  EXPECT_EQ(short_count(std::int64_t{8} << 30), "8Gi");
  EXPECT_EQ(short_count(-(1 << 20)), "-1Mi");
}

TEST(ProblemLabels, ShowWhatDiffersBetweenProblemsOfAKernel) {
  const std::vector<Observation> all{observation("a", {{"block", 64}, {"n", 8}}),
                                     observation("a", {{"block", 64}, {"n", 1 << 20}}), observation("b", {{"n", 8}})};
  const ProblemLabels labels(all);
  EXPECT_TRUE(labels.several());
  EXPECT_EQ(labels.name(all[0]), "a n=8");
  EXPECT_EQ(labels.name(all[1]), "a n=1Mi");
  EXPECT_EQ(labels.brief(all[2]), "");
  EXPECT_EQ(labels.name(all[2]), "b");
}

TEST(ProblemLabels, ShowEveryParameterThatDiffers) {
  const std::vector<Observation> all{observation("a", {{"block", 64}, {"n", 8}}),
                                     observation("a", {{"block", 64}, {"n", 16}}),
                                     observation("a", {{"block", 32}, {"n", 8}})};
  EXPECT_EQ(ProblemLabels(all).name(all[0]), "a block=64 n=8");
}

TEST(ProblemLabels, ShowAParameterThatOthersLack) {
  const std::vector<Observation> all{observation("a", {{"n", 8}}), observation("a", {{"n", 8}, {"k", 2}})};
  const ProblemLabels labels(all);
  EXPECT_EQ(labels.name(all[0]), "a");
  EXPECT_EQ(labels.name(all[1]), "a k=2");
}

TEST(ProblemLabels, AreEmptyForOneProblemThoughItRanTwice) {
  const std::vector<Observation> all{observation("a", {{"n", 8}}), observation("a", {{"n", 8}}), observation("b", {})};
  EXPECT_FALSE(ProblemLabels(all).several());
  EXPECT_EQ(ProblemLabels(all).name(all[1]), "a");
}

}  // namespace
}  // namespace rooflens::models

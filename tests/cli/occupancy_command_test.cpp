// `rooflens occupancy` as a user calls it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "reports/words/format.hpp"
#include "tests/cli/fake_backend.hpp"

namespace rooflens::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class OccupancyCommand : public ::testing::Test {
 protected:
  // "occupancy --cc 9.0" and the words.
  [[nodiscard]] Outcome of(const std::string& words) const {
    Arguments arguments{"occupancy", "--cc", "9.0"};
    std::istringstream stream(words);
    for (std::string word; stream >> word;) arguments.push_back(word);
    return dispatched(backend_, arguments);
  }
  [[nodiscard]] nlohmann::json json_of(const std::string& words) const {
    return nlohmann::json::parse(of(words + " --format json").out);
  }
  FakeBackend backend_;
};

TEST_F(OccupancyCommand, SaysWhatLimitsAndWhatWouldLift) {
  const std::string text = of("--threads 256 --registers 64 --shared 49152").out;
  EXPECT_THAT(text, HasSubstr("occupancy       50.0 %: 4 blocks, 32 of 64 warps\n"));
  EXPECT_THAT(text, HasSubstr("limited by      registers, shared memory\n"));
  EXPECT_THAT(text, HasSubstr("  registers           4   16384 of 65536\n"));
  EXPECT_THAT(text, HasSubstr("  at most 48 registers and 45568 bytes of shared memory: 5 blocks, 62.5 %\n"));
}

TEST_F(OccupancyCommand, StaysWithinEightyColumnsAndWithoutColours) {
  for (const char* words :
       {"--threads 256 --registers 64 --shared 49152", "--threads 1 --registers 0", "--threads 1024 --registers 64",
        "--threads 33 --registers 255 --shared 232448", "--threads 64 --registers 16 --carveout 0 --barriers 9",
        "--threads 2000 --registers 300 --shared 500Ki"}) {
    const std::string text = of(words).out;
    EXPECT_THAT(text, Not(HasSubstr("\033")));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(reports::length_utf8(line), 80U) << line;
      EXPECT_FALSE(line.ends_with(' ')) << line;
    }
  }
}

TEST_F(OccupancyCommand, TerminalsGetColours) {
  std::ostringstream out;
  std::ostringstream err;
  dispatch(backend_, {"occupancy", "--cc", "8.0", "--threads", "256", "--registers", "64"},
           {.out = out, .err = err, .colour = true});
  EXPECT_THAT(out.str(), HasSubstr("\033[1m50.0 %\033[0m: 4 blocks"));
}

TEST_F(OccupancyCommand, TellsProgramsTheSame) {
  const auto root = json_of("--threads 256 --registers 64 --shared 48Ki");
  EXPECT_EQ(root["compute_capability"], "9.0");
  EXPECT_EQ(root["threads_per_block"], 256);
  EXPECT_EQ(root["registers_per_thread"], 64);
  EXPECT_EQ(root["shared_bytes"], 49152);
  EXPECT_EQ(root["carveout_bytes"], 228 * 1024);
  EXPECT_EQ(root["blocks_per_sm"], 4);
  EXPECT_EQ(root["warps_per_sm"], 32);
  EXPECT_EQ(root["maximum_warps_per_sm"], 64);
  EXPECT_EQ(root["occupancy_percent"], 50);
  EXPECT_EQ(root["limiter"], "registers");
  EXPECT_EQ(root["limiters"], nlohmann::json({"registers", "shared"}));
  EXPECT_TRUE(root["cannot_launch"].is_null());
  EXPECT_EQ(root["would_lift"][0]["parameter"], "registers");
  EXPECT_EQ(root["would_lift"][0]["value"], 48);
  EXPECT_EQ(root["would_lift"][0]["blocks_per_sm"], 5);
  EXPECT_EQ(root["would_lift"][0]["occupancy_percent"], 62.5);
  EXPECT_EQ(root["would_lift"][0]["together_with"][0]["parameter"], "shared");
}

TEST_F(OccupancyCommand, AnswersForWhatCannotBeLaunchedAndSaysThatItIsAnError) {
  const auto root = json_of("--threads 1024 --registers 65");
  EXPECT_EQ(root["blocks_per_sm"], 0);
  EXPECT_EQ(root["cannot_launch"], "1024 threads of 65 registers, at most 65536 registers per block");
  EXPECT_EQ(root["limiters"], nlohmann::json({"registers"}));
  EXPECT_EQ(root["would_lift"][0]["value"], 64);
  const Outcome large = of("--threads 1025 --registers 300 --shared 227Ki");
  EXPECT_EQ(large.code, 2);
  EXPECT_THAT(large.err,
              HasSubstr("error: such a block cannot be launched: 1025 threads per block, at most 1024; 300 "));
  EXPECT_THAT(large.out, HasSubstr("cannot launch   1025 threads per block, at most 1024; 300 registers per thread,\n"
                                   "                at most 255\n"));
}

TEST_F(OccupancyCommand, TakesACarveoutInPercentOrBytes) {
  for (const char* size : {"28", "28%", "65536", "64Ki", "50000"}) {
    EXPECT_EQ(json_of(std::string("--threads 64 --registers 16 --carveout ") + size)["carveout_bytes"], 65536) << size;
  }
  EXPECT_THAT(of("--threads 64 --registers 16 --carveout 229Ki").err,
              HasSubstr("error: --carveout: 229Ki is more than the shared memory of an SM\nrooflens: hint: compute "
                        "capability 9.0 has carve-outs of 0, 8, 16, "));
  EXPECT_EQ(of("--threads 64 --registers 16 --carveout 101%").code, 2);
}

TEST_F(OccupancyCommand, SaysHowToGetMoreThan48Kib) {
  const char* way = "cudaFuncAttributeMaxDynamicSharedMemorySize";
  EXPECT_THAT(of("--threads 64 --registers 16 --shared 48Ki").out, Not(HasSubstr(way)));
  EXPECT_THAT(of("--threads 64 --registers 16 --shared 49Ki").out, HasSubstr(way));
}

TEST_F(OccupancyCommand, RefusesWhatIsNoNumber) {
  for (const char* words :
       {"", "--threads 64", "--registers 16", "--threads x --registers 16", "--threads 0 --registers 16",
        "--threads -64 --registers 16", "--threads 64 --registers -1", "--threads 64 --registers 16 --shared -1",
        "--threads 64 --registers 16 --shared 1.5", "--threads 64 --registers 16 more"}) {
    const Outcome outcome = of(words);
    EXPECT_EQ(outcome.code, 2) << words;
    EXPECT_THAT(outcome.err, HasSubstr("rooflens: hint: ")) << words;
    EXPECT_EQ(outcome.out, "") << words;
  }
}

}  // namespace
}  // namespace rooflens::cli

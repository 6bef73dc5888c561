// The overview, help, and how errors are told.
#include "profiler/cli/command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "kernels/catalogue.hpp"
#include "profiler/cli/options/help_text.hpp"
#include "tests/cli/fake_backend.hpp"

namespace rooflens::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class CommandLine : public ::testing::Test {
 protected:
  [[nodiscard]] Outcome of(const Arguments& arguments) const { return dispatched(backend_, arguments); }
  FakeBackend backend_;
};

TEST_F(CommandLine, WithoutArgumentsIsAUsageError) {
  const Outcome outcome = of({});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("usage: rooflens COMMAND"));
}

TEST_F(CommandLine, OverviewNamesEveryCommandInItsGroupAndExitCodes) {
  for (const char* word : {"--help", "-h", "help"}) {
    const Outcome outcome = of({word});
    EXPECT_EQ(outcome.code, 0);
    for (const Command& command : commands()) {
      const auto line = HasSubstr("\n  " + std::string(command.name) + " ");
      EXPECT_EQ(::testing::Matches(line)(outcome.out), !command.group.empty()) << command.name;
      EXPECT_THAT(outcome.out, HasSubstr("\n" + std::string(command.group)));
    }
    EXPECT_THAT(outcome.out, HasSubstr("\nstart:\n  doctor "));
    EXPECT_THAT(outcome.out, HasSubstr("\nexamples:\n  rooflens profile ./app"));
    EXPECT_THAT(outcome.out, HasSubstr("0 ok, 1 failure, 2 usage, 3 verification or gate failed, 4 no GPU"));
  }
}

TEST_F(CommandLine, EveryCommandExplainsItself) {
  for (const Command& command : commands()) {
    const std::string name(command.name);
    const Outcome outcome = of({name, "--help"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.err, IsEmpty());
    // One command has two names.
    const Command& called = name == "roofs" ? *std::ranges::find(commands(), "ceilings", &Command::name) : command;
    const std::string says(called.name);
    EXPECT_THAT(outcome.out,
                StartsWith("rooflens " + says + ": " + std::string(called.summary) + "\n\nusage: rooflens " + says));
    EXPECT_THAT(outcome.out, HasSubstr("\n  -h, --help "));
    EXPECT_THAT(outcome.out, HasSubstr("\nexamples:\n  "));
    for (const Arguments& other :
         {Arguments{"help", name}, Arguments{name, "-h"}, Arguments{name, "--bogus", "--help"}}) {
      EXPECT_EQ(of(other).out, outcome.out);
    }
  }
}

TEST_F(CommandLine, HelpIsShort) {
  for (const Command& command : commands()) {
    const std::string name(command.name);
    Streams streams{std::cout, std::cerr};
    streams.take_options = [&](const OptionTable& table) {
      const std::string_view examples = table.help().examples;
      EXPECT_EQ(std::ranges::count(examples, '\n'), 2) << name;
      for (const Option& option : table.options()) EXPECT_LE(cell(option).size(), kMostHelp) << name << option.name;
    };
    EXPECT_EQ(command.run(backend_, {}, streams), 0);
    for (const char* help : {"--help", "--help-all"}) {
      std::istringstream lines(of({name, help}).out);
      for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
    }
  }
}

TEST_F(CommandLine, HelpAllAddsWhatIsSeldomNeeded) {
  const std::string usual = of({"run", "--help"}).out;
  const std::string all = of({"run", "--help-all"}).out;
  EXPECT_THAT(usual, HasSubstr("--help-all"));
  EXPECT_THAT(usual, Not(HasSubstr("--no-sass")));
  EXPECT_THAT(all, HasSubstr("      --no-sass  "));
  EXPECT_THAT(all, Not(HasSubstr("--help-all"))) << "there is nothing more";
  EXPECT_THAT(of({"report", "--help"}).out, Not(HasSubstr("--help-all"))) << "it has nothing to add";
}

// The commands that have an option of this name spell it, and say it, alike.
TEST_F(CommandLine, OneOptionMeansOneThing) {
  std::map<std::string, char> letters;
  for (const Command& command : commands()) {
    Streams streams{std::cout, std::cerr};
    streams.take_options = [&](const OptionTable& table) {
      for (const Option& option : table.options()) {
        const auto [known, added] = letters.emplace(option.name, option.letter);
        EXPECT_EQ(known->second, option.letter) << command.name << " --" << option.name;
      }
    };
    command.run(backend_, {}, streams);
  }
  for (const char* renamed : {"device", "devices", "machine", "replay", "skip", "count", "collector", "after"})
    EXPECT_FALSE(letters.contains(renamed)) << renamed;
}

TEST_F(CommandLine, SuggestsTheNearestCommand) {
  EXPECT_EQ(of({"raport"}).code, 2);
  EXPECT_EQ(of({"raport"}).err,
            "rooflens: error: there is no command `raport`\n"
            "rooflens: hint: did you mean `report`? `rooflens --help` lists them\n");
  EXPECT_EQ(of({"bogus"}).err,
            "rooflens: error: there is no command `bogus`\nrooflens: hint: `rooflens --help` lists them\n");
  EXPECT_EQ(of({"help", "bogus"}).code, 2);
}

TEST_F(CommandLine, RefusesAnOptionBeforeTheCommand) {
  const Outcome outcome = of({"--force", "run"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("error: there is no option `--force` before a command\nrooflens: hint: "));
}

TEST_F(CommandLine, EveryUsageErrorHasAHint) {
  for (const Arguments& arguments :
       {Arguments{"nonsense"}, Arguments{"devices", "nonsense"}, Arguments{"devices", "--format", "xml"},
        Arguments{"doctor", "now"}, Arguments{"list", "nonsense"}, Arguments{"list", "kernels", "counters"},
        Arguments{"list", "--chip", "GH100"}, Arguments{"run", "--repetitions", "1"}, Arguments{"report"},
        Arguments{"report", "a", "b"}, Arguments{"plot", "a", "-o", "b.png", "--size", "big"}}) {
    const Outcome outcome = of(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_THAT(outcome.err, StartsWith("rooflens: error: "));
    EXPECT_THAT(outcome.err, HasSubstr("\nrooflens: hint: "));
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

TEST_F(CommandLine, ListsKernelsForPrograms) {
  const auto list = nlohmann::json::parse(of({"list", "kernels", "--format", "json"}).out);
  ASSERT_TRUE(list.is_array());
  ASSERT_EQ(list.size(), kernels::catalogue().size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(list[i]["name"], kernels::catalogue()[i]->name);
    EXPECT_EQ(list[i]["family"], kernels::catalogue()[i]->family());
    EXPECT_TRUE(list[i]["summary"].is_string());
    ASSERT_TRUE(list[i]["parameters"].is_array());
    for (const auto& parameter : list[i]["parameters"]) {
      EXPECT_LE(parameter["minimum"], parameter["default"]);
      EXPECT_LE(parameter["default"], parameter["maximum"]);
    }
  }
}

TEST_F(CommandLine, ListsCountersWithTheirPasses) {
  const auto list = nlohmann::json::parse(of({"list", "counters", "--format", "json"}).out);
  EXPECT_EQ(list["passes"][0]["chip"], "FAKE");
  EXPECT_EQ(list["passes"][0]["quick"], 2);
  EXPECT_GT(list["quick"].size(), 40U);
  EXPECT_THAT(of({"list", "counters"}).out,
              HasSubstr("  FAKE                 2       1       1       3  dram__bytes.sum\n"));
}

TEST_F(CommandLine, RefusesAnUnknownChip) {
  const Outcome outcome = of({"list", "counters", "--chip", "NOPE"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "rooflens: error: CUPTI knows no chip named NOPE\nrooflens: hint: chips: FAKE\n");
}

TEST_F(CommandLine, DescribesTheDevices) {
  const auto list = nlohmann::json::parse(of({"devices", "--format", "json"}).out);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0]["name"], "NVIDIA H200");
  EXPECT_EQ(list[0]["sm_clock_now_hz"], 1.98e9);
  EXPECT_FALSE(list[0].contains("memory_clock_now_hz")) << "unknown has no key, and is not zero";
  EXPECT_EQ(list[0]["sm_count"], 132);
  EXPECT_EQ(list[0]["counters_for_admins_only"], true);
  EXPECT_EQ(list[0]["ceilings"]["memory"].back()["level"], "dram");
  EXPECT_THAT(of({"devices"}).out, HasSubstr("0: NVIDIA H200\n"));
  EXPECT_THAT(of({"devices"}).out, HasSubstr("administrators only"));
  EXPECT_THAT(of({"devices"}).out, HasSubstr("132 SM x 4 inst/clk x 1.980 GHz"));
  EXPECT_THAT(of({"devices"}).out, HasSubstr("quoted at another clock: TF32 tensor 495 TFLOP/s, BF16 tensor 989"));
}

TEST_F(CommandLine, SaysWhatIsNotKnownOfABoardInNoTable) {
  backend_.machine.device.name = "NVIDIA H20";
  backend_.machine.device.sm_count = 78;
  const std::string text = of({"devices"}).out;
  EXPECT_THAT(text, HasSubstr("unknown: tensor rates: NVIDIA H20 with 78 SMs is in no table"));
  EXPECT_THAT(text, HasSubstr("78 SM x 256 FLOP/clk"));
  EXPECT_THAT(text, Not(HasSubstr("FP8 tensor")));
  const auto list = nlohmann::json::parse(of({"devices", "--format", "json"}).out);
  EXPECT_FALSE(list[0].contains("gpu_model"));
  EXPECT_EQ(list[0]["unknown_ceilings"].size(), 2U);
}

}  // namespace
}  // namespace rooflens::cli

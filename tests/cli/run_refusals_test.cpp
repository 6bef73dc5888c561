// What `rooflens run` refuses, with which exit code and words, and that it refuses before anything was prepared and
// leaves files alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RunRefusal : public ::testing::Test {
 protected:
  Outcome run(Arguments arguments) {
    arguments.insert(arguments.begin(), "run");
    const Outcome outcome = dispatched(backend_, arguments);
    EXPECT_THAT(backend_.log.prepared, IsEmpty()) << "refused after a kernel was prepared";
    EXPECT_THAT(outcome.out, IsEmpty());
    return outcome;
  }
  // Writes into the scratch folder, and nothing must be left there.
  Outcome run_here(Arguments arguments) {
    arguments.insert(arguments.end(), {"-o", path_});
    const Outcome outcome = run(arguments);
    EXPECT_TRUE(fs::is_empty(folder_.path())) << "left a file";
    return outcome;
  }
  void expect_usage_error(const Arguments& arguments, const std::string& error, const std::string& hint = {}) {
    const Outcome outcome = run_here(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("rooflens: error: " + error));
    EXPECT_THAT(outcome.err, HasSubstr("\nrooflens: hint: " + hint));
  }

  FakeBackend backend_;
  ScratchFolder folder_;
  std::string path_ = folder_ / "a.rlens";
};

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

std::string read(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST_F(RunRefusal, OfAnUnknownKernelNamesTheNearest) {
  expect_usage_error({"gem/tiled"}, "no kernel matches `gem/tiled`\n", "did you mean gemm/tiled");
  expect_usage_error({"nothing/*"}, "no kernel matches `nothing/*`\n");
  expect_usage_error({""}, "no kernel matches ``\n");
}

TEST_F(RunRefusal, OfOneGlobOfSeveral) { expect_usage_error({"copy/*", "kopy/*"}, "no kernel matches `kopy/*`\n"); }

TEST_F(RunRefusal, OfASizeOutOfRange) {
  const std::string limits = ": vector_add/one-d takes n from 1 to 8589934592\n";
  expect_usage_error({"vector_add/*", "--set", "n=0"}, "n = 0 is out of range" + limits, "choose kernels");
  expect_usage_error({"vector_add/*", "--set", "n=-1"}, "n = -1 is out of range" + limits);
  expect_usage_error({"vector_add/*", "--set", "n=9223372036854775807"}, "n = 9223372036854775807 is out of range");
  expect_usage_error({"vector_add/*", "--set", "n=1024,0"}, "n = 0 is out of range" + limits);
}

TEST_F(RunRefusal, OfASizeThatNoIntegerHolds) {
  expect_usage_error({"--set", "n=9223372036854775808"}, "--set n: 9223372036854775808 is too large\n");
  expect_usage_error({"--set", "n=-9223372036854775809"}, "--set n: -9223372036854775809 is too large\n");
  expect_usage_error({"--set", "n=8589934592Gi"}, "--set n: 8589934592Gi is too large\n");
}

TEST_F(RunRefusal, OfASizeThatIsNoNumber) {
  for (const char* value : {"abc", "1e6", "4.5", "0x10", "4K", "4 ", " 4", "+4", "--4", "Ki", "4Ki4", "\xC3\xA4"}) {
    expect_usage_error({"--set", std::string("n=") + value},
                       std::string("--set n takes a whole number (suffixes Ki, Mi, Gi), not `") + value + "`\n");
  }
}

TEST_F(RunRefusal, OfASettingThatIsNone) {
  for (const char* setting : {"n", "=4", "n=", "", "="}) {
    expect_usage_error({"--set", setting}, std::string("--set takes NAME=VALUE[,VALUE...], not `") + setting + "`\n");
  }
  expect_usage_error({"--set", "n=4,"}, "--set n takes a whole number (suffixes Ki, Mi, Gi), not ``\n");
}

TEST_F(RunRefusal, OfTwoSettingsOfOneParameter) {
  expect_usage_error({"--set", "n=4", "--set", "n=8"}, "--set gives n twice\n", "separate several values with commas");
}

TEST_F(RunRefusal, OfAParameterThatNoChosenKernelHas) {
  expect_usage_error({"copy/*", "--set", "threads=4"}, "none of the chosen kernels has a parameter `threads`\n",
                     "`rooflens list` shows the parameters");
}

TEST_F(RunRefusal, OfMoreMemoryThanTheDeviceHasNamesBothSizes) {
  backend_.machine.free_memory = models::Bytes(8.0 * 1024 * 1024 * 1024);
  expect_usage_error({"vector_add/one-d", "--set", "n=1Gi"},
                     "vector_add/one-d needs 12 GiB of DRAM, NVIDIA H200 has 8 GiB free\n",
                     "choose a smaller size: `--set n=...`");
}

TEST_F(RunRefusal, OfOptionsThatMakeNoSense) {
  const std::string shows = "`rooflens run --help` shows the options";
  expect_usage_error({"--bogus"}, "run has no option --bogus\n", shows);
  expect_usage_error({"--repet", "30"}, "run has no option --repet\n", "did you mean --repetitions? " + shows);
  expect_usage_error({"--foo"}, "run has no option --foo\n", shows);
  expect_usage_error({"--cach=warm"}, "run has no option --cach=warm\n", "did you mean --cache? " + shows);
  expect_usage_error({"--format"}, "the required argument for option '--format' is missing\n", shows);
  expect_usage_error({"--gpu", "0", "--gpu", "1"}, "--gpu is given more than once\n", shows);
  expect_usage_error({"--cache", "hot"}, "--cache takes one of cold, warm, not `hot`\n");
  expect_usage_error({"--replay-mode", "application"}, "--replay-mode takes one of user, kernel, not `application`\n");
  expect_usage_error({"--format", "html"}, "--format takes one of text, json, none, not `html`\n");
}

TEST_F(RunRefusal, OfNumbersOutOfRange) {
  expect_usage_error({"--repetitions", "5"}, "--repetitions takes a number from 20 to 100000, not 5\n");
  expect_usage_error({"--repetitions", "100001"}, "--repetitions takes a number from 20 to 100000, not 100001\n");
  expect_usage_error({"--repetitions", "many"}, "--repetitions takes a whole number");
  expect_usage_error({"--gpu", "-1"}, "--gpu takes a number from 0 to 1024, not -1\n");
  expect_usage_error({"--gpu=-1"}, "--gpu takes a number from 0 to 1024, not -1\n");
}

TEST_F(RunRefusal, OfAnOutputThatIsAReport) {
  const Outcome outcome = run({"-o", folder_ / "page.html"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("run writes a session (.rlens), not .html"));
}

TEST_F(RunRefusal, OfAnOutputThatExistsLeavesItAlone) {
  write(path_, "precious");
  const Outcome outcome = run({"-o", path_});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "rooflens: error: " + path_ + " exists already\nrooflens: hint: --force overwrites it\n");
  EXPECT_EQ(read(path_), "precious");
  EXPECT_THAT(backend_.log.collectors, IsEmpty()) << "a collector was opened first";
}

TEST_F(RunRefusal, OfAnOutputThatCannotBeWritten) {
  const Outcome missing = run({"-o", folder_ / "no/such/a.rlens"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err,
              AllOf(HasSubstr("error: there is no directory "), HasSubstr("hint: create it first: mkdir -p ")));
  const Outcome folder = run({"-o", folder_.path().string(), "--force"});
  EXPECT_EQ(folder.code, 1);
  EXPECT_THAT(folder.err, HasSubstr(" is a directory\nrooflens: hint: name a file in it\n"));
  const Outcome slash = run({"-o", path_ + "/"});
  EXPECT_EQ(slash.code, 1);
  const Outcome device = run({"-o", "/dev/null", "--force"});
  EXPECT_EQ(device.code, 1);
  EXPECT_THAT(device.err, HasSubstr("/dev/null is not a regular file"));
  const Outcome closed = run({"-o", "/proc/a.rlens"});  // closed to root as well
  EXPECT_EQ(closed.code, 1);
  EXPECT_THAT(closed.err, HasSubstr("error: cannot write /proc/a.rlens: "));
  EXPECT_EQ(run({"-o", ""}).code, 2);
  EXPECT_THAT(backend_.log.collectors, IsEmpty()) << "a collector was opened first";
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(RunRefusal, OfCountersByTheDriverNamesThreeWaysOut) {
  backend_.machine.before_collector = [] {
    throw collect::PermissionDenied("CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35)");
  };
  const Outcome outcome = run_here({"copy/float4"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("error: the driver does not permit this user to read counters: "
                                     "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35)\nrooflens: hint: "));
  for (const char* way :
       {"  1. run as root", "CAP_PERFMON", "  2. for every user", "NVreg_RestrictProfilingToAdminUsers=0",
        "  3. in a container", "--cap-add=SYS_ADMIN", "--no-counters"}) {
    EXPECT_THAT(outcome.err, HasSubstr(way));
  }
}

TEST_F(RunRefusal, OfCountersByTheDriverLeavesAnOldSessionAlone) {
  write(path_, "precious");
  backend_.machine.before_collector = [] { throw collect::PermissionDenied("no"); };
  EXPECT_EQ(run({"copy/float4", "--force", "-o", path_}).code, 4);
  EXPECT_EQ(read(path_), "precious");
}

TEST_F(RunRefusal, OfCountersDuringTheRunIsNoOrdinaryFailure) {
  backend_.machine.answer = [](std::size_t, const collect::Request&) -> collect::Capture {
    throw collect::PermissionDenied("while enabling");
  };
  const Outcome outcome = dispatched(backend_, {"run", "copy/float4", "-o", path_});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("  1. run as root"));
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(RunRefusal, WithoutADeviceOrCupti) {
  backend_.machine.before_collector = [] { throw collect::Unavailable("libcupti was not found", "install it"); };
  const Outcome without_cupti = run_here({"copy/float4"});
  EXPECT_EQ(without_cupti.code, 4);
  EXPECT_EQ(without_cupti.err, "rooflens: error: libcupti was not found\nrooflens: hint: install it\n");
  EXPECT_EQ(run_here({"--gpu", "7"}).code, 4);
  backend_.machine.any_device = false;
  const Outcome without_device = run_here({"copy/float4"});
  EXPECT_EQ(without_device.code, 4);
  EXPECT_EQ(without_device.err, "rooflens: error: there is no fake GPU\nrooflens: hint: plug one in\n");
}

}  // namespace
}  // namespace rooflens::cli

// The command lines of `rooflens nsight`, pasted into a shell where a script stands for the tool.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "models/counters/counter_group.hpp"
#include "profiler/actions/nsight/nsight_line.hpp"
#include "profiler/actions/nsight_tool.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

// A script that writes its arguments down, a line each, and ends with 7.
void make_tool(const fs::path& file, const std::string& said) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" << said << "'\nexit 7\n";
  fs::permissions(file, fs::perms::owner_all);
}

Arguments lines_of(const std::string& file) {
  std::ifstream stream(file);
  Arguments lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class Nsight : public ::testing::Test {
 protected:
  Nsight() {
    make_tool(folder_ / "bin/ncu", folder_ / "said");
    make_tool(folder_ / "bin/nsys", folder_ / "said");
    setenv("PATH", ((folder_ / "bin:") + path_).c_str(), 1);
  }
  ~Nsight() override { setenv("PATH", path_.c_str(), 1); }

  Outcome nsight(Arguments arguments) {
    arguments.insert(arguments.begin(), "nsight");
    return dispatched(backend_, arguments);
  }

  // The arguments that the tool gets when the printed line is pasted into a shell.
  Arguments pasted(const Arguments& arguments) {
    const Outcome outcome = nsight(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1) << outcome.out;
    const int status = std::system(outcome.out.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 7) << outcome.out;
    return lines_of(folder_ / "said");
  }

  // The word after each `option`.
  static Arguments after(const Arguments& words, const std::string& option) {
    Arguments found;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i] == option) found.push_back(words[i + 1]);
    }
    return found;
  }

  // From the program on, which is this test.
  static Arguments profiled(const Arguments& words) {
    const auto run = std::find(words.begin(), words.end(), "run");
    EXPECT_NE(run, words.end());
    EXPECT_EQ(*(run - 1), fs::read_symlink("/proc/self/exe").string());
    return {run, words.end()};
  }

  ScratchFolder folder_;
  std::string path_ = getenv("PATH");
  FakeBackend backend_;
};

TEST_F(Nsight, PicksTheVerifiedLaunchOfEachChosenKernel) {
  const Arguments words = pasted({"ncu", "gemm/tiled", "triad/one-d", "triad/float4"});
  EXPECT_THAT(words, Contains("--nvtx"));
  EXPECT_THAT(after(words, "--nvtx-include"),
              ElementsAre("rooflens@triad\\/one-d/verify]", "rooflens@triad\\/float4/verify]",
                          "rooflens@gemm\\/tiled/verify]"));
}

TEST_F(Nsight, PicksEveryVerifiedLaunchOfTheWholeCatalogue) {
  EXPECT_THAT(after(pasted({"ncu"}), "--nvtx-include"), ElementsAre("rooflens@verify]"));
  EXPECT_THAT(after(pasted({}), "--nvtx-include"), ElementsAre("rooflens@verify]")) << "ncu is the default";
}

TEST_F(Nsight, RunsTheKernelsWithoutACollector) {
  const Arguments words = profiled(pasted({"ncu", "gemm/*", "--set", "n=128", "--gpu", "1"}));
  EXPECT_THAT(Arguments(words.begin(), words.begin() + 11),
              ElementsAre("run", "gemm/*", "--set", "n=128", "--no-counters", "--repetitions", "20", "--format", "none",
                          "--gpu", "1"));
  const Arguments temporary = profiled(pasted({"ncu", "copy/float4"}));
  EXPECT_THAT(temporary.back(), "--force");
  EXPECT_THAT(after(temporary, "--output"),
              ElementsAre(EndsWith("rooflens-nsight-" + std::to_string(getpid()) + ".rlens")));
}

TEST_F(Nsight, AsksNcuForTheCountersOfTheGroupQuickAlone) {
  std::string expected;
  for (const models::WantedCounter& counter : models::quick_group().counters) {
    expected += (expected.empty() ? "" : ",") + std::string(counter.name);
  }
  const Arguments words = pasted({"ncu", "copy/*"});
  EXPECT_THAT(after(words, "--metrics"), ElementsAre(expected));
  EXPECT_THAT(words, Not(Contains("--set")));
  EXPECT_THAT(after(words, "--clock-control"), ElementsAre("none"));
  EXPECT_THAT(after(words, "--cache-control"), ElementsAre("none"));
  EXPECT_THAT(after(words, "--target-processes"), ElementsAre("all"));
  EXPECT_THAT(after(words, "--export"), ElementsAre("rooflens.ncu-rep"));
}

TEST_F(Nsight, TakesASectionSetOfNcuInstead) {
  const Arguments words =
      pasted({"ncu", "copy/*", "--sections", "full", "--set", "n=64", "-o", "a b.ncu-rep", "--force"});
  EXPECT_THAT(after(words, "--set"), ElementsAre("full", "n=64"));
  EXPECT_THAT(words, Not(Contains("--metrics")));
  EXPECT_THAT(after(words, "--export"), ElementsAre("a b.ncu-rep"));
  EXPECT_THAT(words, Contains("--force-overwrite"));
}

TEST_F(Nsight, TracesCatalogueKernelsWithNsys) {
  const Arguments words = pasted({"nsys", "copy/*", "-o", "timeline"});
  EXPECT_THAT(
      Arguments(words.begin(), words.begin() + 4),
      ElementsAre("profile", "--trace=cuda,nvtx", "--nvtx-domain-include=rooflens", "--output=timeline.nsys-rep"));
  EXPECT_EQ(profiled(words).at(1), "copy/*");
}

TEST_F(Nsight, HandsNcuTheFiltersOfAnApplication) {
  const Arguments words = pasted({"ncu", "-k", "gemm|it's <[a-z]+>", "-s", "2", "-c", "3", "--gpu", "1", "--", "./app",
                                  "--kernel", "two words", "$HOME"});
  EXPECT_THAT(after(words, "--kernel-name"), ElementsAre("regex:gemm|it's <[a-z]+>"));
  EXPECT_THAT(after(words, "--kernel-name-base"), ElementsAre("demangled"));
  EXPECT_THAT(after(words, "--launch-skip"), ElementsAre("2"));
  EXPECT_THAT(after(words, "--launch-count"), ElementsAre("3"));
  EXPECT_THAT(after(words, "--devices"), ElementsAre("1"));
  EXPECT_THAT(words, Not(Contains("--nvtx")));
  EXPECT_THAT(Arguments(words.end() - 4, words.end()), ElementsAre("./app", "--kernel", "two words", "$HOME"));
}

TEST_F(Nsight, FindsARangeOfAnApplicationHoweverItWasMade) {
  EXPECT_THAT(after(pasted({"ncu", "--nvtx-include", "epoch", "--", "./app"}), "--nvtx-include"),
              ElementsAre("epoch/", "epoch"));
  EXPECT_THAT(after(pasted({"ncu", "--nvtx-include", "my,domain@a/b[0]", "--", "./app"}), "--nvtx-include"),
              ElementsAre("my\\,domain@a\\/b\\[0\\]/", "my\\,domain@a\\/b\\[0\\]", "my\\,domain@a/b\\[0\\]"));
}

TEST_F(Nsight, SaysWhatNsysCannotDoForAnApplication) {
  const Arguments arguments{"nsys", "--nvtx-include", "d@epoch", "--gpu", "2", "--", "./app", "1"};
  const Arguments words = pasted(arguments);
  EXPECT_THAT(words, Contains("--nvtx-capture=epoch@d"));
  EXPECT_THAT(words, Contains("--capture-range-end=stop")) << "or nsys ends the application";
  EXPECT_THAT(words, Not(Contains(HasSubstr("--nvtx-domain-include"))));
  EXPECT_THAT(Arguments(words.end() - 2, words.end()), ElementsAre("./app", "1"));
  EXPECT_THAT(nsight(arguments).err, HasSubstr("CUDA_VISIBLE_DEVICES=2"));
  EXPECT_EQ(nsight({"nsys", "--kernel", "x", "--", "./app"}).code, 2);
  EXPECT_EQ(nsight({"nsys", "--sections", "full", "--", "./app"}).code, 2);
}

TEST_F(Nsight, RefusesWhatMakesNoSense) {
  const auto refused = [&](const Arguments& arguments) {
    const Outcome outcome = nsight(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.out, IsEmpty());
    return outcome.err;
  };
  EXPECT_THAT(refused({"nvprof"}), HasSubstr("`nvprof` is neither a tool nor a kernel"));
  EXPECT_THAT(refused({"nvprof", "--", "./app"}), HasSubstr("nsight takes ncu or nsys before --, not `nvprof`"));
  EXPECT_THAT(refused({"ncu", "gem/tiled"}), HasSubstr("did you mean gemm/tiled"));
  EXPECT_THAT(refused({"ncu", "--"}), HasSubstr("which application?"));
  EXPECT_THAT(refused({"ncu", "--kernel", "(", "--", "./app"}), HasSubstr("`(` goes wrong at character 1"));
  EXPECT_THAT(refused({"ncu", "-c", "0", "--", "./app"}), HasSubstr("--launch-count takes a number from 1"));
  EXPECT_THAT(refused({"ncu", "copy/*", "--launch-skip", "1"}), HasSubstr("launches of an application"));
  EXPECT_THAT(refused({"ncu", "copy/*", "--set", "rows=1"}), HasSubstr("parameter `rows`"));
  EXPECT_THAT(refused({"ncu", "copy/*", "--set", "full"}), HasSubstr("--set takes NAME=VALUE"));
}

TEST_F(Nsight, SaysWhatToDoWithASession) {
  const std::string samples = ROOFLENS_SOURCE_DIR "/samples/";
  const auto hint = [&](Arguments arguments, const std::string& tool) {
    const std::string session = arguments.back();
    const Outcome outcome = nsight(std::move(arguments));
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.out, IsEmpty());
    const std::string what =
        "rooflens: error: " + session + " is a session: it holds what was recorded, not a program ";
    EXPECT_THAT(outcome.err, StartsWith(what + "that " + tool + " could run\nrooflens: hint: "));
    return outcome.err.substr(outcome.err.find("hint: "));
  };
  const std::string give = "hint: give the application that it was recorded from: `rooflens nsight ";
  const std::string ranges = " --nvtx-include forward -- APP`; its NVTX ranges: backward, forward, optimizer\n";
  EXPECT_EQ(hint({"ncu", samples + "training.rlens"}, "ncu"), give + "ncu" + ranges);
  EXPECT_EQ(hint({"nsys", "--", samples + "training.rlens"}, "nsys"), give + "nsys" + ranges);
  EXPECT_EQ(hint({"ncu", "--nvtx-include", "forward", samples + "training.rlens"}, "ncu"), give + "ncu" + ranges);
  EXPECT_EQ(hint({samples + "lines.rlens"}, "ncu"), give + "ncu -- APP`\n");
  EXPECT_EQ(hint({"ncu", "copy/*", samples + "demo.rlens"}, "ncu"),
            "hint: its kernels are built in: `rooflens nsight ncu vector_add/one-d` takes them by name\n");
}

TEST_F(Nsight, SaysWhatIsWrongWithASessionThatCannotBeRead) {
  std::ofstream(folder_ / "text.rlens") << "kernel\n";
  EXPECT_THAT(nsight({"ncu", folder_ / "text.rlens"}).err, HasSubstr("text.rlens' is not a rooflens session"));
  std::ofstream(folder_ / "program") << "kernel\n";
  EXPECT_THAT(nsight({"ncu", folder_ / "program"}).err, HasSubstr("no kernel matches"));
}

TEST_F(Nsight, BecomesTheToolWithRun) {
  const std::string report = folder_ / "report";
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(nsight({"nsys", "--run", "-o", report, "--", "./app"}).code);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 7) << "the tool's exit code";
  EXPECT_THAT(lines_of(folder_ / "said"),
              ElementsAre("profile", "--trace=cuda,nvtx", "--output=" + report + ".nsys-rep", "./app"));
}

TEST_F(Nsight, RunsNothingOverAnOldReport) {
  std::ofstream(folder_ / "report.ncu-rep") << "old";
  const Outcome outcome = nsight({"ncu", "--run", "-o", folder_ / "report", "--", "./app"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("report.ncu-rep exists already"));
}

class NsightPlaces : public ::testing::Test {
 protected:
  actions::NsightSearch search() { return {.path = folder_ / "empty:", .cuda_home = "", .root = folder_.path()}; }
  ScratchFolder folder_;
};

TEST_F(NsightPlaces, PrefersPathThenTheToolkitThenTheNewestVersion) {
  actions::NsightSearch where = search();
  EXPECT_FALSE(actions::find_nsight("ncu", where));
  make_tool(folder_ / "opt/nvidia/nsight-compute/2024.3.2/ncu", "");
  make_tool(folder_ / "opt/nvidia/nsight-compute/2025.10.0/ncu", "");
  make_tool(folder_ / "opt/nvidia/nsight-compute/2025.9.0/ncu", "");
  EXPECT_EQ(actions::find_nsight("ncu", where)->call, folder_ / "opt/nvidia/nsight-compute/2025.10.0/ncu");
  make_tool(folder_ / "toolkit/nsight-compute-2025.1/ncu", "");
  where.cuda_home = folder_ / "toolkit";
  EXPECT_EQ(actions::find_nsight("ncu", where)->call, folder_ / "toolkit/nsight-compute-2025.1/ncu");
  make_tool(folder_ / "bin/ncu", "");
  where.path += folder_ / "bin";
  EXPECT_EQ(actions::find_nsight("ncu", where)->call, "ncu");
  EXPECT_EQ(actions::find_nsight("ncu", where)->file, folder_ / "bin/ncu");
}

TEST_F(NsightPlaces, FindsNsysInTheFoldersOfItsPackages) {
  make_tool(folder_ / "opt/nvidia/nsight-systems-cli/2025.1.1/target-linux-x64/nsys", "");
  EXPECT_THAT(actions::find_nsight("nsys", search())->call,
              EndsWith("nsight-systems-cli/2025.1.1/target-linux-x64/nsys"));
  make_tool(folder_ / "usr/local/cuda-13.0/bin/nsys", "");
  EXPECT_THAT(actions::find_nsight("nsys", search())->call, EndsWith("usr/local/cuda-13.0/bin/nsys"));
}

TEST_F(NsightPlaces, SkipsWhatCannotBeExecuted) {
  make_tool(folder_ / "bin/ncu", "");
  fs::permissions(folder_ / "bin/ncu", fs::perms::owner_read);
  actions::NsightSearch where = search();
  where.path = folder_ / "bin";
  EXPECT_FALSE(actions::find_nsight("ncu", where));
}

TEST_F(NsightPlaces, NamesThePlacesOfAMissingTool) {
  actions::NsightSearch where = search();
  where.cuda_home = "/opt/toolkit";
  EXPECT_THAT(actions::looked_for_nsight("ncu", where),
              HasSubstr("neither on PATH nor in /opt/toolkit/{bin,nsight-compute*}"));
  EXPECT_THAT(actions::looked_for_nsight("nsys", where), HasSubstr("opt/nvidia/nsight-systems*"));
  EXPECT_THAT(actions::how_to_get_nsight("ncu"), HasSubstr("install Nsight Compute"));
}

// Where neither is installed, the command is printed all the same, and not run.
TEST(NsightMissing, PrintsTheCommandButCannotRunIt) {
  const ScratchFolder folder;
  const std::string path = getenv("PATH");
  setenv("PATH", folder.path().c_str(), 1);
  const bool elsewhere = actions::find_nsight("ncu", actions::nsight_search()).has_value();
  const Outcome printed = dispatched(FakeBackend{}, {"nsight", "ncu", "--", "./app"});
  const Outcome refused = elsewhere ? Outcome{} : dispatched(FakeBackend{}, {"nsight", "ncu", "--run", "--", "./app"});
  setenv("PATH", path.c_str(), 1);
  if (elsewhere) GTEST_SKIP() << "ncu is installed here";
  EXPECT_EQ(printed.code, 0);
  EXPECT_THAT(printed.out, EndsWith("--export rooflens.ncu-rep ./app\n"));
  EXPECT_THAT(printed.err, HasSubstr("rooflens: hint: ncu is not installed here"));
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.out, IsEmpty());
  EXPECT_THAT(refused.err, HasSubstr("error: ncu cannot be found: it is neither on PATH"));
  EXPECT_THAT(refused.err, HasSubstr("hint: install Nsight Compute"));
}

}  // namespace
}  // namespace rooflens::cli

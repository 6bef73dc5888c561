// `rooflens compare`: two sessions, or two GPUs of one, in every format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "profiler/actions/command_error.hpp"
#include "profiler/actions/save_recording.hpp"
#include "profiler/cli/command.hpp"
#include "tests/cli/fake_backend.hpp"
#include "tests/cli/scratch_folder.hpp"
#include "tests/fixtures/small_recording.hpp"

namespace rooflens::cli {
namespace {

using fixtures::add_kernel;
using fixtures::small_recording;
using ::testing::HasSubstr;
using ::testing::Not;

struct Said {
  int code;
  std::string out, err;
};

struct CompareCommand : ::testing::Test {
  ScratchFolder folder;
  std::string path(const std::string& name) const { return folder / name; }

  std::string save(const std::string& name, const models::Recording& recording) const {
    actions::save_recording(path(name), recording, true);
    return path(name);
  }
  std::string session(const std::string& name, double time, const std::string& kernel = "x") const {
    models::Recording recording = small_recording();
    add_kernel(recording, kernel, {time, time, time});
    return save(name, recording);
  }
  std::string two_gpus() const {
    models::Recording recording = small_recording();
    recording.machines.push_back(recording.machines.front());
    recording.machines.back().id = 1;
    recording.machines.back().device.name = "Other GPU";
    add_kernel(recording, "x", {2, 2, 2});
    add_kernel(recording, "x", {1, 1, 1}).machine = 1;
    return save("both.rlens", recording);
  }
  static Said compare(const Arguments& arguments) {
    FakeBackend backend;
    std::ostringstream out, err;
    Arguments all{"compare"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const int code = dispatch(backend, all, {.out = out, .err = err, .columns = 80});
    return {code, out.str(), err.str()};
  }
};

TEST_F(CompareCommand, PrintsATable) {
  const Said said = compare({session("a.rlens", 2), session("b.rlens", 1)});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_THAT(said.out, HasSubstr("2.00×"));
  EXPECT_THAT(said.out, HasSubstr("B is faster in 1"));
  EXPECT_EQ(said.err, "");
}

TEST_F(CompareCommand, PrintsJsonAndNothingElse) {
  const Said said = compare({session("a.rlens", 2), session("b.rlens", 1), "--format", "json"});
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json["format"], "rooflens-comparison");
  EXPECT_DOUBLE_EQ(json["pairs"][0]["speedup"], 2);
  EXPECT_EQ(json["pairs"][0]["trend"], "faster");
}

TEST_F(CompareCommand, WritesAPageAndPicturesByTheEnding) {
  const std::string a = session("a.rlens", 2);
  const std::string b = session("b.rlens", 1);
  for (const auto& [file, beginning] :
       {std::pair{"c.html", "<!doctype html>"}, {"c.svg", "<svg"}, {"c.png", "\x89PNG"}}) {
    const Said said = compare({a, b, "-o", path(file)});
    EXPECT_EQ(said.code, kOk) << said.err;
    EXPECT_EQ(said.out, "");
    std::ifstream stream(path(file), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    EXPECT_EQ(bytes.substr(0, std::string(beginning).size()), beginning) << file;
    EXPECT_GT(bytes.size(), 1000u);
  }
  EXPECT_THAT(compare({a, b, "--format", "svg"}).out, HasSubstr("<svg"));
}

TEST_F(CompareCommand, ShapesItsPictureLikeReport) {
  const std::string a = session("a.rlens", 2);
  const std::string b = session("b.rlens", 1);
  EXPECT_THAT(compare({a, b, "--format", "svg", "--size", "700x500"}).out, HasSubstr("width=\"700\" height=\"500\""));
  EXPECT_NE(compare({a, b, "--format", "svg", "--theme", "dark"}).out, compare({a, b, "--format", "svg"}).out);
  EXPECT_NE(compare({a, b, "--format", "svg", "--top", "0"}).out, compare({a, b, "--format", "svg"}).out);
  const Said refused = compare({a, b, "--size", "700"});
  EXPECT_EQ(refused.code, kUsage);
  EXPECT_THAT(refused.err, HasSubstr("--size takes WIDTHxHEIGHT"));
}

TEST_F(CompareCommand, RefusesOptionsOfPicturesWhereNoneIsWritten) {
  const std::string a = session("a.rlens", 2);
  const std::string b = session("b.rlens", 1);
  for (const Arguments& option :
       {Arguments{"--theme", "dark"}, Arguments{"--size", "900x600"}, Arguments{"--top", "3"}}) {
    for (const Arguments& output : {Arguments{}, Arguments{"--format", "json"}, Arguments{"-o", path("c.html")}}) {
      Arguments all{a, b};
      all.insert(all.end(), option.begin(), option.end());
      all.insert(all.end(), output.begin(), output.end());
      const Said said = compare(all);
      EXPECT_EQ(said.code, kUsage);
      EXPECT_THAT(said.err, HasSubstr(option[0] + " only affects PNG and SVG output\n"));
      EXPECT_EQ(said.out, "");
    }
  }
  EXPECT_FALSE(std::filesystem::exists(path("c.html")));
  EXPECT_EQ(compare({a, b, "--theme", "dark", "-o", path("c.svg")}).code, kOk);
}

TEST_F(CompareCommand, RefusesToPrintAPng) {
  const Said said = compare({session("a.rlens", 2), session("b.rlens", 1), "--format", "png"});
  EXPECT_EQ(said.code, kUsage);
  EXPECT_THAT(said.err, HasSubstr("a PNG is not printed to stdout"));
}

TEST_F(CompareCommand, WritesMarkdownByTheEnding) {
  const Said said = compare({session("a.rlens", 2), session("b.rlens", 1), "-o", path("c.md")});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_EQ(said.out, "");
  std::ifstream file(path("c.md"));
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(file), {}), HasSubstr("| Kernel | A | B |"));
}

TEST_F(CompareCommand, ComparesTwoGpusOfOneSession) {
  const Said said = compare({two_gpus(), "--gpu", "0,1"});
  EXPECT_EQ(said.code, kOk) << said.err;
  EXPECT_THAT(said.out, HasSubstr("GPU 1, Other GPU"));
  EXPECT_THAT(said.out, HasSubstr("2.00×"));
}

TEST_F(CompareCommand, SaysWhichGpusMakeNoSense) {
  const std::string both = two_gpus();
  for (const auto& [gpus, words] :
       {std::pair{"0", "two GPUs"}, std::pair{"0,1,2", "two GPUs"}, std::pair{"0,0", "two GPUs"},
        std::pair{"0,5", "has 2 GPUs"}, std::pair{"0,x", "--gpu"}}) {
    const Said said = compare({both, "--gpu", gpus});
    EXPECT_EQ(said.code, kUsage) << gpus;
    EXPECT_THAT(said.err, HasSubstr(words));
  }
  EXPECT_EQ(compare({both, both, "--gpu", "0,1"}).code, kUsage);
}

TEST_F(CompareCommand, TakesTwoSessions) {
  EXPECT_EQ(compare({}).code, kUsage);
  const Said said = compare({session("a.rlens", 1)});
  EXPECT_EQ(said.code, kUsage);
  EXPECT_THAT(said.err, HasSubstr("--gpu 0,1"));
}

TEST_F(CompareCommand, NeedsAKernelInCommon) {
  models::Recording other = small_recording();
  add_kernel(other, "y", {1}).parameters = {{"m", 1}};
  const Said said = compare({session("a.rlens", 1), save("b.rlens", other)});
  EXPECT_EQ(said.code, kFailure);
  EXPECT_THAT(said.err, HasSubstr("have no kernel in common\nrooflens: hint: one has `x`, the other `y`"));
}

TEST_F(CompareCommand, SaysWhichSessionIsMissingOrUnsound) {
  const std::string a = session("a.rlens", 1);
  const Said missing = compare({a, path("none.rlens")});
  EXPECT_EQ(missing.code, kFailure);
  EXPECT_THAT(missing.err, HasSubstr("none.rlens"));
  std::ofstream(path("text.rlens")) << "no session at all";
  EXPECT_THAT(compare({path("text.rlens"), a}).err, HasSubstr("text.rlens' is not a rooflens session"));
}

TEST_F(CompareCommand, NeverOverwritesASession) {
  const std::string a = session("a.rlens", 1);
  const Said said = compare({a, session("b.rlens", 1), "-o", a, "--force", "--format", "json"});
  EXPECT_EQ(said.code, kUsage);
  EXPECT_THAT(said.err, HasSubstr("is one of the sessions"));
}

TEST_F(CompareCommand, WritesWhereItMay) {
  const std::string a = session("a.rlens", 1);
  EXPECT_EQ(compare({a, a, "-o", path("c.pdf")}).code, kUsage);
  EXPECT_EQ(compare({a, a, "-o", path("c.json")}).code, kOk);
  EXPECT_EQ(compare({a, a, "-o", path("c.json")}).code, kFailure);
  EXPECT_EQ(compare({a, a, "-o", path("c.json"), "--force"}).code, kOk);
  EXPECT_EQ(compare({a, a, "--format", "csv"}).code, kUsage);
}

}  // namespace
}  // namespace rooflens::cli

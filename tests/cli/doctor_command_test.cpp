// `rooflens doctor` and the preflight of a profile, on a machine that is not there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "profiler/actions/profile/profile_application.hpp"
#include "profiler/cli/options/progress.hpp"
#include "reports/words/format.hpp"
#include "tests/cli/fake_backend.hpp"

namespace rooflens::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class Doctor : public ::testing::Test {
 protected:
  [[nodiscard]] Outcome of(Arguments arguments) const {
    arguments.insert(arguments.begin(), "doctor");
    return dispatched(backend_, arguments);
  }
  doctor::Facts& facts() { return backend_.machine.facts; }
  FakeBackend backend_;
  std::ostringstream err_;
  Streams streams_{.out = err_, .err = err_};
  Progress progress_{streams_};
};

TEST_F(Doctor, IsContentWithAHealthyMachine) {
  const Outcome outcome = of({});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_THAT(outcome.out, StartsWith("ok       driver       The driver 580.95.05 supports CUDA 13.0; "));
  EXPECT_THAT(outcome.out, EndsWith("\n\nCounters can be collected here.\n"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("problem")));
}

TEST_F(Doctor, PutsProblemsFirstAndFails) {
  facts().system.counters_for_admins_only = true;
  facts().probes.clear();
  facts().injection.reset();
  const Outcome outcome = of({});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.out,
              StartsWith("problem  permission   The driver lets only administrators read counters "
                         "(RmProfilingAdminOnly: 1);\n"
                         "                      this process is user 1000 without CAP_SYS_ADMIN and CAP_PERFMON.\n"
                         "                      Times can be measured, counters cannot be read.\n"
                         "                      → one of these allows it:\n"
                         "                        1. run as root, or give the process CAP_PERFMON"));
  EXPECT_THAT(outcome.out, EndsWith("\n\nCounters cannot be collected here: permission.\n"));
  EXPECT_LT(outcome.out.find("problem "), outcome.out.find("\nwarning  injection "));
  EXPECT_LT(outcome.out.find("\nwarning "), outcome.out.find("\nunknown  counters "));
  EXPECT_LT(outcome.out.find("\nunknown "), outcome.out.find("\nok       driver "));
}

TEST_F(Doctor, StaysWithinTheTerminal) {
  facts().driver->gpus[0].mig = true;
  facts().driver->gpus[0].persistence = false;
  facts().injection.reset();
  std::istringstream lines(of({}).out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(reports::length_utf8(line), 100U) << line;
}

TEST_F(Doctor, ShowsColoursOnATerminalOnly) {
  EXPECT_THAT(of({}).out, Not(HasSubstr("\033")));
  std::ostringstream out;
  facts().injection.reset();
  EXPECT_EQ(dispatch(backend_, {"doctor"}, {.out = out, .err = err_, .colour = true}), 0);
  EXPECT_THAT(out.str(), StartsWith("\033[33mwarning  \033[0minjection "));
}

TEST_F(Doctor, PrintsJson) {
  facts().cupti->path.clear();
  facts().cupti->refusal = "libcupti.so.13 was not found";
  facts().cupti->remedy = "install it";
  const Outcome outcome = of({"--format", "json"});
  EXPECT_EQ(outcome.code, 4);
  const auto root = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(root["counters"], false);
  const auto& first = root["checks"][0];
  EXPECT_EQ(first["id"], "cupti");
  EXPECT_EQ(first["status"], "problem");
  EXPECT_EQ(first["fact"], "libcupti.so.13 was not found.");
  EXPECT_EQ(first["remedy"], "install it.");
  EXPECT_GE(root["checks"].size(), 14U);
}

TEST_F(Doctor, AsksTheFirstGpuUnlessToldOtherwise) {
  (void)of({});
  (void)of({"--probe", "all"});
  (void)of({"--probe", "none"});
  EXPECT_THAT(backend_.log.probes, ElementsAre(doctor::Probe::first, doctor::Probe::all, doctor::Probe::none));
  EXPECT_EQ(of({"--probe", "some"}).code, 2);
}

TEST_F(Doctor, IsSilentBeforeAProfileOnAHealthyMachine) {
  facts().probes.clear();
  EXPECT_TRUE(preflight(backend_, progress_));
  EXPECT_EQ(err_.str(), "");
  EXPECT_THAT(backend_.log.probes, ElementsAre(doctor::Probe::none)) << "no CUDA context before a profile";
}

TEST_F(Doctor, TellsBrieflyWhatIsWrongBeforeAProfile) {
  facts().probes.clear();
  facts().system.counters_for_admins_only = true;
  facts().system.environment["KINETO_USE_DAEMON"] = "1";
  facts().driver->gpus[0].persistence = false;
  EXPECT_FALSE(preflight(backend_, progress_));
  EXPECT_EQ(err_.str(),
            "rooflens: warning: The driver lets only administrators read counters (RmProfilingAdminOnly: 1); this "
            "process is user 1000 without CAP_SYS_ADMIN and CAP_PERFMON. Times can be measured, counters cannot be "
            "read.\n"
            "rooflens: warning: KINETO_USE_DAEMON=1 lets a daemon start PyTorch's profiler, which then holds CUPTI. "
            "Another tool in the process may hold CUPTI, or change what is measured.\n"
            "rooflens: hint: `rooflens doctor` says what to do about it\n");
}

}  // namespace
}  // namespace rooflens::cli

#include "profiler/actions/profile/profile_output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "profiler/actions/command_error.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::actions {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const collect::JobRank kAlone{0, 1, ""};

// Default names lie in the working folder, so a test works in one of its own.
class ProfileOutputs : public ::testing::Test {
 protected:
  ProfileOutputs() : before_(fs::current_path()) { fs::current_path(folder_.path()); }
  ~ProfileOutputs() override { fs::current_path(before_); }

  static ProfileRequest options(const std::string& output = "", bool force = false) {
    ProfileRequest o;
    o.application = {"/opt/bin/solver", "--steps", "3"};
    o.output = output;
    o.force = force;
    return o;
  }
  static void touch(const fs::path& path) { std::ofstream(path) << "x"; }
  static std::string refusal(const ProfileRequest& o) {
    try {
      const ProfileOutput output(o, kAlone);
      return "";
    } catch (const CommandError& error) {
      return std::string(error.what()) + " | " + error.remedy();
    }
  }

 private:
  cli::ScratchFolder folder_;
  fs::path before_;
};

TEST_F(ProfileOutputs, IsNamedAfterTheApplicationAndNumbered) {
  EXPECT_EQ(ProfileOutput(options(), kAlone).session(), "solver.rlens");
  touch("solver.rlens");
  fs::create_directory("solver-2.rlens.spool");
  touch("solver-2.rlens.spool/a.spool");
  const ProfileOutput third(options(), kAlone);
  EXPECT_EQ(third.session(), "solver-3.rlens");
  const ProfileOutput at_the_same_time(options(), kAlone);
  EXPECT_EQ(at_the_same_time.session(), "solver-4.rlens");
}

// Nobody can make a file in /proc.
TEST_F(ProfileOutputs, LiesAmongTemporaryFilesWhereNothingCanBeWrittenHere) {
  const fs::path temporary = fs::current_path();
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before ? before : "";
  setenv("TMPDIR", temporary.c_str(), 1);
  touch("solver.rlens");
  fs::current_path("/proc");
  EXPECT_EQ(ProfileOutput(options(), kAlone).session(), temporary / "solver-2.rlens");
  EXPECT_THAT(refusal(options("chosen.rlens")), HasSubstr("chosen.rlens")) << "a chosen name is no other";
  setenv("TMPDIR", "/proc", 1);
  EXPECT_THAT(refusal(options()), HasSubstr("solver.rlens"));
  before ? setenv("TMPDIR", kept.c_str(), 1) : unsetenv("TMPDIR");
}

TEST_F(ProfileOutputs, OfARankSaysSo) {
  EXPECT_EQ(ProfileOutput(options("run.rlens"), {3, 4, "Slurm"}).session(), "run.rank3.rlens");
  EXPECT_EQ(ProfileOutput(options(), {0, 4, "Slurm"}).session(), "solver.rank0.rlens");
  EXPECT_EQ(ProfileOutput(options("run.rlens"), {2, 0, "PMIx"}).session(), "run.rank2.rlens");
  EXPECT_EQ(ProfileOutput(options("run.rlens"), {0, 1, "Slurm"}).session(), "run.rlens");
}

TEST_F(ProfileOutputs, HasAFolderThatGoesWhenNothingIsInIt) {
  fs::path spool;
  {
    ProfileOutput output(options("a.rlens"), kAlone);
    spool = output.spool();
    EXPECT_EQ(spool, "a.rlens.spool");
    EXPECT_TRUE(is_spool_folder(spool));
  }
  EXPECT_FALSE(fs::exists(spool));
  {
    ProfileOutput output(options("a.rlens"), kAlone);
    touch(spool / "host.1.spool");
  }
  EXPECT_TRUE(fs::exists(spool)) << "what was written is kept";
}

TEST_F(ProfileOutputs, DoesNotTouchWhatAnEarlierRunLeft) {
  fs::create_directory("a.rlens.spool");
  touch("a.rlens.spool/host.1.spool");
  EXPECT_THAT(refusal(options("a.rlens")),
              HasSubstr("an earlier run left a.rlens.spool | `rooflens merge a.rlens.spool"));
  EXPECT_TRUE(fs::exists("a.rlens.spool/host.1.spool"));
  EXPECT_EQ(refusal(options("a.rlens", true)), "");
  EXPECT_FALSE(fs::exists("a.rlens.spool"));
}

TEST_F(ProfileOutputs, DoesNotEvenByForceTouchOtherFiles) {
  fs::create_directory("a.rlens.spool");
  touch("a.rlens.spool/thesis.tex");
  EXPECT_FALSE(is_spool_folder("a.rlens.spool"));
  EXPECT_NE(refusal(options("a.rlens", true)), "");
  EXPECT_TRUE(fs::exists("a.rlens.spool/thesis.tex"));
}

TEST_F(ProfileOutputs, IsNotSharedWithARunThatGoesOn) {
  const ProfileOutput first(options("a.rlens"), kAlone);
  EXPECT_THAT(refusal(options("a.rlens", true)), HasSubstr("another `rooflens profile` is writing to a.rlens.spool"));
}

TEST_F(ProfileOutputs, IsCheckedLikeEveryOtherOutput) {
  touch("a.rlens");
  EXPECT_THAT(refusal(options("a.rlens")), HasSubstr("a.rlens exists already | --force overwrites it"));
  EXPECT_THAT(refusal(options("no/such.rlens")), HasSubstr("there is no directory no"));
  EXPECT_FALSE(fs::exists("a.rlens.spool"));
}

}  // namespace
}  // namespace rooflens::actions

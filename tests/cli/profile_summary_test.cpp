#include "profiler/cli/profile_summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "tests/fixtures/recordings.hpp"

namespace rooflens::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string summary_of(const models::Recording& recording) {
  std::ostringstream out;
  std::ostringstream err;
  const Streams streams{.out = out, .err = err};
  print_profile(recording, models::analyse(recording), {}, streams);
  return err.str();
}

// 16.5 T integer operations a second could all be multiply-adds, of which the GPU does 16.7 T.
TEST(ProfileSummary, SaysWhyABoundIsUnknownAndWhichCounterWouldTell) {
  models::Recording recording = fixtures::one_kernel();
  EXPECT_THAT(summary_of(recording), Not(HasSubstr("integer multiply-adds")));
  models::Observation& kernel = recording.observations.front();
  kernel.work.reset();
  kernel.cache = models::CachePolicy::uncontrolled;  // an application's
  for (models::Seconds& duration : kernel.durations) duration = duration * 4.0;  // far from DRAM's roof
  models::Ceilings& roofs = recording.machines.front().ceilings;
  roofs.instruction.push_back({models::Pipe::imad, models::OperationRate(16.7e12), roofs.compute.front().origin});
  fixtures::do_integer_work(kernel, 16.5e12 * kernel.durations.front().value());
  kernel.counters.set("smsp__inst_executed.sum", *kernel.counters.find("smsp__sass_inst_executed.sum"));
  const std::string said = summary_of(recording);
  EXPECT_THAT(said, HasSubstr("note: " + kernel.name + ": What binds it is unknown, because of integer multiply-adds"));
  EXPECT_THAT(said, HasSubstr("hint: `rooflens profile --metrics sm__inst_executed_pipe_alu.sum,"
                              "sm__inst_executed_pipe_fmaheavy.sum` counts it."));
  kernel.refused.push_back({"sm__inst_executed_pipe_alu.sum", "not collected"});
  EXPECT_THAT(summary_of(recording), HasSubstr("a longer run collects more counters"));
}

}  // namespace
}  // namespace rooflens::cli

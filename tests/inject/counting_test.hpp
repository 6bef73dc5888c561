// What counts launches, on a GPU that is made up: CUPTI's host library plans for a real chip, what its device half says
// is the test's. Until a test says otherwise every call of that half succeeds and does nothing.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "profiler/bench/collector.hpp"
#include "profiler/cupti/host_profiler.hpp"
#include "profiler/observe/logbook.hpp"
#include "tests/cli/scratch_folder.hpp"

namespace rooflens::inject {

template <class Parameters>
CUptiResult succeed(Parameters*) {
  return CUPTI_SUCCESS;
}

struct CountingTest : ::testing::Test {
  cli::ScratchFolder folder;  ///< of spools
  std::shared_ptr<collect::cupti::Api> api;
  std::optional<Logbook> logbook;
  std::optional<collect::cupti::HostProfiler> host;

  void SetUp() override {
    try {
      api = std::make_shared<collect::cupti::Api>(*collect::cupti::load());
    } catch (const collect::Unavailable&) {
      GTEST_SKIP() << "no CUPTI on this machine";
    }
    api->ProfilerInitialize = succeed;
    api->RangeProfilerEnable = succeed;
    api->RangeProfilerDisable = succeed;
    api->RangeProfilerSetConfig = succeed;
    api->RangeProfilerStart = succeed;
    api->RangeProfilerStop = succeed;
    api->RangeProfilerDecodeData = succeed;
    api->RangeProfilerCounterDataImageInitialize = succeed;
    logbook.emplace(folder / "1.spool");
    logbook->write(collect::spool::ProcessRecord{});
    host.emplace(api, "GH100");
  }
};

}  // namespace rooflens::inject

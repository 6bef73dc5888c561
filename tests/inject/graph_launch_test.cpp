// The injected library in a process whose driver launches a graph, without a GPU: whatever is counted, the work of
// every launch is done once and in its order.
#include <cuda.h>
#include <cupti.h>
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "profiler/config/profile_config.hpp"
#include "tests/fixtures/scratch_folder.hpp"

namespace rooflens::inject {
namespace {

using ::testing::Each;

template <class Thing>
Thing* from(const char* library, const char* name) {
  void* handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
  void* thing = handle ? dlsym(handle, name) : nullptr;
  if (!thing) _exit(98);
  return reinterpret_cast<Thing*>(thing);
}

bool& behaviour(const char* name) { return *from<bool>(ROOFLENS_FAKE_CUDA, name); }

class GraphLaunch : public ::testing::Test {
 protected:
  static constexpr int kLaunches = 40;

  // What the driver did for launches of a graph of two kernels, one entry a kernel or a graph; in the end "failed" for
  // each launch that did.
  std::vector<std::string> done(
      void (*prepare)() = [] {}, const collect::ProfileConfig& wanted = {}) const {
    const std::string out = (folder.path() / "done").string();
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      prepare();
      *from<void (*)(unsigned, void*, int)>(ROOFLENS_FAKE_CUDA, "fake_cuda_callback") =
          from<void(unsigned, void*, int)>(ROOFLENS_TALKING_CUPTI, "talking_cupti_call");
      *from<unsigned>(ROOFLENS_FAKE_CUDA, "fake_cuda_launch_id") = CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch;
      *from<unsigned>(ROOFLENS_FAKE_CUDA, "fake_cuda_instantiate_id") =
          CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags;
      collect::ProfileConfig config = wanted;
      config.spool_folder = folder.path().string();
      setenv(collect::kProfileVariable, encode(config).c_str(), 1);
      setenv("ROOFLENS_CUPTI", ROOFLENS_TALKING_CUPTI, 1);
      from<int()>(ROOFLENS_INJECT, "InitializeInjection")();
      CUgraphExec exec = nullptr;
      auto* const graph = reinterpret_cast<CUgraph>(1);
      from<CUresult(CUgraphExec*, CUgraph, unsigned long long)>(ROOFLENS_FAKE_CUDA, "cuGraphInstantiateWithFlags")(
          &exec, graph, 0);
      auto* const launch = from<CUresult(CUgraphExec, CUstream)>(ROOFLENS_FAKE_CUDA, "cuGraphLaunch");
      std::string failed;
      for (int i = 0; i < kLaunches; ++i) {
        if (launch(exec, nullptr) != CUDA_SUCCESS) failed += "failed ";
        usleep(10'000);
      }
      std::ofstream(out) << from<const char*()>(ROOFLENS_FAKE_CUDA, "fake_cuda_written")() << failed;
      std::exit(3);
    }
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 3) << status;
    std::vector<std::string> words;
    std::ifstream file(out);
    for (std::string word; file >> word;) words.push_back(word);
    return words;
  }

  // Launches have numbers: the graph as a whole, which cannot be counted here, comes last.
  static collect::ProfileConfig numbered() {
    collect::ProfileConfig config;
    config.count = 1000;
    return config;
  }

  fixtures::ScratchFolder folder;
};

TEST_F(GraphLaunch, DoesTheWorkOfEveryLaunchOnce) {
  const std::vector<std::string> words = done([] {}, numbered());
  int launches = 0;
  int one_by_one = 0;
  for (std::size_t i = 0; i < words.size(); ++i, ++launches) {
    if (words[i] == "graph") continue;
    ASSERT_EQ(words[i], "a1");
    ASSERT_LT(++i, words.size());
    ASSERT_EQ(words[i], "b2");
    ++one_by_one;
  }
  EXPECT_EQ(launches, kLaunches);
  EXPECT_GT(one_by_one, 0);
  EXPECT_LT(one_by_one, kLaunches / 2) << "nothing could be counted here: it is tried less and less often";
}

TEST_F(GraphLaunch, LeavesGraphsToADriverThatLaunchesWhatItWasGiven) {
  const auto words = done([] { behaviour("fake_cuda_heeds_callbacks") = false; }, numbered());
  EXPECT_EQ(words.size(), kLaunches);
  EXPECT_THAT(words, Each("graph"));
}

TEST_F(GraphLaunch, LeavesAGraphWhoseNodesTheDriverDoesNotLaunch) {
  const auto words = done([] { behaviour("fake_cuda_takes_nodes") = false; }, numbered());
  EXPECT_EQ(words.size(), kLaunches);
  EXPECT_THAT(words, Each("graph"));
}

TEST_F(GraphLaunch, LeavesAGraphWhoseFirstNodeCannotBeLaunchedByItself) {
  const auto words = done([] { behaviour("fake_cuda_runs_nodes") = false; }, numbered());
  EXPECT_EQ(words.size(), kLaunches);
  EXPECT_THAT(words, Each("graph"));
}

TEST_F(GraphLaunch, DoesTheWorkOfANodeThatCannotBeLaunchedByItself) {
  const auto words = done([] { behaviour("fake_cuda_runs_second") = false; }, numbered());
  ASSERT_EQ(words.size(), kLaunches + 1);
  const auto first = std::find(words.begin(), words.end(), "a1");
  ASSERT_LT(first, words.end() - 1);
  EXPECT_EQ(*(first + 1), "b2");
  EXPECT_EQ(std::count(words.begin(), words.end(), "graph"), kLaunches - 1);
}

TEST_F(GraphLaunch, FailsWhereTheWorkOfANodeIsNotDone) {
  const auto words =
      done([] { behaviour("fake_cuda_runs_second") = behaviour("fake_cuda_runs_added") = false; }, numbered());
  ASSERT_EQ(words.size(), kLaunches + 1);
  EXPECT_EQ(words.back(), "failed");
  EXPECT_EQ(std::count(words.begin(), words.end(), "a1"), 1);
  EXPECT_EQ(std::count(words.begin(), words.end(), "graph"), kLaunches - 1);
}

TEST_F(GraphLaunch, LeavesGraphsWhereNothingIsCounted) {
  collect::ProfileConfig times_alone;
  times_alone.launches_per_kernel = 0;
  EXPECT_THAT(done([] {}, times_alone), Each("graph"));
}

TEST_F(GraphLaunch, LeavesGraphsThatAreToBeCountedAsAWhole) {
  collect::ProfileConfig whole;
  whole.graph_nodes = false;
  EXPECT_THAT(done([] {}, whole), Each("graph"));
}

}  // namespace
}  // namespace rooflens::inject

// Calls of this program that come to another function than they were linked with.
#include "profiler/observe/redirect_calls.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace rooflens::inject {
namespace {

pid_t nobody() { return 42; }

// The object that holds `own` is left as it is, and so are those that are excepted by name.
TEST(RedirectCalls, ComeToTheOtherFunction) {
  const pid_t parent = getppid();
  const Redirection calls[] = {{"getppid", reinterpret_cast<void*>(nobody)}};
  EXPECT_EQ(redirect_calls(calls, reinterpret_cast<const void*>(&nobody), {}), 0) << "this object's own";
  EXPECT_EQ(getppid(), parent);
  static int elsewhere = 0;
  EXPECT_EQ(redirect_calls(calls, nullptr, {}), 1) << &elsewhere;
  EXPECT_EQ(getppid(), 42);
  EXPECT_EQ(redirect_calls(calls, nullptr, {}), 0) << "done before";
}

// This program is linked lazily.
TEST(RedirectCalls, TellWhetherAFunctionWasCalledBefore) {
  constexpr std::string_view kFunctions[] = {"getpgrp"};
  if (std::getenv("LD_BIND_NOW")) GTEST_SKIP() << "every function looks as if it had been called";
  EXPECT_FALSE(may_have_called(kFunctions, nullptr, {}));
  EXPECT_GT(getpgrp(), 0);
  EXPECT_TRUE(may_have_called(kFunctions, nullptr, {}));
  EXPECT_FALSE(may_have_called(kFunctions, reinterpret_cast<const void*>(&nobody), {})) << "this object's own";
}

// As Python opens the libraries of packages: the loader fills in all entries, called or not.
TEST(RedirectCalls, TellNothingOfALibraryThatWasBoundWhenItWasOpened) {
  constexpr std::string_view kFunctions[] = {"getsid"};
  void* const bound = dlopen(ROOFLENS_ASKS_FOR_SESSION, RTLD_NOW);
  ASSERT_TRUE(bound) << dlerror();
  EXPECT_FALSE(may_have_called(kFunctions, nullptr, {}));
  const auto copy = std::filesystem::path(testing::TempDir()) / "rooflens_asks_for_session.so";
  std::filesystem::copy_file(ROOFLENS_ASKS_FOR_SESSION, copy, std::filesystem::copy_options::overwrite_existing);
  if (std::getenv("LD_BIND_NOW")) GTEST_SKIP() << "every function looks as if it had been called";
  void* const lazy = dlopen(copy.c_str(), RTLD_LAZY);
  ASSERT_TRUE(lazy) << dlerror();
  EXPECT_FALSE(may_have_called(kFunctions, nullptr, {}));
  EXPECT_GE(reinterpret_cast<int (*)()>(dlsym(lazy, "ask_for_session"))(), 0);
  EXPECT_TRUE(may_have_called(kFunctions, nullptr, {}));
  dlclose(lazy);
  dlclose(bound);
  std::filesystem::remove(copy);
}

TEST(RedirectCalls, TellNothingOfFunctionsThatNobodyImports) {
  constexpr std::string_view kFunctions[] = {"cuptiActivityRegisterCallbacks"};
  EXPECT_FALSE(may_have_called(kFunctions, nullptr, {}));
}

}  // namespace
}  // namespace rooflens::inject

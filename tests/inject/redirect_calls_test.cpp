// Calls of this program that come to another function than they were linked with.
#include "profiler/observe/redirect_calls.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <string>
#include <thread>

#include "profiler/observe/object_tables.hpp"

namespace rooflens::inject {
namespace {

int nothing_asked() { return -42; }

const void* const kNobody = nullptr;

struct Library {
  explicit Library(int mode) : handle(dlopen(ROOFLENS_ASKS_FOR_SESSION, mode)) {}
  ~Library() { dlclose(handle); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  [[nodiscard]] auto look_up(const char* name) const { return reinterpret_cast<int (*)()>(dlsym(handle, name)); }
  void* handle;
};

constexpr std::string_view kAsk[] = {"ask_for_session"};

// How the page is protected.
std::string protection(const void* address) {
  std::ifstream maps("/proc/self/maps");
  const auto at = reinterpret_cast<unsigned long>(address);
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0;
    unsigned long end = 0;
    char may[5] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, may) == 3 && at >= begin && at < end) return may;
  }
  return "";
}

// One function of it calls another, as an object that is linked with it would, and the rest is looked up.
TEST(RedirectCalls, ComeToTheOtherFunctionWhoeverAsks) {
  const Library library(RTLD_NOW | RTLD_LOCAL);
  ASSERT_TRUE(library.handle) << dlerror();
  auto* const original = library.look_up("ask_for_session");
  const auto found = exported_functions(kAsk, kNobody);
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found[0].address, reinterpret_cast<void*>(original));
  Dl_info ignored;
  const ElfW(Sym)* symbol = nullptr;
  ASSERT_TRUE(
      dladdr1(found[0].address, &ignored, reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&symbol)), RTLD_DL_SYMENT));
  const std::string before = protection(symbol);
  const Redirection calls[] = {{"ask_for_session", found[0].address, reinterpret_cast<void*>(nothing_asked)}};
  EXPECT_EQ(redirect_calls(calls, found[0].address), 0) << "the object itself is ours";
  EXPECT_EQ(library.look_up("ask_twice")(), 2 * original());
  EXPECT_EQ(redirect_calls(calls, kNobody), 2) << "its symbol, and its own entry";
  EXPECT_EQ(library.look_up("ask_for_session")(), -42);
  EXPECT_EQ(library.look_up("ask_twice")(), -84);
  EXPECT_GE(original(), 0) << "who has the function itself reaches it";
  EXPECT_EQ(protection(symbol), before);
  EXPECT_EQ(before, "r--p");
  EXPECT_EQ(redirect_calls(calls, kNobody), 0) << "done before";
  EXPECT_TRUE(exported_functions(kAsk, reinterpret_cast<const void*>(nothing_asked)).empty());
}

TEST(RedirectCalls, FindNoFunctionThatNobodyExports) {
  constexpr std::string_view kNone[] = {"rooflens_no_such_function", ""};
  EXPECT_TRUE(exported_functions(kNone, kNobody).empty());
}

// A variable of this program, which looks functions up.
TEST(RedirectCalls, SeeAFunctionThatWasLookedUp) {
  static int (*volatile at_hand)() = nullptr;
  constexpr std::string_view kFunctions[] = {"never_called"};
  const Library library(RTLD_NOW | RTLD_LOCAL);
  EXPECT_FALSE(are_at_hand(kFunctions, kNobody, 1 << 20));
  at_hand = library.look_up("never_called");
  ASSERT_TRUE(at_hand);
  EXPECT_TRUE(are_at_hand(kFunctions, kNobody, 1 << 20));
  EXPECT_FALSE(are_at_hand(kFunctions, reinterpret_cast<const void*>(&nothing_asked), 1 << 20)) << "our own";
  EXPECT_FALSE(are_at_hand(kFunctions, kNobody, 0)) << "looks at nothing";
  at_hand = nullptr;
  EXPECT_FALSE(are_at_hand(kFunctions, kNobody, 1 << 20));
}

// This program is linked lazily.
TEST(RedirectCalls, TellWhetherAFunctionWasCalledBefore) {
  constexpr std::string_view kFunctions[] = {"getpgrp"};
  if (std::getenv("LD_BIND_NOW")) GTEST_SKIP() << "every function looks as if it had been called";
  EXPECT_FALSE(may_have_called(kFunctions, kNobody));
  EXPECT_GT(getpgrp(), 0);
  EXPECT_TRUE(may_have_called(kFunctions, kNobody));
  EXPECT_FALSE(may_have_called(kFunctions, reinterpret_cast<const void*>(&nothing_asked))) << "this object's own";
}

// As Python opens the libraries of packages: the loader fills in all entries, called or not.
TEST(RedirectCalls, TellNothingOfALibraryThatWasBoundWhenItWasOpened) {
  constexpr std::string_view kFunctions[] = {"getsid"};
  void* const bound = dlopen(ROOFLENS_ASKS_FOR_SESSION, RTLD_NOW);
  ASSERT_TRUE(bound) << dlerror();
  EXPECT_FALSE(may_have_called(kFunctions, kNobody));
  const auto copy = std::filesystem::path(testing::TempDir()) / "rooflens_asks_for_session.so";
  std::filesystem::copy_file(ROOFLENS_ASKS_FOR_SESSION, copy, std::filesystem::copy_options::overwrite_existing);
  if (std::getenv("LD_BIND_NOW")) GTEST_SKIP() << "every function looks as if it had been called";
  void* const lazy = dlopen(copy.c_str(), RTLD_LAZY);
  ASSERT_TRUE(lazy) << dlerror();
  EXPECT_FALSE(may_have_called(kFunctions, kNobody));
  EXPECT_GE(reinterpret_cast<int (*)()>(dlsym(lazy, "ask_for_session"))(), 0);
  EXPECT_TRUE(may_have_called(kFunctions, kNobody));
  dlclose(lazy);
  dlclose(bound);
  std::filesystem::remove(copy);
}

thread_local bool forks_slowly = false;
std::atomic<bool> forking{false}, may_fork{false};

void fork_once() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
}

// In a fork of one thread nobody looks through the objects, whatever forks of others did meanwhile.
int forks_of_two_threads() {
  pthread_atfork(
      [] {
        if (!forks_slowly) return;
        forking = true;
        while (!may_fork) usleep(1000);
      },
      nullptr, nullptr);
  const auto look = [] { iterate_objects([](dl_phdr_info*, std::size_t, void*) { return 1; }, nullptr); };
  look();  // whose own handlers come before that one
  std::thread slow([] {
    forks_slowly = true;
    fork_once();
  });
  while (!forking) usleep(1000);
  std::thread(fork_once).join();
  auto looked = std::async(std::launch::async, look);
  const bool held = looked.wait_for(std::chrono::milliseconds(200)) == std::future_status::timeout;
  may_fork = true;
  slow.join();
  const bool goes_on = looked.wait_for(std::chrono::seconds(10)) == std::future_status::ready;
  return !held ? 1 : goes_on ? 0 : 2;
}

TEST(ObjectTablesDeathTest, AreLeftAloneInForks) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::_Exit(forks_of_two_threads()), ::testing::ExitedWithCode(0), "");
}

TEST(RedirectCalls, TellNothingOfFunctionsThatNobodyImports) {
  constexpr std::string_view kFunctions[] = {"cuptiActivityRegisterCallbacks"};
  EXPECT_FALSE(may_have_called(kFunctions, kNobody));
}

}  // namespace
}  // namespace rooflens::inject

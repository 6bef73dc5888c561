// Work on the library's own thread, for which a thread of the application waits with its signals as they are.
#include "profiler/count/counting_thread.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "profiler/count/call_gate.hpp"
#include "profiler/observe/own_call.hpp"

namespace rooflens::inject {
namespace {

using namespace std::chrono_literals;

// Handlers reach nothing else.
std::atomic<int> handled{0};
std::atomic<pthread_t> handler_ran_in{};
std::atomic<bool> working{false};
sigjmp_buf elsewhere;

void handle(int) {
  ++handled;
  handler_ran_in = pthread_self();
}
void leave(int) { siglongjmp(elsewhere, 1); }

struct Handler {
  Handler(int number, void (*does)(int)) : number_(number) {
    struct sigaction action {};
    action.sa_handler = does;
    sigaction(number, &action, &before_);
  }
  ~Handler() { sigaction(number_, &before_, nullptr); }
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;

 private:
  int number_;
  struct sigaction before_ {};
};

// Sends the signal once work goes on, to the whole process: that is what a user, a timer or a job scheduler does.
std::thread sends(int number) {
  return std::thread([number] {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);  // this is no place for its handler
    while (!working) std::this_thread::yield();
    std::this_thread::sleep_for(20ms);
    kill(getpid(), number);
  });
}

TEST(CountingThread, WorksElsewhereAsTheThreadThatWaits) {
  CountingThread thread(nullptr);
  LaunchGate gate;
  gate.enter();
  std::atomic<int> done{0};
  for (int i = 0; i < 100; ++i) {
    const auto work = [&done, &gate, own = std::this_thread::get_id()] {
      EXPECT_NE(std::this_thread::get_id(), own);
      EXPECT_TRUE(own_call) << "its calls of the driver are not the application's";
      EXPECT_TRUE(gate.close()) << "nobody is inside but the one that waits";
      gate.open();
      ++done;
    };
    EXPECT_TRUE(thread.run(work, 10s));
    EXPECT_EQ(done, i + 1);
  }
  gate.leave();
  EXPECT_FALSE(own_call);
  EXPECT_TRUE(CountingThread::all_done(0s));
}

TEST(CountingThread, LeavesSignalsToTheThreadThatWaits) {
  const Handler handler(SIGUSR1, handle);
  CountingThread thread(nullptr);
  handled = 0;
  working = false;
  std::thread sender = sends(SIGUSR1);
  const auto work = [] {
    working = true;
    const auto until = std::chrono::steady_clock::now() + 5s;
    while (handled == 0 && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(1ms);
  };
  EXPECT_TRUE(thread.run(work, 10s));
  sender.join();
  EXPECT_EQ(handled, 1);
  EXPECT_TRUE(pthread_equal(handler_ran_in, pthread_self()));
}

// Three seconds of SIGSTOP are more than the two that the wait may last; the work of 0.3 s goes on where it was.
TEST(CountingThread, DoesNotChargeWhatTheProcessWasStopped) {
  const pid_t child = fork();
  if (child == 0) {
    CountingThread thread(nullptr);
    const auto work = [] {
      for (int i = 0; i < 300; ++i) std::this_thread::sleep_for(1ms);
    };
    _exit(thread.run(work, 2s) ? 0 : 1);
  }
  std::this_thread::sleep_for(100ms);
  kill(child, SIGSTOP);
  std::this_thread::sleep_for(3s);
  kill(child, SIGCONT);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0) << "what hung was the process, not CUPTI";
}

// A handler goes on elsewhere: what was begun ends by itself, and nobody has to wait for it.
TEST(CountingThread, GoesOnWhereTheOtherLeft) {
  const Handler handler(SIGUSR2, leave);
  CountingThread thread(nullptr);
  static std::atomic<bool> finished{false};
  working = false;
  std::thread sender = sends(SIGUSR2);
  if (sigsetjmp(elsewhere, 1) == 0) {
    static_cast<void>(thread.run(
        [] {
          working = true;
          std::this_thread::sleep_for(200ms);
          finished = true;
        },
        10s));
    ADD_FAILURE() << "the handler did not run";
  }
  EXPECT_FALSE(finished);
  EXPECT_FALSE(CountingThread::all_done(0s));
  EXPECT_TRUE(CountingThread::all_done(10s));
  EXPECT_TRUE(finished);
  sender.join();
}

TEST(CountingThread, IsNotWaitedForLongerThanItMayTake) {
  CountingThread thread(nullptr);
  static std::atomic<bool> goes_on{false};
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(thread.run(
      [] {
        while (!goes_on) std::this_thread::sleep_for(1ms);
      },
      50ms));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s);
  EXPECT_FALSE(thread.done_within(thread.number(), 0s));
  goes_on = true;
  EXPECT_TRUE(thread.done_within(thread.number(), 10s));
  EXPECT_TRUE(thread.run(
      [&thread] {
        thread.allow(10s);
        std::this_thread::sleep_for(100ms);
      },
      50ms))
      << "it asked for more";
}

}  // namespace
}  // namespace rooflens::inject

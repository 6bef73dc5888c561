#include "profiler/count/counting_thread.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <ctime>
#include <exception>
#include <thread>
#include <utility>

#include "profiler/count/call_gate.hpp"
#include "profiler/observe/driver.hpp"
#include "profiler/observe/own_call.hpp"
#include "profiler/spool/own_thread.hpp"

namespace rooflens::inject {
namespace {

using Clock = CountingThread::Clock;
using Word = std::atomic<std::uint32_t>;
static_assert(sizeof(Word) == sizeof(std::uint32_t) && Word::is_always_lock_free);
constexpr auto kSlice = std::chrono::milliseconds(100);

std::atomic<int> busy{0};

template <class Condition>
bool holds_within(Clock::duration timeout, const Condition& holds) {
  const auto until = Clock::now() + timeout;
  while (!holds() && Clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return holds();
}

// As Word::wait(), with a deadline, which that lacks. May return early, after the handler of a signal too.
void wait_for_change(const Word& word, std::uint32_t value, Clock::duration timeout) {
  const std::int64_t ns = std::chrono::nanoseconds(timeout).count();
  constexpr std::int64_t kSecond = 1'000'000'000;
  const timespec time{ns / kSecond, ns % kSecond};
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, &time, nullptr, 0);
}
// Who waits for the last steps of one job before it asks for the next, too.
void notify_all(const Word& word) { syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0); }

}  // namespace

struct CountingThread::Job {
  Word asked{0};
  Word done{0};
  std::atomic<bool> over{false};  ///< there is no more
  std::atomic<Clock::time_point> until{Clock::time_point{}};
  std::function<void()> work;
  DriverGate::Passage driver;  ///< of the thread that waits
  LaunchGate::Passage launches;

  void serve(CUcontext context) {
    own_call = true;
    const RelaxedCapture relaxed;
    make_current(context);
    for (std::uint32_t next = 0;; ++next) {
      asked.wait(next);
      if (over) return;
      DriverGate::exchange(driver);
      LaunchGate::exchange(launches);
      work();
      --busy;
      done = next + 1;
      notify_all(done);
    }
  }
  std::uint32_t ask() {
    const std::uint32_t number = ++asked;
    asked.notify_one();
    return number;
  }
  [[nodiscard]] bool is_done(std::uint32_t number) const { return static_cast<std::int32_t>(done - number) >= 0; }
  // Time in which the whole process is stopped, as by SIGSTOP or a debugger, is nobody's fault: what a slice takes
  // longer than it should is added.
  [[nodiscard]] bool wait_until_done(std::uint32_t number) {
    for (auto before = Clock::now();;) {
      const std::uint32_t known = done;
      if (is_done(number)) return true;
      const Clock::duration left = until.load() - before;
      if (left <= Clock::duration::zero()) return false;
      wait_for_change(done, known, std::min<Clock::duration>(left, kSlice));
      const auto now = Clock::now();
      if (const auto stopped = now - before - kSlice; stopped > kSlice) until = until.load() + stopped;
      before = now;
    }
  }
};

CountingThread::~CountingThread() {
  if (!job_) return;
  job_->over = true;
  job_->ask();
}

bool CountingThread::start() {
  if (job_) return true;
  try {
    auto job = std::make_shared<Job>();
    if (collect::start_own_thread([job, context = context_] { job->serve(context); })) job_ = std::move(job);
  } catch (const std::exception&) {  // no memory
  }
  return job_ != nullptr;
}

bool CountingThread::run(std::function<void()> work, Clock::duration timeout) noexcept {
  if (!start()) return false;
  const auto held = job_;  // where the counters go before this thread has returned
  Job& job = *held;
  allow(timeout);
  if (!job.wait_until_done(job.asked)) return false;  // the thread's last steps
  job.work = std::move(work);
  job.driver = DriverGate::passage();
  job.launches = LaunchGate::passage();
  ++busy;
  return job.wait_until_done(job.ask());
}

void CountingThread::allow(Clock::duration timeout) {
  if (job_) job_->until = Clock::now() + timeout;
}

std::uint32_t CountingThread::number() const { return job_ ? job_->asked.load() : 0; }

bool CountingThread::done_within(std::uint32_t number, Clock::duration timeout) const {
  return holds_within(timeout, [&] { return !job_ || job_->is_done(number); });
}

bool CountingThread::all_done(Clock::duration timeout) {
  return holds_within(timeout, [] { return busy == 0; });
}

}  // namespace rooflens::inject

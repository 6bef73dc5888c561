#include "profiler/observe/times_table.hpp"

#include <utility>

namespace rooflens::inject {
namespace {

constexpr std::size_t kSamples = 32;    // kept of each interval
constexpr std::uint64_t kEnough = 512;  // written samples after which
constexpr std::size_t kFewSamples = 1;  // is kept of each interval

}  // namespace

collect::spool::KernelTimes& TimesTable::entry(int kernel, int range) {
  auto& record = pending_[{kernel, range}];
  record.kernel = kernel;
  record.range = range;
  return record;
}

void TimesTable::launched(int kernel, int range, std::uint64_t launches) {
  entry(kernel, range).launches += launches;
  launches_ += launches;
}

void TimesTable::timed(int kernel, int range, double duration_ns) {
  auto& record = entry(kernel, range);
  record.total_ns += duration_ns;
  ++record.timed;
  const std::size_t room = written_[{kernel, range}] < kEnough ? kSamples : kFewSamples;
  if (record.samples_ns.size() < room) {
    record.samples_ns.push_back(duration_ns);
  } else if (const auto place = std::uniform_int_distribution<std::uint64_t>(0, record.timed - 1)(random_);
             place < room) {
    record.samples_ns[place] = duration_ns;
  }
}

collect::spool::TimesRecord TimesTable::take() {
  collect::spool::TimesRecord taken;
  for (auto& [key, record] : pending_) {
    written_[key] += record.samples_ns.size();
    taken.kernels.push_back(std::move(record));
  }
  pending_.clear();
  return taken;
}

}  // namespace rooflens::inject

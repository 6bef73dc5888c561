#include "profiler/count/gap_book.hpp"

#include <algorithm>

#include "models/base/thresholds.hpp"

namespace rooflens::inject {

using collect::spool::GapsRecord;

namespace {

constexpr std::int64_t kDelayNs = 1'000'000'000;  // for kernels on other streams that end later
constexpr std::size_t kMostArrived = 1U << 20U, kMostPending = 1U << 18U, kPartsKept = 1024;

double seconds(std::int64_t ns) { return static_cast<double>(ns) * 1e-9; }

void sum_up(GapsRecord& to, const GapsRecord& part) {
  to.launches += part.launches;
  to.measured_ns += part.measured_ns;
  to.idle_ns += part.idle_ns;
  to.around_tiny_ns += part.around_tiny_ns;
}

}  // namespace

void GapBook::record(int device, std::int64_t start_ns, std::int64_t end_ns, bool trusted) {
  if (end_ns <= start_ns) return;
  const std::lock_guard lock(mutex_);
  if (arrived_.size() >= kMostArrived) {
    arrived_.clear();
    lost_ = true;
  }
  arrived_.emplace_back(device, Kernel{start_ns, end_ns, trusted});
}

void GapBook::distribute() {
  std::vector<std::pair<int, Kernel>> arrived;
  bool lost = false;
  {
    const std::lock_guard lock(mutex_);
    arrived.swap(arrived_);
    lost = std::exchange(lost_, false);
  }
  for (auto& [number, device] : devices_) {
    if (!lost) break;
    device.pending.clear();
    device.in_stretch = false;
  }
  for (const auto& [number, kernel] : arrived) {
    Device& device = devices_[number];
    device.pending.push_back(kernel);
    if (kernel.trusted) device.last_end_ns = std::max(device.last_end_ns, kernel.end_ns);
  }
}

// What was taken while it ran held no gap. Where it covers a part only in part, nobody knows how much of it.
void GapBook::correct(Device& device, const Kernel& late) {
  const bool forgotten = device.parts.empty() || late.start_ns < device.parts.front().from_ns;
  if (forgotten) device.older = {};
  for (Part& part : device.parts) {
    if (part.to_ns <= late.start_ns || part.from_ns >= late.end_ns) continue;
    const bool covered = late.trusted && late.start_ns <= part.from_ns && part.to_ns <= late.end_ns;
    if (covered) {
      part.sum.idle_ns = part.sum.around_tiny_ns = 0;
    } else {
      part.sum = {};
    }
  }
}

void GapBook::add(Device& device, Part& part, const Kernel& kernel, const Paused& paused) {
  const bool late = kernel.start_ns < device.taken_ns;
  if (late) correct(device, kernel);
  if (!kernel.trusted) {
    device.in_stretch = false;
    return;
  }
  const Kernel before = device.latest;
  const std::int64_t gap = kernel.start_ns - before.end_ns;
  const bool joined = device.in_stretch && (gap <= 0 || !paused(before.start_ns, kernel.start_ns));
  if (!joined || kernel.end_ns > before.end_ns) device.latest = kernel;
  device.in_stretch = true;
  if (part.from_ns == 0) part.from_ns = joined ? std::min(before.end_ns, kernel.start_ns) : kernel.start_ns;
  part.to_ns = std::max(part.to_ns, kernel.end_ns);
  ++part.sum.launches;
  const std::int64_t known_to = joined ? before.end_ns : kernel.start_ns;
  part.sum.measured_ns += static_cast<double>(std::max<std::int64_t>(0, kernel.end_ns - known_to));
  if (!joined || gap <= 0) return;
  part.sum.idle_ns += static_cast<double>(gap);
  const auto tiny = [](const Kernel& k) { return seconds(k.end_ns - k.start_ns) < models::kTinyLaunchSeconds; };
  if ((tiny(before) || tiny(kernel)) && seconds(gap) < models::kLaunchGapSeconds)
    part.sum.around_tiny_ns += static_cast<double>(gap);
}

std::vector<GapsRecord> GapBook::take(const Paused& paused, bool all) {
  distribute();
  std::vector<GapsRecord> records;
  for (auto& [number, device] : devices_) {
    const bool everything = all || device.pending.size() > kMostPending;
    const std::int64_t until = everything ? device.last_end_ns : device.last_end_ns - kDelayNs;
    std::sort(device.pending.begin(), device.pending.end(),
              [](const Kernel& a, const Kernel& b) { return a.start_ns < b.start_ns; });
    const auto rest = std::find_if(device.pending.begin(), device.pending.end(),
                                   [&](const Kernel& k) { return !everything && k.start_ns >= until; });
    if (rest == device.pending.begin()) continue;
    Part part;
    for (auto it = device.pending.begin(); it != rest; ++it) add(device, part, *it, paused);
    device.pending.erase(device.pending.begin(), rest);
    device.taken_ns = std::max(device.taken_ns, until);
    device.parts.push_back(part);
    if (device.parts.size() > kPartsKept) {
      sum_up(device.older, device.parts.front().sum);
      device.parts.pop_front();
    }
    GapsRecord record = device.older;
    for (const Part& kept : device.parts) sum_up(record, kept.sum);
    record.device = number;
    if (record == device.written) continue;
    device.written = record;
    records.push_back(record);
  }
  return records;
}

}  // namespace rooflens::inject

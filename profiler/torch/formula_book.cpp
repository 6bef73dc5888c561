#include "profiler/torch/formula_book.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace rooflens::torch {

namespace {

constexpr std::size_t kMostSamples = 256;
constexpr std::size_t kLongestNames = 80;
// The median launch stands for a kernel, as its median time does. Where the works of a fifth of all launches around it
// differ by more than this, nobody knows whether the time is of the same launches.
constexpr double kAlike = 0.2;  // as when a cache grows from 16 to 316 tokens
constexpr double kAround[] = {0.4, 0.6};

double amount(const OperationWork& work) {
  return work.operations > 0 ? work.operations : work.read_bytes + work.written_bytes;
}

void add_name(std::string& names, std::string_view name) {
  const bool named = (',' + names + ',').find(',' + std::string(name) + ',') != std::string::npos;
  if (named || names.size() >= kLongestNames) return;
  if (!names.empty()) names += ',';
  names += name;
}

}  // namespace

void FormulaBook::add(int kernel, std::uint64_t launches, std::string_view operation, const OperationWork* work) {
  const std::lock_guard lock(mutex_);
  Entry& entry = kernels_[kernel];
  if (entry.seen < kWellKnown) launches_.first += launches;
  entry.seen += launches;
  launches_.seen += launches;
  if (!work || launches == 0) return;
  entry.known += launches;
  add_name(entry.operations, operation);
  Sample sample{*work, launches};
  for (double* sum : {&sample.of_one.operations, &sample.of_one.read_bytes, &sample.of_one.written_bytes})
    *sum /= static_cast<double>(launches);
  ++entry.offered;
  if (entry.samples.size() < kMostSamples) {
    entry.samples.push_back(sample);
  } else if (const std::uint64_t place = random_() % entry.offered; place < kMostSamples) {
    entry.samples[place] = sample;
  }
}

collect::spool::FormulaRecord FormulaBook::record_of(int kernel, Entry& entry) {
  auto& samples = entry.samples;
  std::sort(samples.begin(), samples.end(),
            [](const Sample& a, const Sample& b) { return amount(a.of_one) < amount(b.of_one); });
  std::uint64_t all = 0;
  for (const Sample& sample : samples) all += sample.launches;
  const auto at = [&](double share) -> const OperationWork& {
    auto left = static_cast<std::uint64_t>(share * static_cast<double>(all - 1));
    for (const Sample& sample : samples) {
      if (left < sample.launches) return sample.of_one;
      left -= sample.launches;
    }
    return samples.back().of_one;
  };
  const OperationWork& median = at(0.5);
  const auto alike = [&](const OperationWork& work) {
    return std::abs(amount(work) - amount(median)) <= kAlike * std::max(amount(work), amount(median));
  };
  const bool steady =
      std::all_of(std::begin(kAround), std::end(kAround), [&](double share) { return alike(at(share)); });
  std::uint64_t same = 0;
  for (const Sample& sample : samples) same += alike(sample.of_one) ? sample.launches : 0;
  const auto of_median = [&](const Sample& sample) {
    return amount(median) > 0 ? amount(sample.of_one) / amount(median) : 1;
  };
  const bool one_format = std::all_of(samples.begin(), samples.end(),
                                      [&](const Sample& sample) { return sample.of_one.format == median.format; });
  return {.kernel = kernel,
          .operations_of = entry.operations,
          .format = std::string(median.format),
          .seen = entry.seen,
          .known = entry.known,
          .steady = steady && one_format,
          .operations = median.operations,
          .read_bytes = median.read_bytes,
          .written_bytes = median.written_bytes,
          .alike = static_cast<double>(same) / static_cast<double>(all),
          .least = of_median(samples.front()),
          .most = of_median(samples.back())};
}

std::uint64_t FormulaBook::seen(int kernel) const {
  const std::lock_guard lock(mutex_);
  const auto entry = kernels_.find(kernel);
  return entry == kernels_.end() ? 0 : entry->second.seen;
}

FormulaBook::Launches FormulaBook::launches() const {
  const std::lock_guard lock(mutex_);
  return launches_;
}

void FormulaBook::write(inject::Logbook& logbook, bool all) {
  constexpr std::uint64_t kMuchMore = 4;  // a quarter more
  const std::lock_guard lock(mutex_);
  for (auto& [kernel, entry] : kernels_) {
    const std::uint64_t fresh = entry.seen - entry.written;
    if (entry.samples.empty() || fresh == 0 || (!all && fresh * kMuchMore < entry.written)) continue;
    entry.written = entry.seen;
    logbook.write(record_of(kernel, entry));
  }
}

}  // namespace rooflens::torch

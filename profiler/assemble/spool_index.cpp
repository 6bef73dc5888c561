#include "profiler/assemble/spool_index.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <variant>

#include "profiler/assemble/shortened_times.hpp"
#include "profiler/config/kernel_name.hpp"

namespace rooflens::collect {
namespace {

constexpr std::size_t kMostSamples = 1024;  // several times the durations that a session holds

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};

}  // namespace

void TimeTotals::add(const TimeTotals& other) {
  launches += other.launches;
  timed += other.timed;
  total_ns += other.total_ns;
}

void ObservedTimes::add(const spool::KernelTimes& record) {
  TimeTotals::add({record.launches, record.timed, record.total_ns});
  const std::size_t count = record.samples_ns.size();
  if (count == 0) return;
  samples_ns.insert(samples_ns.end(), record.samples_ns.begin(), record.samples_ns.end());
  stands_for.insert(stands_for.end(), count, static_cast<double>(record.timed) / static_cast<double>(count));
  while (samples_ns.size() > kMostSamples) thin();
}

void ObservedTimes::add(const ObservedTimes& other) {
  TimeTotals::add(other);
  samples_ns.insert(samples_ns.end(), other.samples_ns.begin(), other.samples_ns.end());
  stands_for.insert(stands_for.end(), other.stands_for.begin(), other.stands_for.end());
  while (samples_ns.size() > kMostSamples) thin();
}

void ObservedTimes::scale(double factor) {
  total_ns *= factor;
  for (double& sample : samples_ns) sample *= factor;
}

void ObservedTimes::thin() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < samples_ns.size(); i += 2, ++kept) {
    const bool pair = i + 1 < samples_ns.size();
    const double both = stands_for[i] + (pair ? stands_for[i + 1] : 0);
    const bool first = !pair || std::uniform_real_distribution<>(0, both)(random_) < stands_for[i];
    samples_ns[kept] = samples_ns[first ? i : i + 1];
    stands_for[kept] = both;
  }
  samples_ns.resize(kept);
  stands_for.resize(kept);
}

// A record whose lists do not fit together is left out: it was damaged.
void FunctionEntry::add(const spool::InstructionsRecord& record) {
  const std::size_t count = record.offsets.size();
  const std::size_t width = record.names.size();
  if (record.places.size() != count || record.lines.size() != count || record.values.size() != count * width) return;
  launches += record.launches;
  for (std::size_t i = 0; i < count; ++i) {
    models::Instruction& instruction = instructions[record.offsets[i]];
    instruction.offset = record.offsets[i];
    const int place = record.places[i];
    if (place >= 0 && static_cast<std::size_t>(place) < record.files.size()) {
      instruction.file = record.files[static_cast<std::size_t>(place)];
      instruction.line = record.lines[i];
    }
    for (std::size_t n = 0; n < width; ++n) {
      const double value = record.values[i * width + n];
      if (value > 0) instruction.values[record.names[n]] += value;
    }
  }
}

void KernelEntry::take_arguments(double bytes) {
  if (!argument_bytes || std::isnan(bytes)) argument_bytes = bytes;
  if (!std::isnan(*argument_bytes)) argument_bytes = std::max(*argument_bytes, bytes);
}

void SpoolIndex::take(spool::Record taken) {
  std::visit(
      Overloaded{
          [&](spool::ProcessRecord& r) {
            process = std::move(r);
            has_process = true;
          },
          [&](spool::DeviceRecord& r) { devices[r.device] = std::move(r); },
          [&](spool::GroupRecord& r) { groups[r.group] = std::move(r); },
          [&](spool::KernelRecord& r) { kernels[r.kernel].described = std::move(r); },
          [&](spool::CaseRecord& r) { kernels[r.kernel].parameters = std::move(r.parameters); },
          [&](spool::WorkRecord& r) { kernels[r.kernel].shape = r.shape; },
          [&](spool::LeftAloneRecord& r) { kernels[r.kernel].left_alone = std::move(r.why); },
          [&](spool::FormulaRecord& r) { kernels[r.kernel].formula = std::move(r); },
          [&](spool::RangeRecord& r) { ranges[r.range] = std::move(r.path); },
          [&](spool::ObservationRecord& r) { kernels[r.kernel].observations.push_back(std::move(r)); },
          [&](spool::TimesRecord& r) {
            for (const spool::KernelTimes& times : r.kernels) {
              kernels[times.kernel].times.add(times);
              kernels[times.kernel].times_by_range[times.range].add({times.launches, times.timed, times.total_ns});
            }
          },
          [&](spool::InstructionsRecord& r) {
            functions[{r.device, r.function, r.cubin}].add(r);
          },
          [&](spool::NodesRecord& r) {
            auto& nodes = kernels[r.graph].nodes;
            if (std::find(nodes.begin(), nodes.end(), r) == nodes.end()) nodes.push_back(std::move(r));
          },
          [&](spool::EventTimesRecord& r) { kernels[r.kernel].event_times = std::move(r); },
          [&](spool::ArgumentsRecord& r) { kernels[r.kernel].take_arguments(r.bytes); },
          [&](spool::NoteRecord& r) { notes.push_back(std::move(r)); },
          [&](spool::EndRecord& r) {
            ended = true;
            ended_ns = r.ended_ns;
            collecting_ns = r.collecting_ns;
            dropped_records = r.dropped_records;
          },
          [&](spool::GapsRecord& r) { gaps[r.device] = r; },
          [](spool::WindowRecord&) {},
      },
      taken);
}

void SpoolIndex::finish() {
  std::erase_if(kernels, [](const auto& kernel) {
    return !kernel.second.described || kernel.second.record().function == kEvictingKernel;
  });
  std::set<int> in_graphs;
  for (const auto& [number, kernel] : kernels) {
    for (const spool::NodesRecord& nodes : kernel.nodes) in_graphs.insert(nodes.kernels.begin(), nodes.kernels.end());
  }
  for (auto& [number, kernel] : kernels) {
    if (kernel.shape) {
      const auto shape = kernels.find(*kernel.shape);
      if (shape == kernels.end() || shape->second.shape) kernel.shape.reset();  // the spool is damaged
    }
    if (kernel.shape) nodes_of[*kernel.shape].push_back(number);
    if (!in_graphs.contains(number)) {  // there it may do other work
      shorten_to_events(kernel);
      take_times_of_events(kernel);
    }
    std::erase_if(kernel.observations, [&](const spool::ObservationRecord& r) {
      const auto group = groups.find(r.group);
      return group == groups.end() || r.values.size() != group->second.counters.size();
    });
  }
}

std::vector<SpoolIndex> index_spools(const std::filesystem::path& folder) {
  std::vector<SpoolIndex> indices;
  for (const std::filesystem::path& path : spool::spools_in(folder)) {
    SpoolIndex& index = indices.emplace_back();
    index.damage = spool::read_spool(path, [&](spool::Record record) { index.take(std::move(record)); });
    index.finish();
  }
  return indices;
}

}  // namespace rooflens::collect

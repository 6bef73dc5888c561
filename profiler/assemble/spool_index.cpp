#include "profiler/assemble/spool_index.hpp"

#include <variant>

namespace rooflens::collect {
namespace {

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};

}  // namespace

void ObservedTimes::add(const spool::TimesRecord& record) {
  launches += record.launches;
  timed += record.timed;
  total_ns += record.total_ns;
  const std::size_t count = record.samples_ns.size();
  samples_ns.insert(samples_ns.end(), record.samples_ns.begin(), record.samples_ns.end());
  if (count > 0)
    stands_for.insert(stands_for.end(), count, static_cast<double>(record.timed) / static_cast<double>(count));
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

SpoolIndex::SpoolIndex(const spool::Spool& source) {
  // A launch is written before its kernel is described completely, so kernels come first.
  for (const spool::Record& record : source.records) {
    if (const auto* kernel = std::get_if<spool::KernelRecord>(&record)) kernels[kernel->kernel].record = *kernel;
    if (const auto* group = std::get_if<spool::GroupRecord>(&record)) groups[group->group] = group;
  }
  const auto known = [&](int kernel) { return kernels.contains(kernel); };
  const Overloaded take{
      [&](const spool::ProcessRecord& r) {
        process = r;
        has_process = true;
      },
      [&](const spool::DeviceRecord& r) { devices[r.device] = r; },
      [&](const spool::RangeRecord& r) { ranges[r.range] = r.path; },
      [&](const spool::ObservationRecord& r) {
        const auto group = groups.find(r.group);
        if (!known(r.kernel) || group == groups.end()) return;
        if (r.values.size() == group->second->counters.size()) kernels[r.kernel].observations.push_back(&r);
      },
      [&](const spool::TimesRecord& r) {
        if (!known(r.kernel)) return;
        kernels[r.kernel].times.add(r);
        kernels[r.kernel].times_by_range[r.range].add(r);
      },
      [&](const spool::InstructionsRecord& r) {
        functions[{r.device, r.function, r.cubin}].add(r);
      },
      [&](const spool::NoteRecord& r) { notes.push_back(r); },
      [&](const spool::EndRecord& r) {
        ended = true;
        collecting_ns = r.collecting_ns;
        dropped_records = r.dropped_records;
      },
      [](const auto&) {},
  };
  for (const spool::Record& record : source.records) std::visit(take, record);
}

}  // namespace rooflens::collect

#include "models/roofs/ceiling.hpp"

#include <utility>

namespace rooflens::models {
namespace {

constexpr std::array<std::pair<CeilingSource, std::string_view>, 4> kSources{{
    {CeilingSource::theoretical, "theoretical"},
    {CeilingSource::counter_peak, "counter_peak"},
    {CeilingSource::measured, "measured"},
    {CeilingSource::user, "user"},
}};
constexpr std::array<std::pair<ClockBasis, std::string_view>, 3> kBases{{
    {ClockBasis::maximum, "maximum"},
    {ClockBasis::during_run, "during_run"},
    {ClockBasis::reached, "reached"},
}};
constexpr std::array<std::pair<ClockOf, std::string_view>, 3> kClocksOf{{
    {ClockOf::sm, "sm"},
    {ClockOf::l2, "l2"},
    {ClockOf::memory, "memory"},
}};

template <class Table, class Key>
std::string_view id_of(const Table& table, Key key) {
  return table[static_cast<std::size_t>(key)].second;
}

template <class Key, class Table>
std::optional<Key> from_id(const Table& table, std::string_view id) {
  for (const auto& [key, text] : table) {
    if (text == id) return key;
  }
  return std::nullopt;
}

// The order of CeilingSource: what the user states wins, then what was reached, what the chip says, what the formula
// says.
int trust(const CeilingOrigin& origin) {
  return static_cast<int>(origin.source) * 2 + (origin.basis == ClockBasis::maximum ? 0 : 1);
}

template <class Entries, class Matches>
auto most_trusted(const Entries& entries, Matches matches) -> decltype(entries.data()) {
  decltype(entries.data()) best = nullptr;
  for (const auto& entry : entries) {
    if (matches(entry) && (!best || trust(entry.origin) > trust(best->origin))) best = &entry;
  }
  return best;
}

}  // namespace

const MemoryCeiling* Ceilings::best(Level level) const {
  return most_trusted(memory, [&](const MemoryCeiling& c) { return c.level == level; });
}

const ComputeCeiling* Ceilings::best(Precision precision) const {
  return most_trusted(compute, [&](const ComputeCeiling& c) { return c.precision == precision; });
}

const InstructionCeiling* Ceilings::best(Pipe pipe) const {
  return most_trusted(instruction, [&](const InstructionCeiling& c) { return c.pipe == pipe; });
}

std::optional<AnyCeiling> Ceilings::best(const RoofResource& resource) const {
  return std::visit(
      [this](auto one) -> std::optional<AnyCeiling> {
        const auto* ceiling = best(one);
        return ceiling ? std::optional(AnyCeiling{ceiling->rate.value(), &ceiling->origin}) : std::nullopt;
      },
      resource);
}

void Ceilings::append(const Ceilings& other) {
  memory.insert(memory.end(), other.memory.begin(), other.memory.end());
  compute.insert(compute.end(), other.compute.begin(), other.compute.end());
  instruction.insert(instruction.end(), other.instruction.begin(), other.instruction.end());
  if (other.latency) latency = other.latency;
  if (other.probes) probes = other.probes;
  if (!other.links.empty()) links = other.links;
}

std::string_view id(CeilingSource source) { return id_of(kSources, source); }
std::string_view id(ClockBasis basis) { return id_of(kBases, basis); }
std::string_view id(ClockOf clock_of) { return id_of(kClocksOf, clock_of); }
std::optional<ClockOf> clock_of_from_id(std::string_view id) { return from_id<ClockOf>(kClocksOf, id); }
std::optional<CeilingSource> ceiling_source_from_id(std::string_view id) {
  return from_id<CeilingSource>(kSources, id);
}
std::optional<ClockBasis> clock_basis_from_id(std::string_view id) { return from_id<ClockBasis>(kBases, id); }

}  // namespace rooflens::models

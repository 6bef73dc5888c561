#include "models/roofs/ceiling.hpp"

namespace rooflens::models {
namespace {

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

}  // namespace rooflens::models

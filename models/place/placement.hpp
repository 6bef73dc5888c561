// A kernel or range on its machine's roofs: its time, what it did, a point for each memory level, and what limits it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <variant>

#include "models/base/roof_resource.hpp"
#include "models/place/binding.hpp"
#include "models/place/counted_kernel.hpp"
#include "models/place/demand.hpp"
#include "models/place/percent_of_roof.hpp"
#include "models/place/time_mismatch.hpp"

namespace rooflens::models {

/// Stored beside every point: from the first release on, a changed formula changes this number.
inline constexpr int kModelVersion = 1;

/// What the roofs of its machine say of a kernel.
struct Judgement {
  std::optional<DemandModel> demand{};  ///< of every resource, and what each inefficiency adds; absent without a time
  Binding binding = Binding::unknown;
  bool no_roof_at_most = false;              ///< the binding is that of its largest counts
  std::optional<RoofResource> busiest{};     ///< the resource that it keeps busiest; absent: none has a roof
  std::optional<double> busiest_fraction{};  ///< share of that resource's roof, with those of its group
  std::optional<PercentOfRoof> percent_of_roof{};
  std::optional<TimeMismatch> mismatch{};  ///< what was counted does not fit into its time, and what that withholds
};

/// The shares that operations and points have of their roofs are absent where the judgement withholds them.
struct Placement : CountedKernel, Judgement {};

/// Places an observation on its machine's roofs. The result points to both, which must outlive it. Pure.
[[nodiscard]] Placement place(const Observation& observation, const Machine& machine);
/// The same, where the bound of a kernel is unknown as soon as its counters contradict each other or its time.
/// `at_most` as in count_kernel().
[[nodiscard]] Placement place_as_counted(const Observation& observation, const Machine& machine, bool at_most = false);

/// What a kernel is bound by that keeps this resource busiest. Atomics are done in L2 or in shared memory; what else is
/// no level, and computes nothing, takes instructions.
[[nodiscard]] inline Binding binding_of(const RoofResource& resource) {
  constexpr std::array kOfLevel{Binding::shared, Binding::l1, Binding::l2, Binding::dram};
  if (const auto* level = std::get_if<Level>(&resource)) return kOfLevel[static_cast<std::size_t>(*level)];
  if (resource == RoofResource(Pipe::atomic) || resource == RoofResource(Pipe::atomic_slice)) return Binding::l2;
  if (resource == RoofResource(Pipe::shared_atomic)) return Binding::shared;
  const auto* pipe = std::get_if<Pipe>(&resource);
  if (pipe && is_of_host(*pipe)) return Binding::host;
  return pipe && !info(*pipe).computes ? Binding::instructions : Binding::compute;
}

/// The resource that binds the kernel where that is no level of memory: a pipe of the SMs, or atomics.
[[nodiscard]] inline const RoofResource* binding_pipe(const Placement& kernel) {
  const bool bound = kernel.binding != Binding::no_roof && kernel.binding != Binding::unknown;
  return bound && kernel.busiest && !std::holds_alternative<Level>(*kernel.busiest) ? &*kernel.busiest : nullptr;
}

}  // namespace rooflens::models

// Demand while it is put together: the model so far, and the counters it comes from.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "models/counters/names.hpp"
#include "models/place/counted_kernel.hpp"
#include "models/place/demand.hpp"

namespace rooflens::models {

namespace demand_counters {
inline constexpr std::string_view kLoads = counter::kSmspSassInstExecutedOpGlobalLdSum;
inline constexpr std::string_view kStores = counter::kSmspSassInstExecutedOpGlobalStSum;
inline constexpr std::string_view kLoadBytes = counter::kSmspSassDataBytesMemGlobalOpLdSum;
inline constexpr std::string_view kStoreBytes = counter::kSmspSassDataBytesMemGlobalOpStSum;
inline constexpr std::string_view kLoadSectors = counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpLdSum;
inline constexpr std::string_view kStoreSectors = counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpStSum;
inline constexpr std::string_view kSharedLoads = counter::kSmspSassInstExecutedOpSharedLdSum;
inline constexpr std::string_view kSharedStores = counter::kSmspSassInstExecutedOpSharedStSum;
inline constexpr std::string_view kSharedBytes = counter::kSmspSassDataBytesMemSharedSum;
inline constexpr std::string_view kWavefronts = counter::kSmspSassL1texPipeLsuWavefrontsMemSharedSum;
inline constexpr std::string_view kSharedAtomicWavefronts =
    counter::kSmspSassL1texDataPipeLsuWavefrontsMemSharedOpAtomSum;
inline constexpr std::string_view kLocalLoads = counter::kSmspSassInstExecutedOpLocalLdSum;
inline constexpr std::string_view kLocalStores = counter::kSmspSassInstExecutedOpLocalStSum;
inline constexpr std::string_view kLocalLoadSectors = counter::kL1texTSectorsPipeLsuMemLocalOpLdSum;
inline constexpr std::string_view kLocalStoreSectors = counter::kL1texTSectorsPipeLsuMemLocalOpStSum;
inline constexpr std::string_view kL1Bytes = counter::kL1texTBytesSum;
inline constexpr std::string_view kL2Sectors = counter::kLtsTSectorsSrcunitTexSum;
inline constexpr std::string_view kDramBytes = counter::kDramBytesSum;
inline constexpr std::string_view kInteger = counter::kSmspSassThreadInstExecutedOpIntegerPredOnSum;

/// The instructions of one number format, counted per thread.
struct ArithmeticNames {
  Precision precision;
  std::string_view add, multiply, fused;
};
inline constexpr std::array kArithmetic{
    ArithmeticNames{Precision::fp32, counter::kSmspSassThreadInstExecutedOpFaddPredOnSum,
                    counter::kSmspSassThreadInstExecutedOpFmulPredOnSum,
                    counter::kSmspSassThreadInstExecutedOpFfmaPredOnSum},
    ArithmeticNames{Precision::fp64, counter::kSmspSassThreadInstExecutedOpDaddPredOnSum,
                    counter::kSmspSassThreadInstExecutedOpDmulPredOnSum,
                    counter::kSmspSassThreadInstExecutedOpDfmaPredOnSum},
    ArithmeticNames{Precision::fp16, counter::kSmspSassThreadInstExecutedOpHaddPredOnSum,
                    counter::kSmspSassThreadInstExecutedOpHmulPredOnSum,
                    counter::kSmspSassThreadInstExecutedOpHfmaPredOnSum},
};
}  // namespace demand_counters

inline constexpr double kSectorBytes = 32;

[[nodiscard]] constexpr std::size_t at(Inefficiency i) { return static_cast<std::size_t>(i); }

struct DemandDraft {
  using Names = std::vector<std::string_view>;

  const CountedKernel& kernel;
  const CounterSet& counters;
  DemandModel model{};

  /// 0 where the counter was not collected: only behind have().
  [[nodiscard]] double value(std::string_view name) const { return counters.value(name).value_or(0); }
  /// Whether all are there; where not, the inefficiency becomes unknown for them.
  [[nodiscard]] bool have(Inefficiency i, const Names& names);
  void known(Inefficiency i, const Names& names, bool at_most = false);
  void contradictory(Inefficiency i, const Names& names);
  /// nullptr where the kernel has no demand of it, or it has no roof.
  [[nodiscard]] DemandResource* find(const RoofResource& resource);
  /// The kernel's counted traffic at a level; nullptr where it was not counted.
  [[nodiscard]] const LevelPoint* measured(Level level) const;
};

/// What makes warp issue and the pipes do more: divergence, predication, spills, overhead, unfused arithmetic.
void add_instruction_demand(DemandDraft& draft);
/// What makes the memory levels move more: uncoalesced accesses, bank conflicts, repeated DRAM traffic.
void add_traffic_demand(DemandDraft& draft);
/// Groups of which part may have been counted twice are no groups.
void separate_groups(DemandDraft& draft);
/// What the mix of reads and writes, and L1 together with shared memory, may need beyond what is known.
void add_unknown_mix(DemandDraft& draft);

}  // namespace rooflens::models

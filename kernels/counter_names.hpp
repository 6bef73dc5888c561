// The counters whose values the catalogue predicts, as CUPTI spells them, in one place. All are whole numbers: accesses
// are counted once a warp of which any lane is on, sectors (32 bytes between a request and the L1) and wavefronts as
// they are needed, operations once a thread whose predicate is on.
#pragma once

#include <string_view>

#include "models/counters/names.hpp"

namespace rooflens::kernels::counter {

inline constexpr std::string_view kGlobalLoads = models::counter::kSmspSassInstExecutedOpGlobalLdSum;
inline constexpr std::string_view kGlobalStores = models::counter::kSmspSassInstExecutedOpGlobalStSum;
inline constexpr std::string_view kGlobalLoadSectors = models::counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpLdSum;
inline constexpr std::string_view kGlobalStoreSectors = models::counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpStSum;
inline constexpr std::string_view kSharedLoads = models::counter::kSmspSassInstExecutedOpSharedLdSum;
inline constexpr std::string_view kSharedStores = models::counter::kSmspSassInstExecutedOpSharedStSum;
inline constexpr std::string_view kSharedWavefronts = models::counter::kSmspSassL1texPipeLsuWavefrontsMemSharedSum;
inline constexpr std::string_view kSharedBytes = models::counter::kSmspSassDataBytesMemSharedSum;
inline constexpr std::string_view kFadd = models::counter::kSmspSassThreadInstExecutedOpFaddPredOnSum;
inline constexpr std::string_view kFmul = models::counter::kSmspSassThreadInstExecutedOpFmulPredOnSum;
inline constexpr std::string_view kFfma = models::counter::kSmspSassThreadInstExecutedOpFfmaPredOnSum;
inline constexpr std::string_view kDfma = models::counter::kSmspSassThreadInstExecutedOpDfmaPredOnSum;

}  // namespace rooflens::kernels::counter

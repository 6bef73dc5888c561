#include "models/counters/counter_group.hpp"

#include <array>

#include "models/counters/names.hpp"

namespace rooflens::models {
namespace {

constexpr std::array kQuick{
    // Roofline.
    WantedCounter{counter::kDramBytesSum},
    WantedCounter{counter::kFbpaDramReadBytesSum, counter::kDramBytesReadSum},
    WantedCounter{counter::kFbpaDramWriteBytesSum, counter::kDramBytesWriteSum},
    WantedCounter{counter::kLtsTBytesSum},
    WantedCounter{counter::kLtsTSectorsSrcunitTexSum},
    WantedCounter{counter::kLtsTSectorsOpReadSum},
    WantedCounter{counter::kLtsTSectorsOpWriteSum},
    WantedCounter{counter::kL1texTBytesSum},
    WantedCounter{counter::kSmInstExecutedPipeTensorSum},
    WantedCounter{.name = counter::kSmInstExecutedPipeTensorOpHmmaTypeHfma2Sum, .optional = true},
    WantedCounter{counter::kSmspSassThreadInstExecutedOpFaddPredOnSum},
    WantedCounter{counter::kSmspSassThreadInstExecutedOpFmulPredOnSum},
    WantedCounter{counter::kSmspSassThreadInstExecutedOpFfmaPredOnSum},
    WantedCounter{counter::kSmspSassThreadInstExecutedOpDaddPredOnSum},
    WantedCounter{counter::kSmspSassThreadInstExecutedOpDmulPredOnSum},
    WantedCounter{counter::kSmspSassThreadInstExecutedOpDfmaPredOnSum},
    WantedCounter{counter::kSmspSassThreadInstExecutedOpHaddPredOnSum},
    WantedCounter{counter::kSmspSassThreadInstExecutedOpHmulPredOnSum},
    WantedCounter{counter::kSmspSassThreadInstExecutedOpHfmaPredOnSum},
    WantedCounter{counter::kSmspSassThreadInstExecutedOpIntegerPredOnSum},
    WantedCounter{counter::kSmspSassThreadInstExecutedOpConversionPredOnSum},
    // Occupancy and balance. Cycles serve as ratios to each other only: a range adds its own.
    WantedCounter{counter::kSmWarpsActiveAvgPctOfPeakSustainedActive},
    WantedCounter{counter::kSmCyclesActiveAvg},
    WantedCounter{counter::kSmCyclesActiveSum},
    WantedCounter{counter::kSmCyclesActiveMax},
    WantedCounter{counter::kSmCyclesElapsedMax},
    // Divergence.
    WantedCounter{counter::kSmspSassInstExecutedSum},
    WantedCounter{counter::kSmspSassThreadInstExecutedSum},
    WantedCounter{counter::kSmspSassThreadInstExecutedPredOnSum},
    WantedCounter{counter::kSmspSassBranchTargetsSum},
    WantedCounter{counter::kSmspSassBranchTargetsThreadsDivergentSum},
    WantedCounter{counter::kSmspSassBranchTargetsThreadsUniformSum},
    WantedCounter{counter::kSmspSassInstExecutedOpBranchSum},
    // Bank conflicts.
    WantedCounter{counter::kSmspSassL1texPipeLsuWavefrontsMemSharedSum},
    WantedCounter{counter::kSmspSassDataBytesMemSharedSum},
    WantedCounter{counter::kSmspSassInstExecutedOpSharedLdSum},
    WantedCounter{counter::kSmspSassInstExecutedOpSharedStSum},
    // Coalescing.
    WantedCounter{counter::kSmspSassInstExecutedOpGlobalLdSum},
    WantedCounter{counter::kSmspSassInstExecutedOpGlobalStSum},
    WantedCounter{counter::kSmspSassDataBytesMemGlobalOpLdSum},
    WantedCounter{counter::kSmspSassDataBytesMemGlobalOpStSum},
    WantedCounter{counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpLdSum},
    WantedCounter{counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpStSum},
    // Spills.
    WantedCounter{counter::kSmspSassInstExecutedOpLocalLdSum},
    WantedCounter{counter::kSmspSassInstExecutedOpLocalStSum},
    // Atomics. The busiest slice of L2 tells those to one address.
    WantedCounter{counter::kSmspSassInstExecutedOpGlobalAtomSum},
    WantedCounter{counter::kSmspSassInstExecutedOpGlobalRedSum},
    WantedCounter{counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpAtomSum},
    WantedCounter{counter::kSmspSassL1texTSectorsPipeLsuMemGlobalOpRedSum},
    WantedCounter{counter::kSmspSassInstExecutedOpSharedAtomSum},
    WantedCounter{counter::kSmspSassL1texDataPipeLsuWavefrontsMemSharedOpAtomSum},
    WantedCounter{.name = counter::kLtsDAtomicInputCyclesActiveMax, .if_free = true},
    WantedCounter{.name = counter::kLtsDAtomicInputCyclesActiveSum, .if_free = true},
    WantedCounter{.name = counter::kLtsTSectorsOpAtomSum, .if_free = true},
    WantedCounter{.name = counter::kLtsTSectorsOpRedSum, .if_free = true},
    // Peaks: they follow from the chip, cost no pass, and become roofs with a clock.
    WantedCounter{counter::kDramBytesSumPeakSustained},
    WantedCounter{counter::kLtsTBytesSumPeakSustained},
    WantedCounter{counter::kLtsLts2xbarCyclesActiveSumPeakSustained},
    WantedCounter{counter::kL1texTBytesSumPeakSustained},
    WantedCounter{counter::kSmSassThreadInstExecutedOpFfmaPredOnSumPeakSustained},
    WantedCounter{counter::kSmSassThreadInstExecutedOpDfmaPredOnSumPeakSustained},
    WantedCounter{counter::kSmSassThreadInstExecutedOpHfmaPredOnSumPeakSustained},
    // Clocks: cycles over time of the same range, which its overhead does not change.
    WantedCounter{counter::kSmCyclesElapsedAvgPerSecond},
    WantedCounter{counter::kLtsCyclesElapsedAvgPerSecond},
    // Whether the passes saw the same work.
    WantedCounter{.name = kHardwareAnchor, .if_free = true},
    // Memory of the host, which SMs read and write through L2 and the link.
    WantedCounter{.name = counter::kLtsTSectorsSrcunitTexApertureSysmemOpReadSum, .if_free = true},
    WantedCounter{.name = counter::kLtsTSectorsSrcunitTexApertureSysmemOpWriteSum, .if_free = true},
};

constexpr CounterGroup kQuickGroup{
    "quick", "roofline, occupancy, divergence, bank conflicts, coalescing, spills, and the GPU's peaks", kQuick};

constexpr std::array kOfPipes{
    // In the order in which they are wanted where one pass does not take all.
    WantedCounter{.name = counter::kSmInstExecutedPipeXuSum, .optional = true},
    // Multiply-adds of integers take the half of the FMA pipe that knows them; older chips have no halves.
    WantedCounter{counter::kSmInstExecutedPipeFmaheavySum, counter::kSmInstExecutedPipeFmaSum, true},
    WantedCounter{.name = counter::kSmInstExecutedPipeAluSum, .optional = true},
    WantedCounter{.name = counter::kSmInstExecutedPipeLsuSum, .optional = true},
    // Constants that are loaded by an index.
    WantedCounter{.name = counter::kIdcRequestCyclesActiveSum, .optional = true},
    // Where `quick` had no place for them.
    WantedCounter{.name = counter::kLtsDAtomicInputCyclesActiveMax, .if_free = true},
    WantedCounter{.name = counter::kLtsDAtomicInputCyclesActiveSum, .if_free = true},
    WantedCounter{.name = kHardwareAnchor, .if_free = true},
    WantedCounter{.name = counter::kLtsTSectorsSrcunitTexApertureSysmemOpReadSum, .if_free = true},
    WantedCounter{.name = counter::kLtsTSectorsSrcunitTexApertureSysmemOpWriteSum, .if_free = true},
};

constexpr std::array kOfWaits{
    // Loads on their way, summed over cycles: over those that were executed, how long one takes.
    WantedCounter{.name = counter::kSmInstPendingPipeLsuMemLgCmdReadSum, .optional = true},
    WantedCounter{.name = counter::kSmInstExecutedPipeLsuMemLgCmdReadSum, .optional = true},
    // Warps at barriers, summed over cycles.
    WantedCounter{.name = counter::kSmspWarpsIssueStalledBarrierSum, .optional = true},
    // `pipes` has no place for it beside its anchor (GH100).
    WantedCounter{.name = counter::kLtsTSectorsSrcunitTexApertureSysmemOpWriteSum, .optional = true},
    WantedCounter{.name = kHardwareAnchor, .if_free = true},
};

constexpr CounterGroup kPipesGroup{"pipes", "integer, special functions, loads and stores, constants, atomics",
                                   kOfPipes};
constexpr CounterGroup kWaitsGroup{"waits", "loads in flight and how long they take, warps at barriers", kOfWaits};

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

const CounterGroup& quick_group() { return kQuickGroup; }
const CounterGroup& pipes_group() { return kPipesGroup; }
const CounterGroup& waits_group() { return kWaitsGroup; }

bool is_tensor_counter(std::string_view base_name) {
  return base_name.starts_with(kTensorPrefix) && !contains(base_name, "_realtime") &&
         !contains(base_name, "_sparsity_");
}

bool is_sass_counter(std::string_view name) { return contains(name, "__sass_") && !name.ends_with(".peak_sustained"); }

}  // namespace rooflens::models

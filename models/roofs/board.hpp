// Boards whose figures are known: what a device's properties do not tell (the class that settles tensor rates, the
// clocks that vendors quote peaks at, the width of the L2), as a table with the source of every row.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "models/base/device_properties.hpp"
#include "models/roofs/ceiling.hpp"

namespace rooflens::models {

/// Chips of one compute capability have other tensor rates in another class.
enum class BoardClass { data_centre, professional, geforce };

struct Board {
  std::string_view name;   ///< for people: "A100 SXM4 80 GB"
  std::string_view words;  ///< words that the device's name must contain, all of them: "A100 SXM4 80GB"
  BoardClass board_class;
  ComputeCapability compute_capability;
  int sm_count;
  double boost_mhz;                          ///< the SM clock that FP32, FP64 and FP64-tensor peaks are quoted at
  double tensor_mhz;                         ///< the one that the other tensor peaks are quoted at
  double memory_mhz;                         ///< half the data rate, as the driver reports it
  int bus_bits;                              ///< of the memory
  double memory_gib;                         ///< nominal capacity; the usable one is up to 10 % less
  std::optional<double> l2_bytes_per_clock;  ///< of all slices, where the vendor tells
  std::string_view source;                   ///< where the numbers of this row come from
};

[[nodiscard]] std::span<const Board> boards();

/// The row of this device, nullptr when there is none: words of the name, compute capability, number of SMs (fewer in a
/// MIG slice, those of the whole for a part) and capacity (less in a slice) must all agree, so that a relative with
/// other SMs is not taken for it.
[[nodiscard]] const Board* find_board(const DeviceProperties& device);

/// The rows that a person may mean: every word of `text` (letters and digits; anything else parts words) is a word of
/// the name, in any case, or begins one where it holds no number: "a100-80" is A100 SXM4 80 GB and A100 PCIe 80 GB,
/// "L40" is none. "NVIDIA" and the like tell nothing. A name that is written out comes alone, and so does the driver's.
[[nodiscard]] std::vector<const Board*> boards_named(std::string_view text);

/// Which of them the name of a family alone stands for: "A100" is A100 SXM4 80 GB. The SXM board of most
/// memory; nullptr where `text` parts a word ("L") or the boards are of different chips ("RTX").
[[nodiscard]] const Board* usual_board(std::string_view text);

/// The device as its data sheet describes it: SMs, clocks and memory interface of the row.
[[nodiscard]] DeviceProperties data_sheet_device(const Board& board);

/// What the data sheet promises: theoretical roofs, each at the clock that the vendor quotes it at. With `sms`, what
/// that comes to for a MIG slice of so many SMs: DRAM and L2 stay those of the board.
[[nodiscard]] Ceilings data_sheet_ceilings(const Board& board, std::optional<int> sms = std::nullopt);

}  // namespace rooflens::models

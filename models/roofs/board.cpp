#include "models/roofs/board.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "models/base/thresholds.hpp"
#include "models/roofs/theoretical.hpp"

namespace rooflens::models {
namespace {

using enum BoardClass;

constexpr std::optional<double> kUnknown;
constexpr double kGib = 1 << 30;

// clang-format off
constexpr std::array kBoards{
    Board{"V100 SXM2",        "V100 SXM2",       data_centre, {7, 0},  80, 1530, 1530,   877, 4096,  16, 2048,
          "V100 data sheet and architecture white paper; L2: 64 slices of 32 bytes"},
    Board{"V100 SXM2 32 GB",  "V100 SXM2 32GB",  data_centre, {7, 0},  80, 1530, 1530,   877, 4096,  32, 2048,
          "V100 data sheet and architecture white paper; L2: 64 slices of 32 bytes"},
    Board{"V100 PCIe",        "V100 PCIE",       data_centre, {7, 0},  80, 1380, 1370,   877, 4096,  16, 2048,
          "V100 data sheet; the tensor clock follows from its 112 TFLOP/s; L2: 64 slices of 32 bytes"},
    Board{"V100 PCIe 32 GB",  "V100 PCIE 32GB",  data_centre, {7, 0},  80, 1380, 1370,   877, 4096,  32, 2048,
          "V100 data sheet; the tensor clock follows from its 112 TFLOP/s; L2: 64 slices of 32 bytes"},
    Board{"T4",               "T4",              data_centre, {7, 5},  40, 1590, 1590,  5001,  256,  16, kUnknown,
          "T4 data sheet"},
    Board{"A100 SXM4 40 GB",  "A100 SXM4 40GB",  data_centre, {8, 0}, 108, 1410, 1410,  1215, 5120,  40, 5120,
          "A100 data sheet and architecture white paper, which gives the bytes per clock of the L2"},
    Board{"A100 PCIe 40 GB",  "A100 PCIE 40GB",  data_centre, {8, 0}, 108, 1410, 1410,  1215, 5120,  40, 5120,
          "A100 data sheet and architecture white paper"},
    Board{"A100 SXM4 80 GB",  "A100 SXM4 80GB",  data_centre, {8, 0}, 108, 1410, 1410,  1593, 5120,  80, 5120,
          "A100 data sheet and architecture white paper"},
    Board{"A100 PCIe 80 GB",  "A100 PCIE 80GB",  data_centre, {8, 0}, 108, 1410, 1410,  1512, 5120,  80, 5120,
          "A100 data sheet and architecture white paper"},
    Board{"A10",              "A10",             professional, {8, 6}, 72, 1695, 1695,  6251,  384,  24, kUnknown,
          "A10 data sheet"},
    Board{"RTX 3090",         "RTX 3090",        geforce,     {8, 6},  82, 1695, 1695,  9751,  384,  24, kUnknown,
          "GA102 architecture white paper"},
    Board{"L4",               "L4",              professional, {8, 9}, 58, 2040, 2040,  6251,  192,  24, kUnknown,
          "L4 data sheet"},
    Board{"L40S",             "L40S",            professional, {8, 9}, 142, 2520, 2520, 9001,  384,  48, kUnknown,
          "L40S data sheet"},
    Board{"RTX 4090",         "RTX 4090",        geforce,     {8, 9}, 128, 2520, 2520, 10501,  384,  24, kUnknown,
          "Ada architecture white paper"},
    Board{"H100 PCIe",        "H100 PCIE",       data_centre, {9, 0}, 114, 1755, 1620,  1593, 5120,  80, kUnknown,
          "H100 data sheet; the tensor clock follows from its 756 TFLOP/s"},
    Board{"H100 SXM5",        "H100 80GB HBM3",  data_centre, {9, 0}, 132, 1980, 1830,  2619, 5120,  80, kUnknown,
          "H100 data sheet and architecture white paper; the tensor clock follows from 989.4 TFLOP/s"},
    Board{"H200 SXM",         "H200",            data_centre, {9, 0}, 132, 1980, 1830,  3201, 6016, 141, kUnknown,
          "H200 data sheet; memory clock and bus as the driver reports them"},
    Board{"H200 NVL",         "H200 NVL",        data_centre, {9, 0}, 132, 1785, 1545,  3201, 6016, 141, kUnknown,
          "H200 data sheet; the clocks follow from its 60 TFLOP/s FP32 and 835.5 TFLOP/s BF16"},
    Board{"B200",             "B200",            data_centre, {10, 0}, 148, 1965, 1856, 3996, 7680, 180, kUnknown,
          "HGX B200 data sheet; memory clock and bus as the driver reports them; the tensor clock follows from "
          "2250 TFLOP/s"},
    Board{"RTX 5090",         "RTX 5090",        geforce,     {12, 0}, 170, 2407, 2407, 14001, 512,  32, kUnknown,
          "RTX Blackwell architecture white paper"},
};
// clang-format on

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
bool is_word(char c) { return (upper(c) >= 'A' && upper(c) <= 'Z') || (c >= '0' && c <= '9'); }

// "NVIDIA A100-SXM4-80GB" -> " NVIDIA A100 SXM4 80GB "
std::string words_of(std::string_view name) {
  std::string words = " ";
  for (const char c : name) words += is_word(c) ? upper(c) : ' ';
  return words + ' ';
}

bool has_all_words(const std::string& name, std::string_view wanted) {
  while (!wanted.empty()) {
    const std::size_t end = std::min(wanted.find(' '), wanted.size());
    if (name.find(" " + std::string(wanted.substr(0, end)) + " ") == std::string::npos) return false;
    wanted.remove_prefix(std::min(end + 1, wanted.size()));
  }
  return true;
}

// What a source leaves open (0) cannot contradict.
bool plausible(const DeviceProperties& device, const Board& board) {
  const bool slice = device.mig.value_or(false);
  const int all = device.whole_sm_count.value_or(device.sm_count);
  const bool sms = all == board.sm_count || (slice && all < board.sm_count);
  const double gib = device.memory.value() / kGib;
  const bool memory =
      gib <= 0 || (gib <= kMostUsable * board.memory_gib && (slice || gib >= kLeastUsable * board.memory_gib));
  return device.compute_capability == board.compute_capability && sms && memory;
}

// Whether every word of `wanted` begins a word of `name`; both from words_of().
bool begins_words(const std::string& name, const std::string& wanted) {
  std::size_t begin = 0;
  while ((begin = wanted.find_first_not_of(' ', begin)) != std::string::npos) {
    const std::size_t end = wanted.find(' ', begin);
    if (name.find(" " + wanted.substr(begin, end - begin)) == std::string::npos) return false;
    begin = end;
  }
  return true;
}

std::string without_ends(std::string words) {
  words.erase(0, words.find_first_not_of(' '));
  return words.erase(words.find_last_not_of(' ') + 1);
}

std::string without_spaces(std::string words) {
  std::erase(words, ' ');
  return words;
}

}  // namespace

std::span<const Board> boards() { return kBoards; }

std::vector<const Board*> boards_named(std::string_view text) {
  const std::string wanted = words_of(text);
  std::vector<const Board*> found;
  if (wanted.find_first_not_of(' ') == std::string::npos) return found;
  for (const Board& board : kBoards) {
    const std::string name = words_of(board.name);
    if (without_spaces(name) == without_spaces(wanted)) return {&board};
    if (begins_words(name, wanted)) found.push_back(&board);
  }
  return found;
}

const Board* usual_board(std::string_view text) {
  const std::string wanted = without_ends(words_of(text));
  const Board* usual = nullptr;
  const auto rank = [](const Board& board) {
    return std::pair(board.name.find("SXM") != std::string_view::npos, board.memory_gib);
  };
  for (const Board* board : boards_named(text)) {
    if (!has_all_words(words_of(board->name), wanted)) return nullptr;
    if (usual && usual->compute_capability != board->compute_capability) return nullptr;
    if (!usual || rank(*board) > rank(*usual)) usual = board;
  }
  return usual;
}

const Board* find_board(const DeviceProperties& device) {
  const std::string name = words_of(device.name);
  const Board* best = nullptr;
  for (const Board& board : kBoards) {
    if (!has_all_words(name, board.words) || !plausible(device, board)) continue;
    if (!best || board.words.size() > best->words.size()) best = &board;
  }
  return best;
}

DeviceProperties data_sheet_device(const Board& board) {
  DeviceProperties device;
  device.name = board.words;
  device.compute_capability = board.compute_capability;
  device.sm_count = board.sm_count;
  device.sm_clock_maximum = megahertz(board.boost_mhz);
  device.memory_clock_maximum = megahertz(board.memory_mhz);
  device.memory_bus_bits = board.bus_bits;
  return device;
}

Ceilings data_sheet_ceilings(const Board& board, std::optional<int> sms) {
  DeviceProperties device = data_sheet_device(board);
  if (sms && *sms < board.sm_count) {
    device.whole_sm_count = device.sm_count;
    device.sm_count = *sms;
  }
  const auto at = [&](double mhz) {
    return theoretical_ceilings(device, megahertz(mhz), device.memory_clock_maximum, ClockBasis::maximum);
  };
  Ceilings roofs = at(board.boost_mhz);
  const Ceilings tensor = at(board.tensor_mhz);
  for (ComputeCeiling& roof : roofs.compute) {
    if (!info(roof.precision).tensor || roof.precision == Precision::tensor_fp64) continue;
    roof = *tensor.best(roof.precision);
  }
  return roofs;
}

}  // namespace rooflens::models

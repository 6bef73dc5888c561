#include "models/roofs/board.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
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

constexpr std::array<std::string_view, 4> kVendorWords{"NVIDIA", "TESLA", "GEFORCE", "GB"};

bool has_digit(std::string_view word) { return word.find_first_of("0123456789") != std::string_view::npos; }

// Of a name, or of what somebody asks for: "A100 SXM4 80 GB", as "nvidia a100-sxm4-80gb", is A100, SXM4 and 80.
std::vector<std::string> telling_words(std::string_view text) {
  std::vector<std::string> result;
  std::istringstream words(words_of(text));
  for (std::string word; words >> word;) {
    if (has_digit(word) && word.ends_with("GB")) word.resize(word.size() - 2);
    if (std::ranges::find(kVendorWords, word) == kVendorWords.end()) result.push_back(word);
  }
  return result;
}

enum class Words { whole, begun };

// Each word that is asked for is one of the name, or begins one where it holds no number: "sxm", but not "L40" of L40S.
bool fits(const Board& board, const std::vector<std::string>& asked, Words words) {
  const std::vector<std::string> name = telling_words(board.name);
  return std::ranges::all_of(asked, [&](const std::string& word) {
    return std::ranges::any_of(name, [&](const std::string& whole) {
      return whole == word || (words == Words::begun && !has_digit(word) && whole.starts_with(word));
    });
  });
}

std::string joined_words(std::string_view text) {
  std::string all;
  for (const std::string& word : telling_words(text)) all += word;
  return all;
}

// Of the boards whose words are all in the name, and that fit, the one with most.
template <typename Fits>
const Board* best_by_words(const std::string& name, const Fits& fits) {
  const Board* best = nullptr;
  for (const Board& board : kBoards) {
    if (!has_all_words(name, board.words) || !fits(board)) continue;
    if (!best || board.words.size() > best->words.size()) best = &board;
  }
  return best;
}

// As the driver names it: "NVIDIA H100 80GB HBM3". What has words of its own ("Laptop", "Ti") is another board.
const Board* by_driver_name(std::string_view text) {
  const std::string name = words_of(text);
  if (!name.starts_with(" NVIDIA ") && !name.starts_with(" TESLA ")) return nullptr;
  const Board* best = best_by_words(name, [](const Board&) { return true; });
  if (!best) return nullptr;
  const std::vector<std::string> own = telling_words(best->words);
  const auto known = [&](const std::string& word) {
    return std::ranges::find(own, word) != own.end() || word == std::to_string(std::lround(best->memory_gib));
  };
  return std::ranges::all_of(telling_words(text), known) ? best : nullptr;
}

}  // namespace

std::span<const Board> boards() { return kBoards; }

std::vector<const Board*> boards_named(std::string_view text) {
  const std::vector<std::string> asked = telling_words(text);
  std::vector<const Board*> found;
  if (asked.empty()) return found;
  for (const Board& board : kBoards) {
    if (joined_words(board.name) == joined_words(text)) return {&board};
    if (fits(board, asked, Words::begun)) found.push_back(&board);
  }
  if (const Board* board = by_driver_name(text)) return {board};
  return found;
}

const Board* usual_board(std::string_view text) {
  const std::vector<std::string> asked = telling_words(text);
  const Board* usual = nullptr;
  const auto rank = [](const Board& board) {
    return std::pair(board.name.find("SXM") != std::string_view::npos, board.memory_gib);
  };
  for (const Board* board : boards_named(text)) {
    if (!fits(*board, asked, Words::whole)) return nullptr;
    if (usual && usual->compute_capability != board->compute_capability) return nullptr;
    if (!usual || rank(*board) > rank(*usual)) usual = board;
  }
  return usual;
}

const Board* find_board(const DeviceProperties& device) {
  return best_by_words(words_of(device.name), [&](const Board& board) { return plausible(device, board); });
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

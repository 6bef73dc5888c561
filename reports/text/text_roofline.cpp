// A small roofline for a terminal: roofs in Braille dots, kernels as letters that a legend names.
#include "reports/text/text_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "models/base/counted.hpp"
#include "reports/chart/content.hpp"
#include "reports/text/dot_canvas.hpp"
#include "reports/words/format.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

constexpr std::size_t kRows = 16;
constexpr std::size_t kMostColumns = 92;
constexpr std::size_t kAxis = 7;  // "100T ┤ "
constexpr std::size_t kMostLetters = 12;
constexpr std::size_t kNamesOfALetter = 3;

// A power of ten as an axis writes it: 0.01, 1, 100, 1k, 10G.
std::string decade_text(int decade) {
  constexpr std::array<std::string_view, 7> kPrefixes{"", "k", "M", "G", "T", "P", "E"};
  if (decade < 0) return fmt::format("{:.{}f}", std::pow(10, decade), -decade);
  const auto thousands = std::min<std::size_t>(static_cast<std::size_t>(decade) / 3, kPrefixes.size() - 1);
  return fmt::format("{:.0f}{}", std::pow(10, decade - 3 * static_cast<int>(thousands)), kPrefixes.at(thousands));
}

struct DotSpan {
  double low, high;
  void include(double number) {
    low = std::min(low, number);
    high = std::max(high, number);
  }
  // 0 to 1 within.
  [[nodiscard]] double part(double number) const { return (number - low) / (high - low); }
};

struct Roofs {
  const models::MemoryCeiling* memory = nullptr;
  std::vector<const chart::Roof*> compute;  ///< fastest first
};

Roofs roofs_of(const chart::Content& content, models::Level level) {
  Roofs roofs;
  for (const chart::Roof& roof : content.memory_roofs) {
    if (roof.judged_by && roof.memory->level == level) roofs.memory = roof.memory;
  }
  for (const chart::Roof& roof : content.compute_roofs) {
    if (roof.judged_by) roofs.compute.push_back(&roof);
  }
  std::sort(roofs.compute.begin(), roofs.compute.end(), [](const chart::Roof* a, const chart::Roof* b) {
    return a->compute->rate.value() > b->compute->rate.value();
  });
  return roofs;
}

const std::string& wording(const chart::Roof& roof) { return name_and_rate(roof); }

double log_intensity(const chart::Mark& mark) { return std::log10(mark.points.front()->intensity->value()); }
double log_rate(const chart::Mark& mark) { return std::log10(mark.kernel->flop_rate->value()); }

// The window in decades, with the ridge of the highest roof in it.
std::pair<DotSpan, DotSpan> window(const chart::Content& content, const Roofs& roofs) {
  const chart::Mark& first = content.roofline.front();
  DotSpan x{log_intensity(first), log_intensity(first)};
  DotSpan y{log_rate(first), log_rate(first)};
  for (const chart::Mark& mark : content.roofline) {
    x.include(log_intensity(mark));
    y.include(log_rate(mark));
  }
  if (!roofs.compute.empty()) {
    const double top = std::log10(roofs.compute.front()->compute->rate.value());
    y.include(top);
    if (roofs.memory) x.include(top - std::log10(roofs.memory->rate.value()));
  }
  return {{std::floor(x.low - 0.1), std::ceil(x.high + 0.3)}, {std::floor(y.low - 0.1), y.high + 0.25}};
}

void draw_roofs(DotCanvas& canvas, const Roofs& roofs, const DotSpan& x, const DotSpan& y) {
  const double bandwidth = roofs.memory ? std::log10(roofs.memory->rate.value()) : 0;
  const double top = roofs.compute.empty() ? y.high : std::log10(roofs.compute.front()->compute->rate.value());
  if (roofs.memory) {
    canvas.line({0, y.part(x.low + bandwidth)}, {x.part(top - bandwidth), y.part(top)});
  }
  for (const chart::Roof* roof : roofs.compute) {
    const double rate = std::log10(roof->compute->rate.value());
    canvas.line({roofs.memory ? std::max(0.0, x.part(rate - bandwidth)) : 0, y.part(rate)}, {1, y.part(rate)});
  }
}

// A roof's name stands on its line where it ends, or beside it where marks are in its way; of roofs that share a row
// the first has one.
void name_roofs(DotCanvas& canvas, const Roofs& roofs, const DotSpan& x, const DotSpan& y) {
  if (roofs.memory) {
    const double bandwidth = std::log10(roofs.memory->rate.value());
    const double top = roofs.compute.empty() ? y.high : std::log10(roofs.compute.front()->compute->rate.value());
    const std::string name = fmt::format("{} {} ", info(roofs.memory->level).label, format(roofs.memory->rate));
    const double height = y.low + 0.55 * (top - y.low);
    canvas.text_before(x.part(height - bandwidth), y.part(height), name, Tone::dim);
  }
  std::set<std::size_t> named;
  for (const chart::Roof* roof : roofs.compute) {
    if (!named.insert(canvas.row(y.part(std::log10(roof->compute->rate.value())))).second) continue;
    canvas.text_before(1, y.part(std::log10(roof->compute->rate.value())), " " + wording(*roof), Tone::dim);
  }
}

Tone tone_of(const models::AnalysedKernel& kernel) {
  if (!kernel.percent_of_roof) return Tone::bold;
  const double fraction = kernel.percent_of_roof->fraction;
  return fraction >= 0.8 ? Tone::good : fraction < 0.4 ? Tone::bad : Tone::advice;
}

// Kernels of one place share a letter; `legend` gets what it stands for.
void draw_marks(DotCanvas& canvas, const chart::Content& content, const DotSpan& x, const DotSpan& y,
                std::vector<std::vector<const chart::Mark*>>& legend) {
  std::map<std::size_t, std::size_t> letters;  // of a cell
  for (const chart::Mark& mark : content.roofline) {
    const double across = x.part(log_intensity(mark)), up = y.part(log_rate(mark));
    const auto [place, fresh] = letters.emplace(canvas.cell(across, up), legend.size());
    const std::size_t letter = place->second;
    if (!fresh) {
      if (letter < legend.size()) legend[letter].push_back(&mark);
    } else if (letter < kMostLetters) {
      legend.push_back({&mark});
      canvas.put(across, up, std::string(1, static_cast<char>('a' + letter)), tone_of(*mark.kernel));
    } else {
      place->second = kMostLetters;
      canvas.put(across, up, "•", tone_of(*mark.kernel));
    }
  }
}

std::string legend_text(const TextPage& page, const std::vector<std::vector<const chart::Mark*>>& legend) {
  std::string text, line;
  for (std::size_t letter = 0; letter < legend.size(); ++letter) {
    std::string entry(1, static_cast<char>('a' + letter));
    const auto& marks = legend[letter];
    for (std::size_t i = 0; i < std::min(marks.size(), kNamesOfALetter); ++i) {
      entry.append(i == 0 ? " " : ", ").append(marks[i]->name);
    }
    if (marks.size() > kNamesOfALetter) entry += fmt::format(" and {} more", marks.size() - kNamesOfALetter);
    entry = shorten_middle(entry, page.width - 2);
    if (!line.empty() && length_utf8(line) + 2 + length_utf8(entry) > page.width) {
      text.append(line).append("\n");
      line.clear();
    }
    line.append(line.empty() ? "  " : "   ").append(entry);
  }
  return text + line + "\n";
}

// Labels give way to the axis's name at its end.
std::string x_axis(const DotSpan& x, std::size_t columns, const DotCanvas& canvas, const TextPage& page) {
  constexpr std::string_view kTitle = "FLOP/B";
  const std::size_t end = kAxis + columns - kTitle.size();
  std::string labels;
  std::vector<bool> ticks(columns);
  for (int decade = static_cast<int>(x.low); decade <= static_cast<int>(x.high); ++decade) {
    const std::size_t column = canvas.column(x.part(decade));
    const std::string label = decade_text(decade);
    const std::size_t begin = kAxis + column - std::min<std::size_t>(column, label.size() / 2);
    ticks[column] = true;
    if (begin <= labels.size() || begin + label.size() >= end) continue;
    labels += std::string(begin - labels.size(), ' ') + label;
  }
  labels += std::string(end - labels.size(), ' ').append(kTitle);
  std::string rule = std::string(kAxis - 2, ' ') + "└─";
  for (const bool tick : ticks) rule += tick ? "┴" : "─";
  return page.tone(rule, Tone::dim) + "\n" + page.tone(labels, Tone::dim) + "\n";
}

// "Not plotted: 20 kernels without floating-point work, 11 whose FLOPs were not counted, ..."
std::string others_in_words(const chart::Content& content) {
  std::vector<std::string> groups;
  const std::size_t uncounted = content.uncounted.size();
  if (const std::size_t without = content.bandwidth.size() - uncounted; without > 0) {
    groups.push_back(models::counted(without, "kernel") + " without floating-point work");
  }
  if (uncounted > 0) groups.push_back(models::counted(uncounted, "kernel") + " whose FLOPs were not counted");
  for (const chart::Undrawn& entry : content.undrawn) {
    groups.push_back(fmt::format("{} with {}", models::counted(entry.names.size(), "kernel"), entry.reason));
  }
  return groups.empty() ? "" : fmt::format("Not plotted: {}.", fmt::join(groups, ", "));
}

}  // namespace

std::string text_roofline(const TextPage& page) {
  const chart::Content content = chart::select(page.machine);
  if (content.roofline.empty()) return "";
  const Roofs roofs = roofs_of(content, content.roofline.front().points.front()->level);
  const auto [x, y] = window(content, roofs);
  const std::size_t columns = std::min(page.width - kAxis, kMostColumns);
  DotCanvas canvas(columns, kRows);
  draw_roofs(canvas, roofs, x, y);
  std::vector<std::vector<const chart::Mark*>> legend;
  draw_marks(canvas, content, x, y, legend);
  name_roofs(canvas, roofs, x, y);

  std::map<std::size_t, std::string> ticks;
  for (int decade = static_cast<int>(y.low); decade <= static_cast<int>(y.high); ++decade) {
    ticks[canvas.row(y.part(decade))] = decade_text(decade);
  }
  std::string text = page.tone("FLOP/s", Tone::dim) + "\n";
  for (std::size_t row = 0; row < kRows; ++row) {
    const auto tick = ticks.find(row);
    const std::string axis = tick == ticks.end() ? fmt::format("{:>{}}│ ", "", kAxis - 2)
                                                 : fmt::format("{:>{}} ┤ ", tick->second, kAxis - 3);
    text += page.tone(axis, Tone::dim) + canvas.row_text(row, page.options.colour) + "\n";
  }
  text += x_axis(x, columns, canvas, page) + legend_text(page, legend);
  if (const std::string words = others_in_words(content); !words.empty()) {
    text += page.tone(page.wrapped(words, "  ", "  "), Tone::dim);
  }
  return text;
}

}  // namespace rooflens::reports

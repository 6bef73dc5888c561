#include "reports/words/text_table.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "reports/words/format.hpp"
#include "reports/words/shorten_apart.hpp"

namespace rooflens::reports {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastWords = 14;  // of a column whose words are shortened

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::size_t length = length_utf8(text);
  const std::string space(width > length ? width - length : 0, ' ');
  return right ? space + text : text + space;
}

std::size_t column_width(const std::vector<TableColumn>& columns, const std::vector<std::vector<Cell>>& rows,
                         std::size_t column) {
  std::size_t width = length_utf8(columns[column].heading);
  for (const std::vector<Cell>& row : rows) width = std::max(width, length_utf8(row[column].text));
  return width;
}

// Columns of words give up what is too wide, the first of them first.
void shrink_words(const std::vector<TableColumn>& columns, std::vector<std::size_t>& widths, std::size_t excess) {
  for (std::size_t i = 1; i < columns.size() && excess > 0; ++i) {
    if (!columns[i].words || widths[i] <= kLeastWords) continue;
    const std::size_t less = std::min(excess, widths[i] - kLeastWords);
    widths[i] -= less;
    excess -= less;
  }
}

std::string_view code(Tone tone) {
  switch (tone) {
    case Tone::plain:
      return "";
    case Tone::bold:
      return "\033[1m";
    case Tone::dim:
      return "\033[2m";
    case Tone::good:
      return "\033[32m";
    case Tone::advice:
      return "\033[33m";
    case Tone::bad:
      return "\033[31m";
  }
  return "";
}

}  // namespace

std::string toned(std::string_view text, Tone tone, bool colour) {
  if (!colour || tone == Tone::plain) return std::string(text);
  std::string result(code(tone));
  result += text;
  result += "\033[0m";
  return result;
}

std::size_t text_width(int columns) { return static_cast<std::size_t>(std::clamp(columns, 60, 200)); }

std::size_t table_width(const std::vector<TableColumn>& columns, const std::vector<std::vector<Cell>>& rows,
                        std::size_t first) {
  std::size_t width = first;
  for (std::size_t i = 1; i < columns.size(); ++i) width += kGap + column_width(columns, rows, i);
  return width;
}

std::vector<std::string> drop_columns(std::vector<TableColumn>& columns, std::vector<std::vector<Cell>>& rows,
                                      std::size_t width, std::size_t least_first, int below) {
  std::vector<std::string> dropped;
  while (table_width(columns, rows, least_first) > width) {
    int least = kStays;
    for (const TableColumn& column : columns) least = std::min(least, column.worth);
    if (least >= below) break;
    for (std::size_t i = columns.size(); i-- > 0;) {
      if (columns[i].worth != least) continue;
      dropped.insert(dropped.begin(), columns[i].heading);
      columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(i));
      for (std::vector<Cell>& row : rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return dropped;
}

std::string table(const std::vector<TableColumn>& columns, const std::vector<std::vector<Cell>>& rows,
                  std::size_t width, std::size_t least_first, bool colour) {
  std::vector<std::size_t> widths(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) widths[i] = column_width(columns, rows, i);
  const std::size_t first = std::min(widths[0], least_first);
  const std::size_t least = table_width(columns, rows, first);
  if (least > width) shrink_words(columns, widths, least - width);
  const std::size_t others = std::accumulate(widths.begin() + 1, widths.end(), kGap * (widths.size() - 1));
  const std::size_t left = width > others ? width - others : 0;
  widths[0] = std::min(widths[0], std::max(left, least_first));
  std::string text;
  const auto line = [&](auto cell) {
    std::string out;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Cell content = cell(i);
      if (i > 0) out += std::string(kGap, ' ');
      out += toned(padded(shorten_middle(content.text, widths[i]), widths[i], columns[i].right), content.tone, colour);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + "\n";
  };
  line([&](std::size_t i) { return Cell{columns[i].heading, Tone::bold}; });
  std::vector<std::string> names;
  for (const std::vector<Cell>& row : rows) names.push_back(row[0].text);
  names = shorten_apart(names, widths[0]);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    line([&](std::size_t i) { return i == 0 ? Cell{names[r], rows[r][0].tone} : rows[r][i]; });
  }
  return text;
}

std::string paragraph(std::string_view text, std::size_t width, std::string_view first_indent,
                      std::string_view indent) {
  std::string result;
  std::string line(first_indent);
  bool empty = true, command = false;
  const auto finish = [&] {
    result += line + "\n";
    line = indent;
    empty = true;
  };
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    if (!empty && length_utf8(line) + 1 + length_utf8(word) > width) finish();
    const std::size_t room = width > length_utf8(line) + 1 ? width - length_utf8(line) - (empty ? 0 : 1) : 1;
    if (!empty) line += ' ';
    const auto marks = std::count(word.begin(), word.end(), '`');
    line += command || marks > 0 ? std::string(word) : shorten_middle(word, room);  // a command is there to be pasted
    command ^= marks % 2 != 0;
    empty = false;
  }
  if (!empty) finish();
  return result;
}

}  // namespace rooflens::reports

#include "reports/words/blocks.hpp"

#include <algorithm>
#include <string_view>

#include "models/base/joined.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

constexpr std::size_t kLeastFirst = 12;

std::string escaped(std::string_view text) {
  constexpr std::string_view kSpecial = "\\`*_{}[]<>#|~&";
  std::string result;
  for (const char c : text) {
    if (kSpecial.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

void add_row(std::string& to, const std::vector<std::string>& cells) {
  to += "|";
  for (const std::string& cell : cells) to += " " + cell + " |";
  to += "\n";
}

std::string markdown_table(const Block& block) {
  std::string text;
  std::vector<std::string> heads, rules;
  for (const TableColumn& column : block.columns) {
    heads.push_back(escaped(column.heading));
    rules.emplace_back(column.right ? "---:" : "---");
  }
  add_row(text, heads);
  add_row(text, rules);
  for (const std::vector<Cell>& row : block.rows) {
    std::vector<std::string> cells;
    for (const Cell& cell : row) {
      const std::string words = escaped(cell.text);
      cells.push_back(cell.tone == Tone::bad && !words.empty() ? "**" + words + "**" : words);
    }
    add_row(text, cells);
  }
  return text;
}

// What had to go is named: sentences may speak of it.
std::string table_text(Block block, std::size_t width, bool colour) {
  const std::vector<std::string> dropped = drop_columns(block.columns, block.rows, width, kLeastFirst);
  std::string text = table(block.columns, block.rows, width, kLeastFirst, colour);
  if (dropped.empty()) return text;
  return text + toned(paragraph("Left out at this width: " + models::joined(dropped) + ".", width, "  ", "    "),
                      Tone::dim, colour);
}

}  // namespace

std::string Blocks::text(const TextOptions& options) const {
  const std::size_t width = text_width(options.width);
  std::string text;
  const Block* before = nullptr;
  for (const Block& block : list_) {
    const bool apart = before && (block.kind == Block::Kind::heading ||
                                  (block.kind == Block::Kind::table && before->kind != Block::Kind::heading) ||
                                  (block.kind == Block::Kind::sentence && before->kind == Block::Kind::table) ||
                                  (block.kind == Block::Kind::sentence && before->kind == Block::Kind::note));
    if (apart) text += "\n";
    switch (block.kind) {
      case Block::Kind::heading:
        text += toned(shorten_middle(block.text.text, width), block.text.tone, options.colour) + "\n";
        break;
      case Block::Kind::sentence:
        text += toned(paragraph(block.text.text, width, "", "  "), block.text.tone, options.colour);
        break;
      case Block::Kind::note:
        text += toned(paragraph(block.text.text, width, "  ", "    "), block.text.tone, options.colour);
        break;
      case Block::Kind::table:
        text += table_text(block, width, options.colour);
        break;
    }
    before = &block;
  }
  return text;
}

std::string Blocks::markdown() const {
  std::string text;
  const Block* before = nullptr;
  for (const Block& block : list_) {
    const bool list_goes_on = before && before->kind == Block::Kind::note && block.kind == Block::Kind::note;
    if (before && !list_goes_on) text += "\n";
    switch (block.kind) {
      case Block::Kind::heading:
        text += (before ? "### " : "## ") + escaped(block.text.text) + "\n";
        break;
      case Block::Kind::sentence:
        text += escaped(block.text.text) + "\n";
        break;
      case Block::Kind::note:
        text += "- " + escaped(block.text.text) + "\n";
        break;
      case Block::Kind::table:
        text += markdown_table(block);
        break;
    }
    before = &block;
  }
  return text;
}

}  // namespace rooflens::reports

// A report as headings, sentences and tables, written once and printed for a terminal or as Markdown.
#pragma once

#include <string>
#include <vector>

#include "reports/words/report.hpp"
#include "reports/words/text_table.hpp"

namespace rooflens::reports {

struct Block {
  enum class Kind { heading, sentence, note, table };
  Kind kind = Kind::sentence;
  Cell text{};  ///< of all but tables
  std::vector<TableColumn> columns{};
  std::vector<std::vector<Cell>> rows{};
};

class Blocks {
 public:
  void heading(std::string text) { list_.push_back({Block::Kind::heading, {std::move(text), Tone::bold}}); }
  void sentence(std::string text, Tone tone = Tone::plain) {
    list_.push_back({Block::Kind::sentence, {std::move(text), tone}});
  }
  /// An item of the list below a table.
  void note(std::string text, Tone tone = Tone::dim) { list_.push_back({Block::Kind::note, {std::move(text), tone}}); }
  /// Left out without rows.
  void table(std::vector<TableColumn> columns, std::vector<std::vector<Cell>> rows) {
    if (!rows.empty()) list_.push_back({Block::Kind::table, {}, std::move(columns), std::move(rows)});
  }

  /// Lines of at most options.width columns, which is taken as 60 to 200; a table of which all columns that are left
  /// have to stay may be wider.
  [[nodiscard]] std::string text(const TextOptions& options) const;
  /// GitHub's Markdown: what stands in names is escaped.
  [[nodiscard]] std::string markdown() const;

 private:
  std::vector<Block> list_;
};

}  // namespace rooflens::reports

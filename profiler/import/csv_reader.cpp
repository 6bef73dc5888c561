#include "profiler/import/csv_reader.hpp"

#include <algorithm>

namespace rooflens::imports {

void CsvReader::skip_empty_lines() {
  while (at_ < text_.size() && (text_[at_] == '\n' || text_[at_] == '\r')) {
    if (text_[at_++] == '\n') ++line_;
  }
}

void CsvReader::to_end_of_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }

std::string_view CsvReader::peek_line() {
  skip_empty_lines();
  std::string_view line = text_.substr(at_, text_.find('\n', at_) - at_);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void CsvReader::resume_after_first_line() {
  at_ = row_at_;
  line_ = row_line_;
  to_end_of_line();
}

std::size_t CsvReader::skip_line() {
  skip_empty_lines();
  to_end_of_line();
  return line_;
}

// Behind the opening quote. What stands between the closing quote and the comma is kept: it belongs to nothing else.
std::string CsvReader::quoted(bool& closed) {
  std::string field;
  while (at_ < text_.size()) {
    const char c = text_[at_++];
    if (c != '"') {
      if (c == '\n') ++line_;
      field += c;
    } else if (at_ < text_.size() && text_[at_] == '"') {
      field += '"';
      ++at_;
    } else {
      return field + plain();
    }
  }
  closed = false;
  return field;
}

std::string CsvReader::plain() {
  const std::size_t end = std::min(text_.find_first_of(",\n", at_), text_.size());
  std::string field(text_.substr(at_, end - at_));
  at_ = end;
  if (field.ends_with('\r')) field.pop_back();
  return field;
}

std::optional<CsvRow> CsvReader::next() {
  skip_empty_lines();
  if (at_ >= text_.size()) return std::nullopt;
  CsvRow row;
  row.line = line_;
  row_at_ = at_;
  row_line_ = line_;
  while (true) {
    const bool quote = at_ < text_.size() && text_[at_] == '"';
    if (quote) ++at_;
    row.fields.push_back(quote ? quoted(row.closed) : plain());
    if (at_ >= text_.size() || text_[at_] != ',') break;
    ++at_;
  }
  if (!row.closed) resume_after_first_line();
  return row;
}

}  // namespace rooflens::imports

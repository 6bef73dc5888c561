// A JSON document written value by value: what is there of it at a time is one value, however long the document.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "reports/json/json_put.hpp"
#include "reports/words/report.hpp"

namespace rooflens::reports {

/// Objects and arrays that are begun are ended by the caller. The bytes are those of Json::dump(2) of the whole, but
/// for numbers: they are the shortest that read back.
class JsonPieces {
 public:
  explicit JsonPieces(const Sink& sink) : sink_(sink) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  /// Of the next value.
  void key(std::string_view word);
  void value(const Json& value);
  /// All keys of an object, into the one that is open.
  void members(const Json& object);
  /// Gives the sink what it did not get yet, and a newline.
  void finish();

 private:
  void begin(char bracket);
  void end(char bracket);
  void separate();
  void new_line();
  void flush();

  const Sink& sink_;
  std::string text_;
  std::vector<bool> empty_;  ///< of each object or array that is open: whether nothing is in it
  bool after_key_ = false;
};

/// A whole document, and a newline.
[[nodiscard]] std::string written(const Json& document);

}  // namespace rooflens::reports

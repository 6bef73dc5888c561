// Records as bodies of frames, and back: the fields one after the other. Integers are varints, those with a sign
// zigzag; a number that is a whole one is too, so that most counters and times take 2 to 5 bytes.
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "models/base/utf8.hpp"
#include "profiler/spool/fields.hpp"
#include "profiler/spool/framing.hpp"

namespace rooflens::collect::spool {
namespace {

// Names of kernels and ranges and paths of sources come as any bytes, other text may hold such names already.
enum class Text { bytes, escaped };

template <class R>
constexpr Text kTextOf =
    std::is_same_v<R, KernelRecord> || std::is_same_v<R, RangeRecord> || std::is_same_v<R, InstructionsRecord>
        ? Text::bytes
        : Text::escaped;

constexpr double kWholeBelow = 9007199254740992.0;  // 2^53: every whole number has a double of its own
constexpr std::uint64_t kRaw = 1;                   // the bits of a double follow; whole numbers are even

template <class Value>
struct IsVector : std::false_type {};
template <class Entry>
struct IsVector<std::vector<Entry>> : std::true_type {};

template <class Value>
struct IsOptional : std::false_type {};
template <class Entry>
struct IsOptional<std::optional<Entry>> : std::true_type {};

class FieldWriter {
 public:
  std::string bytes;

  template <class Value>
  void operator()(const Value& value) {
    if constexpr (std::is_same_v<Value, std::string>) {
      append_varint(bytes, value.size());
      bytes += value;
    } else if constexpr (IsVector<Value>::value) {
      append_varint(bytes, value.size());
      for (const auto& entry : value) (*this)(entry);
    } else if constexpr (IsOptional<Value>::value) {
      append_varint(bytes, value ? 1 : 0);
      if (value) (*this)(*value);
    } else if constexpr (std::is_same_v<Value, double>) {
      number(value);
    } else if constexpr (std::is_enum_v<Value>) {
      append_varint(bytes, static_cast<std::uint64_t>(value));
    } else if constexpr (std::is_integral_v<Value> && std::is_signed_v<Value>) {
      const auto wide = static_cast<std::int64_t>(value);
      append_varint(bytes, (static_cast<std::uint64_t>(wide) << 1U) ^ static_cast<std::uint64_t>(wide >> 63U));
    } else if constexpr (std::is_integral_v<Value>) {
      append_varint(bytes, value);
    } else {
      fields(value, [this](const char*, auto& part) { (*this)(part); });
    }
  }

 private:
  void number(double value) {
    if (value >= 0 && value < kWholeBelow && value == std::floor(value) && !std::signbit(value)) {
      append_varint(bytes, static_cast<std::uint64_t>(value) << 1U);
      return;
    }
    append_varint(bytes, kRaw);
    auto bits = std::bit_cast<std::uint64_t>(value);
    for (int i = 0; i < 8; ++i, bits >>= 8U) bytes += static_cast<char>(bits & 0xffU);
  }
};

[[noreturn]] void refuse(const char* why) { throw std::runtime_error(std::string("not a record: ") + why); }

template <Text kText>
class FieldReader {
 public:
  explicit FieldReader(std::string_view bytes) : bytes_(bytes) {}

  template <class Value>
  void operator()(Value& value) {
    if constexpr (std::is_same_v<Value, std::string>) {
      const std::string_view text = piece(varint());
      value = kText == Text::bytes ? models::escape_invalid_utf8(text) : models::as_utf8(text);
    } else if constexpr (IsVector<Value>::value) {
      const std::uint64_t count = varint();
      if (count > bytes_.size()) refuse("a list is longer than it");  // an entry has a byte at least
      value.clear();
      value.reserve(count);
      for (std::uint64_t i = 0; i < count; ++i) {
        typename Value::value_type entry{};
        (*this)(entry);
        value.push_back(std::move(entry));
      }
    } else if constexpr (IsOptional<Value>::value) {
      value.reset();
      if (varint() != 0) (*this)(value.emplace());
    } else if constexpr (std::is_same_v<Value, double>) {
      value = number();
    } else if constexpr (std::is_enum_v<Value>) {
      constexpr std::uint64_t most = std::is_same_v<Value, LaunchForm>
                                         ? static_cast<std::uint64_t>(LaunchForm::graph)
                                         : static_cast<std::uint64_t>(NoteRecord::Level::warning);
      const std::uint64_t typed = varint();
      if (typed > most) refuse("a number that stands for nothing");
      value = static_cast<Value>(typed);
    } else if constexpr (std::is_same_v<Value, bool>) {
      value = varint() != 0;
    } else if constexpr (std::is_integral_v<Value> && std::is_signed_v<Value>) {
      const std::uint64_t typed = varint();
      fit(static_cast<std::int64_t>(typed >> 1U) ^ -static_cast<std::int64_t>(typed & 1U), value);
    } else if constexpr (std::is_integral_v<Value>) {
      fit(varint(), value);
    } else {
      fields(value, [this](const char*, auto& part) { (*this)(part); });
    }
  }

 private:
  template <class From, class To>
  static void fit(From from, To& to) {
    if (!std::in_range<To>(from)) refuse("a number is too large");
    to = static_cast<To>(from);
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    if (!take_varint(bytes_, value)) refuse("it ends early");
    return value;
  }
  std::string_view piece(std::uint64_t length) {
    if (length > bytes_.size()) refuse("it ends early");
    const std::string_view taken = bytes_.substr(0, length);
    bytes_.remove_prefix(length);
    return taken;
  }
  double number() {
    const std::uint64_t head = varint();
    if (head % 2 == 0) return static_cast<double>(head >> 1U);
    if (head != kRaw) refuse("a number of no kind");
    const std::string_view raw = piece(8);
    std::uint64_t bits = 0;
    for (std::size_t i = 8; i-- > 0;) bits = bits << 8U | static_cast<unsigned char>(raw[i]);
    return std::bit_cast<double>(bits);
  }

  std::string_view bytes_;
};

template <class R>
bool decode_as(std::uint64_t kind, std::string_view body, Record& record) {
  if (kind != Kind<R>::number) return false;
  R result;
  FieldReader<kTextOf<R>> reader(body);
  fields(result, [&](const char*, auto& value) { reader(value); });
  record = std::move(result);
  return true;
}

template <class... R>
bool decode_any(std::uint64_t kind, std::string_view body, std::variant<R...>& record) {
  return (decode_as<R>(kind, body, record) || ...);
}

}  // namespace

std::string encode(const Record& record) {
  return std::visit(
      [](const auto& r) {
        FieldWriter writer;
        fields(r, [&](const char*, const auto& value) { writer(value); });
        return framed(Kind<std::remove_cvref_t<decltype(r)>>::number, writer.bytes);
      },
      record);
}

std::optional<Record> decode(std::uint64_t kind, std::string_view body) {
  Record record;
  if (!decode_any(kind, body, record)) return std::nullopt;
  return record;
}

}  // namespace rooflens::collect::spool

#include "profiler/schedule/format_choice.hpp"

#include <algorithm>
#include <cstddef>

namespace rooflens::inject {
namespace {

// To change to fewer passes and back costs as much as four launches with the seven passes of tensor formats of an H200.
constexpr int kPatience = 4 * 7;

}  // namespace

TensorFormats FormatChoice::choose(TensorFormats needed, int passes) {
  const auto passes_of = [this](TensorFormats formats) -> int& { return passes_[static_cast<std::size_t>(formats)]; };
  passes_of(needed) = passes;
  // A program that uses nearly all formats saves nothing by leaving some out.
  if (const int all = passes_of(TensorFormats::all); needed == TensorFormats::known && all > 0 && all <= passes) {
    needed = TensorFormats::all;
  }
  if (current_ && needed < *current_) {
    needless_ += passes_of(*current_) - passes_of(needed);
    enough_ = std::max(enough_, needed);
    if (needless_ < kPatience) return *current_;
    needed = enough_;
  }
  needless_ = 0;
  enough_ = TensorFormats::none;
  current_ = needed;
  return needed;
}

}  // namespace rooflens::inject

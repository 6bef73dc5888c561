// SM by time: one bar per block, coloured by wave, with the tail shaded.
#pragma once

#include "models/record/block_timeline.hpp"
#include "reports/chart/frame.hpp"

namespace rooflens::reports::chart {

/// The colour of a wave: two blues in turn, and another one for the last wave.
[[nodiscard]] Rgb wave_colour(const Palette& colours, std::uint64_t wave, std::uint64_t last);

/// What the colours mean. Returns the first free y below.
double draw_wave_legend(const Frame& frame, const models::BlockTimeline& timeline, double top);

/// The bars of every `every`-th SM in `area`, axes included.
void draw_block_bars(const Frame& frame, const Rect& area, const models::BlockTrace& trace,
                     const models::BlockTimeline& timeline, std::size_t every);

/// A step of 1, 2 or 5 times a power of ten that divides `range` into at most `most` parts.
[[nodiscard]] double round_step(double range, double most);

}  // namespace rooflens::reports::chart

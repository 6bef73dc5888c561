// The threads that this program lends to models and reports.
#pragma once

#include <cstddef>
#include <functional>

namespace rooflens::actions {

/// A models::ForEach with a thread for each processor. Where no thread is to be had, this one does the work.
void on_all_processors(std::size_t count, std::size_t least, const std::function<void(std::size_t)>& each);

}  // namespace rooflens::actions

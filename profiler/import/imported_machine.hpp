// The GPUs that rows of ncu name, with what their columns tell and the roofs that follow from it.
#pragma once

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "models/record/machine.hpp"
#include "models/record/observation.hpp"
#include "models/roofs/board.hpp"
#include "profiler/import/launch_row.hpp"

namespace rooflens::imports {

class ImportedMachines {
 public:
  /// Id of the row's GPU: a host, an index there, a name and a compute capability are one GPU.
  int number_of(const LaunchRow& row);

  /// Takes from the data sheet of this board what the rows do not tell of a GPU. Throws ImportError where they tell
  /// that it is another one.
  void presume(const models::Board& board);
  /// The machines with their roofs. What keeps a roof from being known is noted.
  [[nodiscard]] std::vector<models::Machine> finish(std::span<const models::Observation> observations,
                                                    std::vector<std::string>& notes);

 private:
  std::map<std::tuple<std::string, std::string, std::string, int, int>, std::size_t> index_;
  std::vector<models::Machine> machines_;
};

}  // namespace rooflens::imports

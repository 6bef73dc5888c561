// Host description of read_only/strided.
#include "kernels/read_only/strided.hpp"

#include <array>

#include "kernels/read_only/family.hpp"

namespace rooflens::kernels::read_only {
namespace {

constexpr std::array kParameters{
    kElementsParameter,
    Parameter{"stride", "distance of neighbouring elements", 8, 1, 32},
};

models::Bytes device_memory(const Problem& problem) { return window_memory(problem["n"], problem["stride"]); }

std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  return window_counters(problem["n"], problem["stride"]);
}

}  // namespace

constinit const Kernel strided{
    .name = "read_only/strided",
    .family = "read_only",
    .summary = "the same with elements apart: read-only loads are no cure for bad patterns",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = device_memory,
    .partner = {"read_only/ldg", "uncoalesced access", "parameter stride"},
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::read_only

#include "models/record/ncu_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rooflens::models {
namespace {

template <class Integer>
Integer whole(double value) {
  constexpr double kLargest = 9e15;  // exact in a double, and no overflow below
  const double most = std::min(kLargest, static_cast<double>(std::numeric_limits<Integer>::max()));
  return static_cast<Integer>(std::llround(std::clamp(value, 0.0, most)));
}

// Zero stands for "not known" in the properties of a device.
std::optional<double> known(double value) { return value > 0 ? std::optional(value) : std::nullopt; }

template <auto Member>
std::optional<double> get_integer(const DeviceProperties& d) {
  return known(d.*Member);
}
template <auto Member>
void set_integer(DeviceProperties& d, double value) {
  d.*Member = whole<int>(value);
}
template <auto Member>
std::optional<double> get_quantity(const DeviceProperties& d) {
  return known((d.*Member).value());
}
template <class Quantity, Quantity DeviceProperties::*Member>
void set_quantity(DeviceProperties& d, double value) {
  d.*Member = Quantity(std::max(0.0, value));
}

using D = DeviceProperties;
template <auto Member>
constexpr NcuColumn<D> integer(std::string_view name) {
  return {name, "", 1, get_integer<Member>, set_integer<Member>};
}
template <auto Member>
constexpr NcuColumn<D> bytes(std::string_view name) {
  return {name, "", 1, get_quantity<Member>, set_quantity<Bytes, Member>};
}
template <auto Member>
constexpr NcuColumn<D> kilohertz(std::string_view name) {
  return {name, "", 1e3, get_quantity<Member>, set_quantity<Hertz, Member>};
}

std::optional<double> optional_of(const std::optional<int>& value) {
  return value ? std::optional<double>(*value) : std::nullopt;
}

// CUdevice_attribute in lower case; clocks in kHz, capacities in bytes.
const std::array kDevice{
    NcuColumn<D>{"device__attribute_compute_capability_major", "", 1,
                 [](const D& d) { return known(d.compute_capability.major); },
                 [](D& d, double v) { d.compute_capability.major = whole<int>(v); }},
    NcuColumn<D>{"device__attribute_compute_capability_minor", "", 1,
                 [](const D& d) {
                   return d.compute_capability.major > 0 ? std::optional<double>(d.compute_capability.minor)
                                                         : std::nullopt;
                 },
                 [](D& d, double v) { d.compute_capability.minor = whole<int>(v); }},
    integer<&D::sm_count>("device__attribute_multiprocessor_count"),
    kilohertz<&D::sm_clock_maximum>("device__attribute_clock_rate"),
    kilohertz<&D::memory_clock_maximum>("device__attribute_memory_clock_rate"),
    integer<&D::memory_bus_bits>("device__attribute_global_memory_bus_width"),
    bytes<&D::memory>("device__attribute_total_memory"),
    bytes<&D::l2>("device__attribute_l2_cache_size"),
    bytes<&D::shared_per_sm>("device__attribute_max_shared_memory_per_multiprocessor"),
    bytes<&D::shared_per_block_optin>("device__attribute_max_shared_memory_per_block_optin"),
    bytes<&D::shared_reserved_per_block>("device__attribute_reserved_shared_memory_per_block"),
    integer<&D::registers_per_sm>("device__attribute_max_registers_per_multiprocessor"),
    integer<&D::threads_per_sm>("device__attribute_max_threads_per_multiprocessor"),
    integer<&D::threads_per_block>("device__attribute_max_threads_per_block"),
    integer<&D::blocks_per_sm>("device__attribute_max_blocks_per_multiprocessor"),
    NcuColumn<D>{"device__attribute_warp_size", "", 1, get_integer<&D::warp_size>,
                 [](D& d, double v) {
                   if (v >= 1) d.warp_size = whole<int>(v);
                 }},
    NcuColumn<D>{"device__attribute_single_to_double_precision_perf_ratio", "", 1,
                 [](const D& d) { return optional_of(d.fp32_to_fp64_ratio); },
                 [](D& d, double v) { d.fp32_to_fp64_ratio = whole<int>(v); }},
    NcuColumn<D>{"device__attribute_ecc_enabled", "", 1,
                 [](const D& d) { return d.ecc ? std::optional<double>(*d.ecc ? 1 : 0) : std::nullopt; },
                 [](D& d, double v) { d.ecc = v != 0; }},
};

using L = Launch;
template <Dim3 Launch::*Which, std::uint32_t Dim3::*Side>
constexpr NcuColumn<L> side(std::string_view name) {
  return {name, "", 1, [](const L& l) { return std::optional<double>((l.*Which).*Side); },
          [](L& l, double v) { (l.*Which).*Side = std::max(1U, whole<std::uint32_t>(v)); }};
}
template <std::uint64_t Launch::*Member>
constexpr NcuColumn<L> amount(std::string_view name, std::string_view unit) {
  return {name, unit, 1, [](const L& l) { return std::optional(static_cast<double>(l.*Member)); },
          [](L& l, double v) { l.*Member = whole<std::uint64_t>(v); }};
}
template <Dim3 Launch::*Which>
std::optional<double> count_of(const L& launch) {
  return static_cast<double>((launch.*Which).count());
}
void given_by_others(L&, double) {}

const std::array kLaunch{
    side<&L::block, &Dim3::x>("launch__block_dim_x"),
    side<&L::block, &Dim3::y>("launch__block_dim_y"),
    side<&L::block, &Dim3::z>("launch__block_dim_z"),
    NcuColumn<L>{"launch__block_size", "", 1, count_of<&L::block>, given_by_others},
    side<&L::grid, &Dim3::x>("launch__grid_dim_x"),
    side<&L::grid, &Dim3::y>("launch__grid_dim_y"),
    side<&L::grid, &Dim3::z>("launch__grid_dim_z"),
    NcuColumn<L>{"launch__grid_size", "", 1, count_of<&L::grid>, given_by_others},
    NcuColumn<L>{"launch__thread_count", "thread", 1,
                 [](const L& l) {
                   return std::optional(static_cast<double>(l.grid.count()) * static_cast<double>(l.block.count()));
                 },
                 given_by_others},
    NcuColumn<L>{"launch__registers_per_thread", "register/thread", 1,
                 [](const L& l) { return known(l.registers_per_thread); },
                 [](L& l, double v) { l.registers_per_thread = whole<int>(v); }},
    amount<&L::static_shared_bytes>("launch__shared_mem_per_block_static", "byte/block"),
    amount<&L::dynamic_shared_bytes>("launch__shared_mem_per_block_dynamic", "byte/block"),
    amount<&L::local_bytes_per_thread>("rooflens__local_bytes_per_thread", "byte/thread"),
    NcuColumn<L>{"rooflens__blocks_per_sm", "block", 1, [](const L& l) { return optional_of(l.blocks_per_sm); },
                 [](L& l, double v) { l.blocks_per_sm = whole<int>(v); }},
};

}  // namespace

std::span<const NcuColumn<DeviceProperties>> ncu_device_columns() { return kDevice; }
std::span<const NcuColumn<Launch>> ncu_launch_columns() { return kLaunch; }

}  // namespace rooflens::models

// The vendors' printed figures, recomputed from SMs, clocks and bus of each board; and boards that are only alike.
#include "models/roofs/board.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace rooflens::models {
namespace {

// A figure as printed, in tera-operations or giga-bytes a second, and the place it is rounded to.
struct Printed {
  const char* board;
  std::variant<Precision, Level> resource;
  double figure;
  double place;
};

using enum Precision;
const std::vector<Printed> kPrinted{
    {"V100 SXM2", fp32, 15.7, 0.1},
    {"V100 SXM2", fp64, 7.8, 0.1},
    {"V100 SXM2", tensor_fp16, 125, 1},
    {"V100 SXM2", Level::dram, 900, 10},
    {"V100 SXM2 32 GB", Level::dram, 900, 10},
    {"V100 PCIe", fp32, 14, 1},
    {"V100 PCIe", fp64, 7, 1},
    {"V100 PCIe", tensor_fp16, 112, 1},
    {"V100 PCIe", Level::dram, 900, 10},
    {"V100 PCIe 32 GB", Level::dram, 900, 10},
    {"T4", fp32, 8.1, 0.1},
    {"T4", tensor_fp16, 65, 1},
    {"T4", tensor_int8, 130, 1},
    {"T4", Level::dram, 320, 1},
    {"A100 SXM4 40 GB", fp64, 9.7, 0.1},
    {"A100 SXM4 40 GB", tensor_fp64, 19.5, 0.1},
    {"A100 SXM4 40 GB", fp32, 19.5, 0.1},
    {"A100 SXM4 40 GB", fp16, 78, 1},
    {"A100 SXM4 40 GB", bf16, 39, 1},
    {"A100 SXM4 40 GB", tensor_tf32, 156, 1},
    {"A100 SXM4 40 GB", tensor_bf16, 312, 1},
    {"A100 SXM4 40 GB", tensor_int8, 624, 1},
    {"A100 SXM4 40 GB", Level::dram, 1555, 1},
    {"A100 PCIe 40 GB", Level::dram, 1555, 1},
    {"A100 SXM4 80 GB", Level::dram, 2039, 1},
    {"A100 PCIe 80 GB", Level::dram, 1935, 1},
    {"A10", fp32, 31.2, 0.1},
    {"A10", tensor_tf32, 62.5, 0.1},
    {"A10", tensor_bf16, 125, 1},
    {"A10", tensor_int8, 250, 1},
    {"A10", Level::dram, 600, 1},
    {"RTX 3090", fp32, 35.6, 0.1},
    {"RTX 3090", tensor_bf16, 71, 1},
    {"RTX 3090", tensor_fp16, 142, 1},
    {"RTX 3090", Level::dram, 936, 1},
    {"L4", fp32, 30.3, 0.1},
    {"L4", tensor_bf16, 121, 1},
    {"L4", tensor_fp8, 242, 1},
    {"L4", Level::dram, 300, 1},
    // The data sheet's 362 TFLOP/s BF16 would hold at 2490 MHz, its other peaks hold at 2520 MHz.
    {"L40S", fp32, 91.6, 0.1},
    {"L40S", tensor_tf32, 183, 1},
    {"L40S", tensor_fp8, 733, 1},
    {"L40S", Level::dram, 864, 1},
    {"RTX 4090", fp32, 82.6, 0.1},
    {"RTX 4090", tensor_bf16, 165.2, 0.1},
    {"RTX 4090", tensor_fp16, 330.3, 0.1},
    {"RTX 4090", tensor_int8, 660.6, 0.1},
    {"RTX 4090", Level::dram, 1008, 1},
    {"H100 PCIe", fp64, 25.6, 0.1},
    {"H100 PCIe", tensor_fp64, 51.2, 0.1},
    {"H100 PCIe", fp32, 51.2, 0.1},
    {"H100 PCIe", tensor_tf32, 378, 1},
    {"H100 PCIe", tensor_bf16, 756, 1},
    {"H100 PCIe", tensor_fp8, 1513, 1},
    {"H100 PCIe", Level::dram, 2039, 1},
    {"H100 SXM5", fp64, 33.5, 0.1},
    {"H100 SXM5", tensor_fp64, 66.9, 0.1},
    {"H100 SXM5", fp32, 66.9, 0.1},
    {"H100 SXM5", fp16, 133.8, 0.1},
    {"H100 SXM5", tensor_tf32, 494.7, 0.1},
    {"H100 SXM5", tensor_bf16, 989.4, 0.1},
    {"H100 SXM5", tensor_fp8, 1979, 1},
    {"H100 SXM5", Level::dram, 3350, 10},
    {"H200 SXM", fp32, 67, 1},
    {"H200 SXM", tensor_bf16, 989, 1},
    {"H200 SXM", tensor_int8, 1979, 1},
    {"H200 SXM", Level::dram, 4800, 100},
    {"H200 NVL", fp64, 30, 1},
    {"H200 NVL", tensor_tf32, 418, 1},
    // Data sheets of B200 print its DRAM with one digit, "up to 8 TB/s"; boards report 3996 MHz and 7680 bit.
    {"B200", fp64, 37, 1},
    {"B200", tensor_fp64, 37, 1},
    {"B200", tensor_tf32, 1125, 1},
    {"B200", tensor_fp8, 4500, 10},
    {"RTX 5090", fp32, 104.8, 0.1},
    {"RTX 5090", tensor_bf16, 209.5, 0.1},
    {"RTX 5090", tensor_fp16, 419, 1},
    {"RTX 5090", tensor_int8, 838, 1},
    {"RTX 5090", Level::dram, 1792, 1},
};

const Board* named(std::string_view name) {
  for (const Board& board : boards()) {
    if (board.name == name) return &board;
  }
  return nullptr;
}

TEST(Boards, GiveTheVendorsFiguresToTheirPrintedRounding) {
  for (const Printed& printed : kPrinted) {
    const Board* board = named(printed.board);
    ASSERT_NE(board, nullptr) << printed.board;
    const Ceilings sheet = data_sheet_ceilings(*board);
    double figure = 0;
    std::string resource;
    if (const Level* level = std::get_if<Level>(&printed.resource)) {
      ASSERT_NE(sheet.best(*level), nullptr) << printed.board;
      figure = sheet.best(*level)->rate.value() * 1e-9;
      resource = info(*level).label;
    } else {
      const Precision precision = std::get<Precision>(printed.resource);
      ASSERT_NE(sheet.best(precision), nullptr) << printed.board << " " << info(precision).label;
      figure = sheet.best(precision)->rate.value() * 1e-12;
      resource = info(precision).label;
    }
    // A digit more: some vendors cut off where others round.
    EXPECT_NEAR(figure, printed.figure, 0.51 * printed.place) << printed.board << " " << resource;
  }
}

TEST(Boards, AreFoundByTheNamesThatTheDriverGives) {
  const std::vector<std::pair<std::string_view, std::string_view>> names{{"NVIDIA A100-SXM4-80GB", "A100 SXM4 80 GB"},
                                                                         {"NVIDIA A100 80GB PCIe", "A100 PCIe 80 GB"},
                                                                         {"NVIDIA H100 80GB HBM3", "H100 SXM5"},
                                                                         {"Tesla T4", "T4"},
                                                                         {"Tesla V100-SXM2-16GB", "V100 SXM2"},
                                                                         {"Tesla V100-SXM2-32GB", "V100 SXM2 32 GB"},
                                                                         {"NVIDIA H200", "H200 SXM"},
                                                                         {"NVIDIA GeForce RTX 4090", "RTX 4090"}};
  for (const auto& [driver, name] : names) {
    const auto found = boards_named(driver);
    ASSERT_EQ(found.size(), 1U) << driver;
    EXPECT_EQ(found.front()->name, name);
  }
  EXPECT_EQ(boards_named("NVIDIA V100 SXM2 32 GB").front()->name, "V100 SXM2 32 GB");
  EXPECT_TRUE(boards_named("NVIDIA GeForce RTX 4090 Laptop GPU").empty()) << "another chip";
  ASSERT_TRUE(usual_board("A100 80GB"));
  EXPECT_EQ(usual_board("A100 80GB")->name, "A100 SXM4 80 GB");
}

TEST(Boards, EveryRowFindsItselfAndNamesItsSource) {
  for (const Board& board : boards()) {
    DeviceProperties device = data_sheet_device(board);
    device.memory = Bytes(board.memory_gib * 1024 * 1024 * 1024 * 0.97);
    EXPECT_EQ(find_board(device), &board) << board.name;
    EXPECT_FALSE(board.source.empty()) << board.name;
  }
}

DeviceProperties device(const char* name, ComputeCapability cc, int sms, double gib) {
  DeviceProperties d;
  d.name = name;
  d.compute_capability = cc;
  d.sm_count = sms;
  d.memory = Bytes(gib * 1024 * 1024 * 1024);
  return d;
}

std::string found(const DeviceProperties& d) {
  const Board* board = find_board(d);
  return board ? std::string(board->name) : "none";
}

TEST(Boards, AreFoundByTheNamesThatDriversGive) {
  EXPECT_EQ(found(device("Tesla V100-SXM2-16GB", {7, 0}, 80, 15.8)), "V100 SXM2");
  EXPECT_EQ(found(device("Tesla V100-SXM2-32GB", {7, 0}, 80, 31.7)), "V100 SXM2 32 GB");
  EXPECT_EQ(found(device("Tesla V100-PCIE-16GB", {7, 0}, 80, 15.8)), "V100 PCIe");
  EXPECT_EQ(found(device("Tesla V100-PCIE-32GB", {7, 0}, 80, 31.7)), "V100 PCIe 32 GB");
  EXPECT_EQ(found(device("NVIDIA A100-SXM4-80GB", {8, 0}, 108, 79.2)), "A100 SXM4 80 GB");
  EXPECT_EQ(found(device("NVIDIA A100 80GB PCIe", {8, 0}, 108, 79.2)), "A100 PCIe 80 GB");
  EXPECT_EQ(found(device("NVIDIA A10", {8, 6}, 72, 22.1)), "A10");
  EXPECT_EQ(found(device("NVIDIA L4", {8, 9}, 58, 22.2)), "L4");
  EXPECT_EQ(found(device("NVIDIA H100 80GB HBM3", {9, 0}, 132, 79.1)), "H100 SXM5");
  EXPECT_EQ(found(device("NVIDIA H200", {9, 0}, 132, 139.8)), "H200 SXM");
}

TEST(Boards, ANameAloneIsNotEnough) {
  EXPECT_EQ(found(device("NVIDIA GeForce RTX 4090", {8, 9}, 128, 23.5)), "RTX 4090");
  EXPECT_EQ(found(device("NVIDIA GeForce RTX 4090 Laptop GPU", {8, 9}, 76, 15.9)), "none");
  EXPECT_EQ(found(device("NVIDIA GeForce RTX 4090 D", {8, 9}, 114, 23.5)), "none");
  EXPECT_EQ(found(device("NVIDIA GeForce RTX 4090", {8, 6}, 128, 23.5)), "none");
  EXPECT_EQ(found(device("NVIDIA H20", {9, 0}, 78, 95.6)), "none");
  EXPECT_EQ(found(device("NVIDIA A100-SXM4-80GB", {8, 0}, 108, 39.6)), "none");
  EXPECT_EQ(found(device("NVIDIA A1000", {8, 6}, 72, 22.1)), "none");
}

TEST(Boards, AMigSliceIsOfItsBoard) {
  DeviceProperties slice = device("NVIDIA H200 MIG 1g.18gb", {9, 0}, 16, 16);
  EXPECT_EQ(found(slice), "none");
  slice.mig = true;
  EXPECT_EQ(found(slice), "H200 SXM");
}

TEST(Boards, TensorPeaksAreQuotedAtTheirOwnClock) {
  const Ceilings sheet = data_sheet_ceilings(*named("H200 SXM"));
  EXPECT_DOUBLE_EQ(in_megahertz(sheet.best(tensor_bf16)->origin.clock), 1830);
  EXPECT_DOUBLE_EQ(in_megahertz(sheet.best(tensor_fp64)->origin.clock), 1980);
  EXPECT_DOUBLE_EQ(in_megahertz(sheet.best(fp32)->origin.clock), 1980);
}

}  // namespace
}  // namespace rooflens::models

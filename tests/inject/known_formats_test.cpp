#include "profiler/schedule/known_formats.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

namespace rooflens::inject {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Tensor = KernelState::Tensor;

constexpr const char* kNvjet = "nvjet_sm90_tst_64x8_64x16_4x1_v_bz_TNN";
constexpr const char* kOtherTiles = "nvjet_sm90_tst_128x64_64x8_1x2_h_bz_NNT";

std::unique_ptr<KernelState> kernel(const char* symbol, Tensor tensor = Tensor::unknown) {
  auto made = std::make_unique<KernelState>();
  made->function = symbol;
  made->tensor = tensor;
  return made;
}

TEST(KnownFormats, AreNotWantedOfKernelsWithoutMatrixWork) {
  const KnownFormats formats;
  EXPECT_EQ(formats.wanted(*kernel("vector_add")), TensorFormats::none);
  EXPECT_EQ(formats.wanted(*kernel(kNvjet, Tensor::no)), TensorFormats::none);
  EXPECT_EQ(formats.wanted(*kernel("vector_add", Tensor::yes)), TensorFormats::all);
}

TEST(KnownFormats, AreEnoughOnceAKernelOfTheFamilyWasExplained) {
  KnownFormats formats;
  const auto first = kernel(kNvjet);
  EXPECT_EQ(formats.wanted(*first), TensorFormats::all);
  EXPECT_TRUE(formats.learn(*first, {{"bf16", 4096e3}, {"fp8", 0}}, 1000, true));
  EXPECT_EQ(formats.wanted(*kernel(kNvjet)), TensorFormats::known);
  EXPECT_EQ(formats.wanted(*kernel(kOtherTiles)), TensorFormats::known);
  // Nothing suggests that this one is explained; launched once, it would be lost.
  EXPECT_EQ(formats.wanted(*kernel("nvjet_sm90_qqtst_128x64_64x8_1x2_h_bz_NNT")), TensorFormats::all);
}

// A product of PyTorch on an H200, as it was counted, and one of other tiles; 132 SMs make 4096 operations in a cycle.
TEST(KnownFormats, ExplainWhatTakesTheSameCyclesAnOperation) {
  KnownFormats formats;
  formats.learn(*kernel(kNvjet), {{"bf16", 3221225472}}, 0.5000495959834883 * 11914.454545454546, true);
  EXPECT_TRUE(
      formats.learn(*kernel(kOtherTiles), {{"bf16", 1073741824}}, 0.29712311594810686 * 6683.893939393939, false));
}

TEST(KnownFormats, DoNotExplainCyclesOfAnother) {
  KnownFormats formats;
  formats.learn(*kernel(kNvjet), {{"bf16", 4096e3}}, 1000, true);
  EXPECT_TRUE(formats.learn(*kernel(kOtherTiles), {{"bf16", 4096e3}}, 1000.9, false));
  EXPECT_FALSE(formats.learn(*kernel(kOtherTiles), {{"bf16", 4096e3}}, 1002, false));
  EXPECT_FALSE(formats.learn(*kernel(kOtherTiles), {{"bf16", 4096e3}}, 998, false));
  EXPECT_FALSE(formats.learn(*kernel(kOtherTiles), {{"bf16", 0}}, 1000, false));
  EXPECT_FALSE(formats.learn(*kernel(kOtherTiles), {{"bf16", 4096e3}}, 0, false));
  EXPECT_FALSE(formats.learn(*kernel(kOtherTiles), {{"bf16", 4096e3}}, std::nan(""), false));
  EXPECT_FALSE(formats.learn(*kernel(kOtherTiles), {{"bf16", std::nan("")}}, 1000, false));
  EXPECT_FALSE(formats.learn(*kernel(kOtherTiles), {{"tf32", 4096e3}}, 1000, false)) << "whose rate is another one";
}

// How many cycles each of two formats takes cannot be told.
TEST(KnownFormats, AreNotEnoughForAFamilyThatMixesThem) {
  KnownFormats formats;
  EXPECT_TRUE(formats.learn(*kernel(kNvjet), {{"bf16", 4096e3}, {"fp8", 8192e3}}, 2000, true));
  EXPECT_EQ(formats.wanted(*kernel(kOtherTiles)), TensorFormats::all);
}

TEST(KnownFormats, AreNotEnoughForAKernelThatTheyDidNotExplain) {
  KnownFormats formats;
  formats.learn(*kernel(kNvjet), {{"bf16", 4096e3}}, 1000, true);
  const auto other = kernel(kOtherTiles);
  EXPECT_EQ(formats.wanted(*other), TensorFormats::known);
  EXPECT_FALSE(formats.learn(*other, {{"bf16", 4096e3}}, 1500, false));
  other->replays = 1;
  EXPECT_EQ(formats.wanted(*other), TensorFormats::all);
  other->replays = 2;
  other->replayed = true;
  EXPECT_EQ(formats.wanted(*other), TensorFormats::all) << "nor for its later launches";
  EXPECT_EQ(formats.wanted(*kernel(kNvjet)), TensorFormats::known) << "but for its relatives";
}

TEST(KnownFormats, AreNotEnoughForTheLastReplay) {
  KnownFormats formats;
  formats.learn(*kernel(kNvjet), {{"bf16", 4096e3}}, 1000, true);
  const auto failed = kernel(kNvjet);
  failed->replays = 1;
  EXPECT_EQ(formats.wanted(*failed), TensorFormats::all);
  failed->replayed = true;
  EXPECT_EQ(formats.wanted(*failed), TensorFormats::known);
}

TEST(KnownFormats, RememberEachFormatOnce) {
  KnownFormats formats;
  EXPECT_THAT(formats.counters(), IsEmpty());
  formats.learn(*kernel(kNvjet), {{"tf32", 1}, {"bf16", 1}, {"fp8", 0}}, 10, true);
  formats.learn(*kernel("ampere_gemm"), {{"bf16", 1}, {"fp16", 1}}, 10, true);
  EXPECT_THAT(formats.counters(), ElementsAre("bf16", "fp16", "tf32"));
}

TEST(KnownFormats, TellFamiliesByTheNameBeforeTheTiles) {
  EXPECT_EQ(family_of(kNvjet), "nvjet_sm90_tst_");
  EXPECT_EQ(family_of("sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1"),
            "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize");
  EXPECT_EQ(family_of("_ZN7cutlass13device_kernelI4GemmEEvT_"), "_ZN7cutlass13device_kernelI4GemmEEvT_");
  EXPECT_EQ(family_of("max_x_4"), "max_x_4");
}

}  // namespace
}  // namespace rooflens::inject

// FLOPs and compulsory bytes of PyTorch's operations, with shapes that a reader can multiply.
#include "profiler/torch/operation_work.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace rooflens::torch {
namespace {

constexpr int kFloat = 6, kHalf = 5, kBfloat = 15, kLong = 4, kBool = 11;

// A tensor whose elements lie behind each other.
TensorShape tensor(int argument, int type, std::initializer_list<std::int64_t> sizes, const void* id = nullptr) {
  static char ids[1000];
  static int next = 0;
  TensorShape made{.id = id ? id : &ids[next++], .argument = argument, .type = type};
  made.dimensions = static_cast<int>(sizes.size());
  std::copy(sizes.begin(), sizes.end(), made.sizes.begin());
  std::int64_t stride = 1;
  for (int i = made.dimensions; i-- > 0;) {
    made.strides[static_cast<std::size_t>(i)] = stride;
    stride *= made.sizes[static_cast<std::size_t>(i)];
  }
  return made;
}

OperationWork work(const char* name, std::vector<TensorShape> inputs, std::vector<TensorShape> outputs,
                   std::optional<std::int64_t> mode = {}) {
  const OperationRow* row = find_operation(name);
  EXPECT_NE(row, nullptr) << name;
  const auto found = work_of({row, std::move(inputs), std::move(outputs), mode});
  EXPECT_TRUE(found.has_value());
  return found.value_or(OperationWork{});
}

TEST(OperationWork, MultipliesMatrices) {
  const OperationWork w =
      work("aten::mm", {tensor(0, kBfloat, {10, 20}), tensor(1, kBfloat, {20, 30})}, {tensor(0, kBfloat, {10, 30})});
  EXPECT_EQ(w.operations, 2 * 10 * 20 * 30);
  EXPECT_EQ(w.format, "bfloat16");
  EXPECT_EQ(w.read_bytes, 2 * (200 + 600));
  EXPECT_EQ(w.written_bytes, 2 * 300);
}

TEST(OperationWork, ReadsAnExpandedBiasOnce) {
  TensorShape bias = tensor(0, kHalf, {10, 30});
  bias.strides = {0, 1};
  const OperationWork w =
      work("aten::addmm", {bias, tensor(1, kHalf, {10, 20}), tensor(2, kHalf, {20, 30})}, {tensor(0, kHalf, {10, 30})});
  EXPECT_EQ(w.operations, 12000);
  EXPECT_EQ(w.read_bytes, 2 * (30 + 200 + 600));
}

TEST(OperationWork, DoesNotReadWhatItIsGivenToWriteTo) {
  const TensorShape out = tensor(2, kHalf, {4, 10, 30});
  const OperationWork w = work("aten::bmm", {tensor(0, kHalf, {4, 10, 20}), tensor(1, kHalf, {4, 20, 30}), out}, {out});
  EXPECT_EQ(w.operations, 4 * 12000);
  EXPECT_EQ(w.read_bytes, 2 * 4 * 800);
  EXPECT_EQ(w.written_bytes, 2 * 4 * 300);
}

TEST(OperationWork, MultipliesByVectorsAndInGroups) {
  const TensorShape matrix = tensor(1, kFloat, {10, 20}), vector = tensor(2, kFloat, {20});
  const OperationWork by_vector =
      work("aten::addmv_", {tensor(0, kFloat, {10}), matrix, vector}, {tensor(0, kFloat, {10})});
  EXPECT_EQ(by_vector.operations, 2 * 10 * 20);
  EXPECT_EQ(by_vector.read_bytes, 4 * (10 + 200 + 20));
  EXPECT_EQ(work("aten::dot", {tensor(0, kFloat, {20}), tensor(1, kFloat, {20})}, {tensor(0, kFloat, {})}).operations,
            40);
  // 10 rows of 20, each by one of 3 matrices of 20 x 30
  const std::vector<TensorShape> grouped{tensor(0, kBfloat, {10, 20}), tensor(1, kBfloat, {3, 20, 30})};
  EXPECT_EQ(work("aten::_grouped_mm", grouped, {tensor(0, kBfloat, {10, 30})}).operations, 2 * 10 * 20 * 30);
  EXPECT_FALSE(
      work_of({find_operation("aten::addmv"), {tensor(0, kFloat, {10}), matrix, tensor(2, kFloat, {21})}, {}, {}}));
}

TEST(OperationWork, SaysNothingOfShapesThatDoNotFit) {
  const OperationRow* row = find_operation("aten::mm");
  EXPECT_FALSE(work_of({row, {tensor(0, kHalf, {10, 20}), tensor(1, kHalf, {21, 30})}, {}, {}}));
  EXPECT_FALSE(work_of({row, {tensor(0, 99, {10, 20}), tensor(1, 99, {20, 30})}, {}, {}}));
  EXPECT_EQ(find_operation("aten::unheard_of"), nullptr);
}

// 8 images, 16 channels in, 32 out, 3 x 3 weights, 10 x 10 results: each is a sum of 16 * 9 products.
TEST(OperationWork, Convolves) {
  const TensorShape input = tensor(0, kHalf, {8, 16, 12, 12});
  const TensorShape weights = tensor(1, kHalf, {32, 16, 3, 3});
  const double once = 2.0 * 8 * 32 * 100 * 16 * 9;
  EXPECT_EQ(work("aten::cudnn_convolution", {input, weights}, {tensor(0, kHalf, {8, 32, 10, 10})}).operations, once);
  TensorShape input_back = input, weights_back = weights;
  input_back.argument = 1;
  weights_back.argument = 2;
  const std::vector<TensorShape> inputs{tensor(0, kHalf, {8, 32, 10, 10}), input_back, weights_back};
  const OperationWork both = work("aten::convolution_backward", inputs,
                                  {tensor(0, kHalf, {8, 16, 12, 12}), tensor(1, kHalf, {32, 16, 3, 3})}, 0);
  EXPECT_EQ(both.operations, 2 * once);
  EXPECT_EQ(both.parts, 2);
  const OperationWork one = work("aten::convolution_backward", inputs, {tensor(1, kHalf, {32, 16, 3, 3})}, 0);
  EXPECT_EQ(one.operations, once);
}

// 8 images, 16 channels in, 32 out, 3 x 3 weights: each of the 10 x 10 inputs goes into 32 * 9 sums.
TEST(OperationWork, ConvolvesTransposed) {
  const std::vector<TensorShape> inputs{tensor(0, kHalf, {8, 16, 10, 10}), tensor(1, kHalf, {16, 32, 3, 3})};
  const OperationWork w = work("aten::cudnn_convolution_transpose", inputs, {tensor(0, kHalf, {8, 32, 12, 12})});
  EXPECT_EQ(w.operations, 2.0 * 8 * 16 * 100 * 32 * 9);
}

// Batch 2, 8 heads, 100 positions, 64 channels.
TEST(OperationWork, Attends) {
  std::vector<TensorShape> qkv;
  for (int i = 0; i < 3; ++i) qkv.push_back(tensor(i, kHalf, {2, 100, 8, 64}));
  const TensorShape out = tensor(0, kHalf, {2, 100, 8, 64});
  const double all = 4.0 * 2 * 8 * 100 * 100 * 64;
  EXPECT_EQ(work("aten::_flash_attention_forward", qkv, {out}, 0).operations, all);
  EXPECT_EQ(work("aten::_flash_attention_forward", qkv, {out}, 1).operations, all * 101 / 200);
  EXPECT_FALSE(work_of({find_operation("aten::_flash_attention_forward"), qkv, {out}, {}})) << "causal or not";
  for (TensorShape& one : qkv) ++one.argument;
  qkv.push_back(tensor(0, kHalf, {2, 100, 8, 64}));
  EXPECT_EQ(work("aten::_flash_attention_backward", qkv, {out}, 0).operations, 2.5 * all);
}

TEST(OperationWork, CountsWhatIsReadAndWritten) {
  const TensorShape self = tensor(0, kFloat, {100});
  EXPECT_EQ(work("aten::add", {self, tensor(1, kFloat, {100})}, {tensor(0, kFloat, {100})}).read_bytes, 800);
  EXPECT_EQ(work("aten::add", {self, self}, {tensor(0, kFloat, {100})}).read_bytes, 400) << "the same tensor twice";
  const OperationWork in_place = work("aten::add_", {self, tensor(1, kFloat, {100})}, {self});
  EXPECT_EQ(in_place.read_bytes, 800);
  EXPECT_EQ(in_place.written_bytes, 400);
  const OperationWork copy = work("aten::copy_", {self, tensor(1, kBool, {100})}, {self});
  EXPECT_EQ(copy.read_bytes, 100);
  EXPECT_EQ(copy.written_bytes, 400);
  EXPECT_TRUE(copy.format.empty());
}

// x.unfold(0, 16, 1) of 100 elements: 85 windows of 16.
TEST(OperationWork, ReadsWindowsThatOverlapOnce) {
  TensorShape windows = tensor(0, kFloat, {85, 16});
  windows.strides[0] = 1;
  EXPECT_EQ(work("aten::sum", {windows}, {tensor(0, kFloat, {85})}).read_bytes, 400);
}

TEST(OperationWork, OfAnEmptyTensorIsNone) {
  const TensorShape none = tensor(0, kFloat, {0, 5});
  EXPECT_EQ(work_of({find_operation("aten::add"), {none}, {none}, {}}), std::nullopt);
}

// Parameters, gradients and two moments: gradients alone are not written.
TEST(OperationWork, ChangesListsInPlace) {
  std::vector<TensorShape> lists;
  for (int argument = 0; argument < 4; ++argument) {
    lists.push_back(tensor(argument, kFloat, {60}));
    lists.push_back(tensor(argument, kFloat, {40}));
  }
  const OperationWork w = work("aten::_fused_adamw_", lists, {});
  EXPECT_EQ(w.read_bytes, 4 * 400);
  EXPECT_EQ(w.written_bytes, 3 * 400);
}

const std::string kGemm = "sm90_xmma_gemm_bf16", kReduce = "_Z18splitKreduce_kernel", kAdd = "vectorized_add",
                  kOther = "unrolled";

TEST(OperationShares, GiveAProductToItsKernelAndNothingToHelpers) {
  OperationWork product{.operations = 100, .format = "bfloat16", .read_bytes = 10, .written_bytes = 2};
  const auto shares = shares_of(product, {{0, &kGemm, 8, 1}, {1, &kReduce, 4, 1}});
  ASSERT_TRUE(shares[0].has_value());
  EXPECT_EQ(shares[0]->operations, 100);
  EXPECT_FALSE(shares[1].has_value());
  EXPECT_TRUE(shares_of(product, {{0, &kOther, 8, 1}})[0].has_value()) << "it is the only one, whatever its name";
  EXPECT_FALSE(shares_of(product, {{0, &kOther, 8, 1}, {1, &kAdd, 8, 1}})[0].has_value());
}

TEST(OperationShares, DivideByBlocks) {
  OperationWork bytes;
  bytes.read_bytes = 700;
  const auto shares = shares_of(bytes, {{0, &kAdd, 100, 3}, {1, &kAdd, 50, 1}});
  EXPECT_EQ(shares[0]->read_bytes, 600);
  EXPECT_EQ(shares[1]->read_bytes, 100);
  EXPECT_FALSE(shares_of(bytes, {{0, &kAdd, 1, 1}, {1, &kOther, 1, 1}})[0].has_value())
      << "nobody knows which did what";
}

// Launches that the driver refuses.
TEST(OperationShares, AreNoneOfLaunchesWithoutBlocks) {
  OperationWork bytes;
  bytes.read_bytes = 700;
  EXPECT_FALSE(shares_of(bytes, {{0, &kAdd, 0, 1}})[0].has_value());
}

// Both read all inputs; dx is 400 bytes, the gradients of weight and bias are 80.
TEST(OperationShares, GiveTheGradientsOfANormToAKernelEach) {
  const std::string input = "layer_norm_grad_input_kernel", weights = "GammaBetaBackwardCUDAKernelTemplate";
  OperationWork bytes;
  bytes.read_bytes = 808;
  bytes.written_bytes = 480;
  bytes.first_written_bytes = 400;
  const auto shares = shares_of(bytes, {{0, &input, 8, 1}, {1, &weights, 4, 1}});
  ASSERT_TRUE(shares[0] && shares[1]);
  EXPECT_EQ(shares[0]->read_bytes, 808);
  EXPECT_EQ(shares[0]->written_bytes, 400);
  EXPECT_EQ(shares[1]->read_bytes, 808);
  EXPECT_EQ(shares[1]->written_bytes, 80);
  EXPECT_FALSE(shares_of(bytes, {{0, &kAdd, 8, 1}, {1, &weights, 4, 1}})[1].has_value()) << "who does the rest?";
}

// Winograd's product is of fewer operations than the convolution.
TEST(OperationShares, GiveNothingWhereAKernelTransforms) {
  const std::string winograd = "winogradForwardData4x4", sgemm = "ampere_sgemm_128x64_tn";
  OperationWork convolution{.operations = 100, .format = "float32", .read_bytes = 10, .written_bytes = 2};
  EXPECT_FALSE(shares_of(convolution, {{0, &winograd, 8, 1}, {1, &sgemm, 8, 1}})[1].has_value());
  EXPECT_TRUE(shares_of(convolution, {{1, &sgemm, 8, 1}})[0].has_value());
}

TEST(OperationShares, HalveTheGradientsOfAConvolution) {
  const std::string one = "dgrad2d", two = "wgrad2d";
  const OperationWork work{.operations = 100, .parts = 2, .format = "float16", .read_bytes = 40};
  const auto shares = shares_of(work, {{0, &one, 8, 1}, {1, &two, 4, 1}});
  EXPECT_EQ(shares[0]->operations, 50);
  EXPECT_EQ(shares[1]->operations, 50);
  EXPECT_FALSE(shares_of(work, {{0, &one, 8, 1}})[0].has_value()) << "a kernel is missing";
}

}  // namespace
}  // namespace rooflens::torch

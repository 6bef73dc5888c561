// Names as they stand in real applications: PyTorch, cuBLAS, CUTLASS, CUB, Triton, lambdas.
#include "profiler/config/kernel_name.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rooflens::collect {
namespace {

using ::testing::ElementsAre;

NamedKernel kernel(std::string function, std::uint32_t grid = 1, std::uint32_t block = 32) {
  NamedKernel k{std::move(function), {}};
  k.launch.grid.x = grid;
  k.launch.block.x = block;
  return k;
}

std::string name_of(const std::string& function) { return short_names({kernel(function)}).front(); }

TEST(Demangle, TellsWhatASymbolStandsFor) {
  EXPECT_EQ(demangle("_Z9vectorAddPKfS0_Pfi"), "vectorAdd(float const*, float const*, float*, int)");
}

TEST(Demangle, LeavesWhatIsNoSymbolOfCpp) {
  EXPECT_EQ(demangle("triton_poi_fused_add_0"), "triton_poi_fused_add_0");
  EXPECT_EQ(demangle("_Zbroken"), "_Zbroken");
}

// For the ABI's function, names of one letter are builtin types.
TEST(Demangle, CountsAnEscapeAsTheByteThatItIs) {
  EXPECT_EQ(demangle("_Z5caf\\xE9sPf"), "caf\\xE9s(float*)");
  EXPECT_EQ(demangle("_Z5caf\xE9sPf"), "caf\\xE9s(float*)");
  EXPECT_EQ(demangle("caf\xE9"), "caf\\xE9");
}

TEST(Demangle, TakesNoFunctionForAType) { EXPECT_EQ(demangle("f"), "f"); }

TEST(ShortName, DropsParameters) {
  EXPECT_EQ(name_of("vectorAdd(float const*, float const*, float*, int)"), "vectorAdd");
}

TEST(ShortName, DropsReturnTypeNamespacesAndTemplateArguments) {
  EXPECT_EQ(name_of("void app::detail::scale<float, 4>(float*, int)"), "scale");
  EXPECT_EQ(name_of("void at::native::(anonymous namespace)::softmax_warp_forward<float, float, float, 10, false, "
                    "false>(float*, float const*, int, int, int)"),
            "softmax_warp_forward");
}

TEST(ShortName, LeavesPlainCAlone) { EXPECT_EQ(name_of("triton_poi_fused_add_0"), "triton_poi_fused_add_0"); }

TEST(ShortName, NamesWhatAnElementwiseKernelDoes) {
  EXPECT_EQ(name_of("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
                    "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)"),
            "vectorized_elementwise_kernel<CUDAFunctor_add>");
}

TEST(ShortName, NamesTheFunctionThatALambdaStandsIn) {
  EXPECT_EQ(name_of("void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous "
                    "namespace)::pow_tensor_scalar_kernel_impl<float, float>(at::TensorIteratorBase&, "
                    "float)::{lambda(float)#1}, std::array<char*, 2ul> >(int, float)"),
            "vectorized_elementwise_kernel<pow_tensor_scalar_kernel_impl>");
}

TEST(ShortName, UnwrapsCutlass) {
  EXPECT_EQ(name_of("void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x128_32x5_nn_align8>("
                    "cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x128_32x5_nn_align8::Params)"),
            "cutlass_80_tensorop_bf16_s16816gemm_r...8x128_32x5_nn_align8");
}

TEST(ShortName, FindsTheNameOfCubKernels) {
  EXPECT_EQ(name_of("void cub::CUB_200700_900_NS::DeviceReduceKernel<cub::policy<float>::Policy900, float*, int, "
                    "cuda::std::plus<void>, float>(float*, float*, int)"),
            "DeviceReduceKernel");
}

TEST(ShortName, IsNotMistakenAboutReturnTypes) {
  EXPECT_EQ(name_of("unsigned int* app::first<3>(int)"), "first");
  EXPECT_EQ(name_of("std::enable_if<true, void>::type app::go<float>(float*)"), "go");
  EXPECT_EQ(name_of("main::{lambda(int*)#1}::operator()(int*) const"), "main");
}

TEST(ShortName, LooksThroughWhatOnlyCarriesOtherTypes) {
  EXPECT_EQ(name_of("void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, "
                    "at::native::func_wrapper_t<float, at::native::sum_functor<float, float, "
                    "float>::operator()(at::TensorIterator&)::{lambda(float, float)#1}>, unsigned int, float, 4> "
                    ">(at::native::ReduceOp<float>)"),
            "reduce_kernel<sum_functor>");
  EXPECT_EQ(name_of("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous "
                    "namespace)::FusedOptimizerTensorListMetadata<4>, at::native::(anonymous "
                    "namespace)::FusedAdamMathFunctor<float, 4, (at::native::ADAM_MODE)0, false>, float const*>(int)"),
            "multi_tensor_apply_kernel<FusedAdamMathFunctor>");
}

TEST(ShortName, IsThereForAFunctionWithoutOne) { EXPECT_EQ(name_of(""), "(unnamed)"); }

TEST(ShortName, IsAtMostSixtyCharacters) {
  const std::string name = name_of(std::string(30, 'a') + std::string(4000, 'x') + std::string(30, 'z'));
  EXPECT_LE(name.size(), 60u);
  EXPECT_THAT(name, ::testing::StartsWith("aaaa"));
  EXPECT_THAT(name, ::testing::EndsWith("zzzz"));
}

TEST(ShortName, CutsNoLetterInTwo) {
  std::string function;
  for (int i = 0; i < 100; ++i) function += "\xCE\xBB";  // lambda, two bytes
  const std::string name = name_of(function);
  const std::size_t dots = name.find("...");
  ASSERT_NE(dots, std::string::npos);
  EXPECT_EQ(dots % 2, 0u);
  EXPECT_EQ((name.size() - dots - 3) % 2, 0u);
}

TEST(ShortNames, AreTheSameForTheSameKernel) {
  EXPECT_THAT(short_names({kernel("add(int)"), kernel("add(int)")}), ElementsAre("add", "add"));
}

TEST(ShortNames, ShowTheGeometryWhereOnlyThatDiffers) {
  EXPECT_THAT(short_names({kernel("add(int)", 1024, 256), kernel("add(int)", 8, 256), kernel("other(int)", 8, 256)}),
              ElementsAre("add (grid 1024, block 256)", "add (grid 8, block 256)", "other"));
}

TEST(ShortNames, ShowATemplateArgumentWhereItTells) {
  EXPECT_THAT(short_names({kernel("void scan<app::Sum>(int)"), kernel("void scan<app::Maximum>(int)")}),
              ElementsAre("scan<Sum>", "scan<Maximum>"));
}

TEST(ShortNames, CountWhatNothingShortTellsApart) {
  EXPECT_THAT(short_names({kernel("void scan<1>(int)"), kernel("void scan<2>(int)"), kernel("void scan<1>(int)")}),
              ElementsAre(::testing::Not(::testing::EndsWith("#2")), ::testing::EndsWith(" #2"),
                          ::testing::Not(::testing::EndsWith("#2"))));
}

TEST(ShortNames, TellSquareAndFlatBlocksApart) {
  NamedKernel flat = kernel("tile()", 4, 256);
  NamedKernel square = kernel("tile()", 4, 16);
  square.launch.block.y = 16;
  const std::vector<std::string> names = short_names({flat, square});
  EXPECT_NE(names[0], names[1]);
}

}  // namespace
}  // namespace rooflens::collect

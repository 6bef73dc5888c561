// Buffers and verification of gemm. The inputs have so few bits that FP32 sums of their products are exact in every
// order, so the tolerance is zero: every element on the device by Freivalds' check, samples by the CPU reference.
#include "kernels/gemm/prepared.cuh"

#include <cstdint>
#include <numeric>
#include <utility>

#include "kernels/device/count_wrong.cuh"
#include "kernels/device/gather.cuh"
#include "kernels/gemm/family.hpp"
#include "kernels/random.hpp"

namespace rooflens::kernels::gemm {
namespace {

// Row k of B x, with x[j] = random_bits(x_seed, j).
struct RowOfBx {
  UniformInput b;
  std::uint64_t n;
  std::uint64_t x_seed;
  __device__ std::uint64_t operator()(std::uint64_t k) const {
    std::uint64_t sum = 0;
    for (std::uint64_t j = 0; j < n; ++j) {
      sum += static_cast<std::uint64_t>(std::int64_t{b.scaled(k * n + j)}) * random_bits(x_seed, j);
    }
    return sum;
  }
};

// Whether row i of C x equals row i of A (B x). False also when an element is not a multiple of 2^-2bits, as NaN is
// not.
struct RowIsProduct {
  const float* c;
  UniformInput a;
  const std::uint64_t* bx;
  std::uint64_t n;
  std::uint64_t x_seed;
  __device__ bool operator()(std::uint64_t i) const {
    const auto scale = static_cast<float>(1 << (2 * a.bits));
    std::uint64_t difference = 0;
    for (std::uint64_t k = 0; k < n; ++k) {
      const float scaled = c[i * n + k] * scale;
      const long long element = __float2ll_rn(scaled);
      if (!(static_cast<float>(element) == scaled)) return false;
      difference += static_cast<std::uint64_t>(element) * random_bits(x_seed, k);
      difference -= static_cast<std::uint64_t>(std::int64_t{a.scaled(i * n + k)}) * bx[k];
    }
    return difference == 0;
  }
};

constexpr std::size_t kSamples = 256;

// Bits of the significand that the inputs may use: every format then holds them exactly.
template <typename T>
constexpr int kInputBits = 12;
template <>
constexpr int kInputBits<__half> = 11;
template <>
constexpr int kInputBits<__nv_bfloat16> = 8;

template <typename T>
class Product final : public Prepared {
 public:
  Product(std::int64_t n, Plan<T> plan, int input_bits)
      : n_(static_cast<std::uint64_t>(n)),
        plan_(std::move(plan)),
        a_input_{next_seed(), input_bits},
        b_input_{next_seed(), input_bits},
        a_(n_ * n_),
        b_(n_ * n_),
        c_(n_ * n_) {
    fill(a_, a_input_);
    fill(b_, b_input_);
  }

  void launch() override { plan_.launch(a_.data(), b_.data(), c_.data(), static_cast<int>(n_)); }
  void reset(bool poison) override {
    if (poison) c_.poison();
  }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return plan_.describe(); }

  [[nodiscard]] models::Verification verify() override {
    const DeviceCheck check = check_rows();
    std::vector<std::uint64_t> indices = sample_matrix_indices(n_, kSamples, a_input_.seed);
    if (check.wrong > 0) {  // the device knows the row; the CPU finds the element in it
      std::vector<std::uint64_t> row(n_);
      std::iota(row.begin(), row.end(), check.first_wrong * n_);
      indices.insert(indices.begin(), row.begin(), row.end());
    }
    const Input a = a_input_;
    const Input b = b_input_;
    const auto expected = [&](std::uint64_t index) { return reference(a, b, n_, index); };
    return judge(check, gather(c_.data(), indices), expected, matrix_label(n_));
  }

 private:
  [[nodiscard]] DeviceCheck check_rows() const {
    const std::uint64_t x_seed = next_seed();
    DeviceBuffer<std::uint64_t> bx(n_);
    fill(bx, RowOfBx{b_input_, n_, x_seed});
    return count_wrong(n_, RowIsProduct{c_.data(), a_input_, bx.data(), n_, x_seed}, "rows");
  }

  std::uint64_t n_;
  Plan<T> plan_;
  UniformInput a_input_;
  UniformInput b_input_;
  DeviceBuffer<T> a_;
  DeviceBuffer<T> b_;
  DeviceBuffer<float> c_;
};

}  // namespace

template <typename T>
std::unique_ptr<Prepared> make_prepared_product(const Problem& problem, Plan<T> plan, int input_bits) {
  const std::int64_t n = problem["n"];
  if (input_bits == 0) input_bits = exact_dot_bits(static_cast<std::uint64_t>(n), kInputBits<T>);
  return std::make_unique<Product<T>>(n, std::move(plan), input_bits);
}

template std::unique_ptr<Prepared> make_prepared_product(const Problem&, Plan<float>, int);
template std::unique_ptr<Prepared> make_prepared_product(const Problem&, Plan<__half>, int);
template std::unique_ptr<Prepared> make_prepared_product(const Problem&, Plan<__nv_bfloat16>, int);

}  // namespace rooflens::kernels::gemm

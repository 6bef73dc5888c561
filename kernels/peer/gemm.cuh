// C = A B by cuBLAS: buffers and verification. Inputs have so few bits that FP32 sums of their products are exact in
// every order, so the tolerance is zero.
#pragma once

#include <numeric>

#include "kernels/device/count_wrong.cuh"
#include "kernels/device/cublas.hpp"
#include "kernels/device/gather.cuh"
#include "kernels/peer/prepared.cuh"
#include "kernels/sgemm/reference.hpp"
#include "kernels/sgemm/row_check.cuh"

namespace rooflens::kernels::peer {

/// T: float or a format that holds integers of `input_bits` bits.
template <typename T>
class Gemm final : public LibraryCall {
 public:
  using Multiply = void (CublasHandle::*)(int, const T*, const T*, float*) const;

  Gemm(std::int64_t n, int input_bits, Multiply multiply)
      : n_(static_cast<std::uint64_t>(n)),
        multiply_(multiply),
        a_input_{next_seed(), exact_dot_bits(n_, input_bits)},
        b_input_{next_seed(), a_input_.bits},
        a_(n_ * n_),
        b_(n_ * n_),
        c_(n_ * n_) {
    fill(a_, a_input_);
    fill(b_, b_input_);
  }

  void launch() override { (cublas_.*multiply_)(static_cast<int>(n_), a_.data(), b_.data(), c_.data()); }
  void reset(bool poison) override {
    if (poison) c_.poison();
  }

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
    const auto expected = [&](std::uint64_t index) { return sgemm::reference(a, b, n_, index); };
    return judge(check, gather(c_.data(), indices), expected, matrix_label(n_));
  }

 private:
  static constexpr std::size_t kSamples = 256;

  [[nodiscard]] DeviceCheck check_rows() const {
    const std::uint64_t x_seed = next_seed();
    DeviceBuffer<std::uint64_t> bx(n_);
    fill(bx, sgemm::RowOfBx{b_input_, n_, x_seed});
    return count_wrong(n_, sgemm::RowIsProduct{c_.data(), a_input_, bx.data(), n_, x_seed}, "rows");
  }

  std::uint64_t n_;
  Multiply multiply_;
  CublasHandle cublas_;
  UniformInput a_input_;
  UniformInput b_input_;
  DeviceBuffer<T> a_;
  DeviceBuffer<T> b_;
  DeviceBuffer<float> c_;
};

}  // namespace rooflens::kernels::peer

// Buffers and verification of precision. All numbers are small integers, so the tolerance is zero.
#include "kernels/precision/prepared.cuh"

#include <utility>

#include "kernels/device/verify_elements.cuh"
#include "kernels/random.hpp"

namespace rooflens::kernels::precision {
namespace {

// Odd integers below 2^bits in magnitude: three times the first fit into a bfloat16, sums of 32 products of twice the
// second into the accumulators of every tensor core.
constexpr int kStreamBits = 5;
constexpr int kMatrixBits = 2;

struct Entry {
  UniformInput in;
  __host__ __device__ std::int32_t operator()(std::uint64_t i) const { return in.scaled(i); }
};

// By closed forms, unlike the CPU reference: (x, y), (y - x, -x), (-y, x - y), and so on.
struct IsStream {
  const float* out;
  Entry table;
  int rest;
  int lanes;
  __device__ bool operator()(std::uint64_t i) const {
    int sum = 0;
    for (int pair = 0; pair < kPairs; ++pair) {
      for (int lane = 0; lane < lanes; ++lane) {
        const int x = table(stream_entry(i, pair, lane));
        const int y = table(stream_entry(i, pair + kPairs, lane));
        sum += rest == 0 ? x + y : rest == 1 ? y - 2 * x : x - 2 * y;
      }
    }
    return out[i] == static_cast<float>(sum);
  }
};

struct IsMatrix {
  const float* out;
  Entry table;
  int rest;
  int k;
  __device__ bool operator()(std::uint64_t index) const {
    const MatrixEntries entries{index / kMatrixElements, k};
    const int row = static_cast<int>(index % kMatrixElements) / kMatrixColumns;
    const int column = static_cast<int>(index % kMatrixColumns);
    int sum = table(entries.c(row, column));
    for (int inner = 0; inner < k && rest > 0; ++inner) {
      const int a = table(entries.a(0, row, inner)) + (rest == 2 ? table(entries.a(1, row, inner)) : 0);
      sum += a * table(entries.b(inner, column));
    }
    return out[index] == static_cast<float>(sum);
  }
};

// The parts that both kinds have.
class Table : public Prepared {
 public:
  Table(int bits, std::int64_t iterations, std::int64_t outputs)
      : iterations_(iterations), entry_{{next_seed(), bits}}, out_(static_cast<std::size_t>(outputs)) {
    fill(table_, entry_);
  }
  void reset(bool poison) override {
    if (poison) out_.poison();
  }

 protected:
  [[nodiscard]] int iterations() const { return static_cast<int>(iterations_); }
  [[nodiscard]] int rest() const { return static_cast<int>(iterations_ % kPeriod); }
  [[nodiscard]] Entry entry() const { return entry_; }
  [[nodiscard]] Input input() const {
    return [entry = entry_](std::uint64_t i) { return static_cast<float>(entry(i)); };
  }
  [[nodiscard]] const std::int32_t* table() const { return table_.data(); }
  [[nodiscard]] const DeviceBuffer<float>& out() const { return out_; }

 private:
  std::int64_t iterations_;
  Entry entry_;
  DeviceBuffer<std::int32_t> table_{kTableElements};
  DeviceBuffer<float> out_;
};

class StreamTable final : public Table {
 public:
  StreamTable(const Problem& problem, StreamLaunch launch, int lanes)
      : Table(kStreamBits, problem["iterations"], problem["n"]), launch_(std::move(launch)), lanes_(lanes) {}

  void launch() override { launch_(table(), out().data(), static_cast<std::int64_t>(out().size()), iterations(), -1); }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const auto expected = [this, in = input()](std::uint64_t i) {
      return stream_reference(in, iterations(), lanes_, i);
    };
    return verify_elements(out().data(), out().size(), IsStream{out().data(), entry(), rest(), lanes_}, entry().in.seed,
                           expected, element_label);
  }

 private:
  StreamLaunch launch_;
  int lanes_;
};

class Matrix final : public Table {
 public:
  Matrix(const Problem& problem, MatrixLaunch launch, int k)
      : Table(kMatrixBits, problem["iterations"], kMatrixElements * problem["warps"]),
        launch_(std::move(launch)),
        k_(k) {}

  void launch() override { launch_(table(), out().data(), iterations()); }
  [[nodiscard]] std::vector<models::Launch> launches() const override { return {launch_.describe()}; }
  [[nodiscard]] models::Verification verify() override {
    const auto expected = [this, in = input()](std::uint64_t i) { return matrix_reference(in, iterations(), k_, i); };
    return verify_elements(out().data(), out().size(), IsMatrix{out().data(), entry(), rest(), k_}, entry().in.seed,
                           expected, element_label);
  }

 private:
  MatrixLaunch launch_;
  int k_;
};

}  // namespace

std::unique_ptr<Prepared> make_stream(const Problem& problem, decltype(StreamLaunch::function) function,
                                      const char* name, int lanes) {
  const dim3 grid(grid_for(problem["n"], kStreamBlock));
  return std::make_unique<StreamTable>(problem, StreamLaunch{function, name, grid, dim3(kStreamBlock)}, lanes);
}

std::unique_ptr<Prepared> make_matrix(const Problem& problem, decltype(MatrixLaunch::function) function,
                                      const char* name, int k) {
  const dim3 grid(grid_for(problem["warps"], kMatrixWarps));
  return std::make_unique<Matrix>(problem, MatrixLaunch{function, name, grid, dim3(kMatrixBlock)}, k);
}

}  // namespace rooflens::kernels::precision

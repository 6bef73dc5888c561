// Conjugate gradients on a grid with cuSPARSE and cuBLAS, until the residual is small; prints how often it went round.
// flags: -lcusparse -lcublas
#include <cublas_v2.h>
#include <cusparse.h>

#include <algorithm>
#include <cmath>

#include "app.cuh"

constexpr int kSide = 192, kRows = kSide * kSide;

__global__ void fill_right_side(double* b) {
  const int row = app::index() / kSide, column = app::index() % kSide;
  b[app::index()] = (row == kSide / 3 && column == kSide / 2) + 0.001 * (row % 3) - 0.0005;
}

__global__ void scale_by_diagonal(const double* diagonal, const double* in, double* out) {
  out[app::index()] = in[app::index()] / diagonal[app::index()];
}

int main() {
  std::vector<int> starts{0}, columns;
  std::vector<double> values, diagonal_values;
  for (int row = 0; row < kRows; ++row) {
    const int x = row % kSide, y = row / kSide;
    const auto add = [&](bool there, int column, double value) {
      if (!there) return;
      columns.push_back(column);
      values.push_back(value);
    };
    const double middle = 4.001 + (x + y) % 5;
    add(y > 0, row - kSide, -1);
    add(x > 0, row - 1, -1);
    add(true, row, middle);
    add(x + 1 < kSide, row + 1, -1);
    add(y + 1 < kSide, row + kSide, -1);
    starts.push_back(static_cast<int>(columns.size()));
    diagonal_values.push_back(middle);
  }
  const int entries = static_cast<int>(columns.size());
  int *d_starts = app::device_array<int>(kRows + 1), *d_columns = app::device_array<int>(entries);
  double *d_values = app::device_array<double>(entries), *diagonal = app::device_array<double>(kRows);
  CHECK(cudaMemcpy(d_starts, starts.data(), (kRows + 1) * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_columns, columns.data(), entries * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_values, values.data(), entries * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(diagonal, diagonal_values.data(), kRows * sizeof(double), cudaMemcpyHostToDevice));
  double *x = app::device_array<double>(kRows), *r = app::device_array<double>(kRows);
  double *z = app::device_array<double>(kRows), *p = app::device_array<double>(kRows);
  double* q = app::device_array<double>(kRows);

  cublasHandle_t blas;
  CHECK(cublasCreate(&blas));
  cusparseHandle_t sparse;
  CHECK(cusparseCreate(&sparse));
  cusparseSpMatDescr_t matrix;
  CHECK(cusparseCreateCsr(&matrix, kRows, kRows, entries, d_starts, d_columns, d_values, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  cusparseDnVecDescr_t in, out;
  CHECK(cusparseCreateDnVec(&in, kRows, p, CUDA_R_64F));
  CHECK(cusparseCreateDnVec(&out, kRows, q, CUDA_R_64F));
  const double one = 1, zero = 0;
  std::size_t bytes = 0;
  CHECK(cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, in, &zero, out, CUDA_R_64F,
                                CUSPARSE_SPMV_CSR_ALG2, &bytes));
  void* buffer = app::device_array<char>(bytes + 4);

  int rounds[3]{};
  for (int solve = 0; solve < 3; ++solve) {
    fill_right_side<<<kRows / 256, 256>>>(r);
    CHECK(cudaMemset(x, 0, kRows * sizeof(double)));
    scale_by_diagonal<<<kRows / 256, 256>>>(diagonal, r, z);
    CHECK(cublasDcopy(blas, kRows, z, 1, p, 1));
    double rz = 0, norm = 0, first = 0;
    CHECK(cublasDdot(blas, kRows, r, 1, z, 1, &rz));
    CHECK(cublasDnrm2(blas, kRows, r, 1, &first));
    norm = first;
    const double limit = first * std::pow(10.0, -4.0 - 2 * solve);
    for (; norm > limit && rounds[solve] < 3000; ++rounds[solve]) {
      CHECK(cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, in, &zero, out, CUDA_R_64F,
                         CUSPARSE_SPMV_CSR_ALG2, buffer));
      double pq = 0;
      CHECK(cublasDdot(blas, kRows, p, 1, q, 1, &pq));
      const double alpha = rz / pq, minus = -alpha;
      CHECK(cublasDaxpy(blas, kRows, &alpha, p, 1, x, 1));
      CHECK(cublasDaxpy(blas, kRows, &minus, q, 1, r, 1));
      CHECK(cublasDnrm2(blas, kRows, r, 1, &norm));
      scale_by_diagonal<<<kRows / 256, 256>>>(diagonal, r, z);
      double next = 0;
      CHECK(cublasDdot(blas, kRows, r, 1, z, 1, &next));
      const double beta = next / rz;
      rz = next;
      CHECK(cublasDscal(blas, kRows, &beta, p, 1));
      CHECK(cublasDaxpy(blas, kRows, &one, z, 1, p, 1));
      if (rounds[solve] % 100 == 99) std::printf("round %d: %.2e\n", rounds[solve] + 1, norm / first);
    }
    CHECK(cudaGetLastError());
    std::printf("solved to %.0e in %d rounds\n", limit / first, rounds[solve]);
  }
  std::vector<double> host(kRows);
  CHECK(cudaMemcpy(host.data(), x, kRows * sizeof(double), cudaMemcpyDeviceToHost));
  double sum = 0, most = 0;
  for (const double value : host) sum += value, most = std::max(most, value);
  std::printf("sum %.6f, largest %.6f\n", sum, most);
  CHECK(cusparseDestroyDnVec(in));
  CHECK(cusparseDestroyDnVec(out));
  CHECK(cusparseDestroySpMat(matrix));
  CHECK(cusparseDestroy(sparse));
  CHECK(cublasDestroy(blas));
}

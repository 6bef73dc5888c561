// Noise of cuRAND with a tone in it, whose frequency the spectrum of cuFFT shows; and pi by random points in a kernel.
// flags: -lcufft -lcurand
#include <cufft.h>
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>

#include "app.cuh"

constexpr int kSamples = 1 << 18, kBins = kSamples / 2 + 1;

__global__ void add_tone(float* signal, int bin) {
  const int i = app::index();
  const long long turn = static_cast<long long>(i) * bin % kSamples;
  signal[i] = signal[i] - 0.5f + 0.25f * cospif(2.0f * turn / kSamples);
}

__global__ void find_peak(const cufftComplex* spectrum, unsigned long long* peak) {
  const int i = app::index();
  if (i == 0 || i >= kBins) return;
  const float power = spectrum[i].x * spectrum[i].x + spectrum[i].y * spectrum[i].y;
  atomicMax(peak, static_cast<unsigned long long>(__float_as_uint(power)) << 32 | i);
}

__global__ void hit_circle(unsigned long long seed, int tries, unsigned long long* hits) {
  curandStatePhilox4_32_10_t state;
  curand_init(seed, app::index(), 0, &state);
  unsigned own = 0;
  for (int k = 0; k < tries; ++k) {
    const uint4 four = curand4(&state);
    const unsigned long long x = four.x >> 8, y = four.y >> 8, z = four.z >> 8, w = four.w >> 8;
    own += (x * x + y * y < 1ull << 48) + (z * z + w * w < 1ull << 48);
  }
  atomicAdd(hits, static_cast<unsigned long long>(own));
}

int main() {
  float* signal = app::device_array<float>(kSamples);
  auto* spectrum = app::device_array<cufftComplex>(kBins);
  auto* numbers = app::device_array<unsigned long long>(2);
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  curandGenerator_t generator;
  CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
  CHECK(curandSetPseudoRandomGeneratorSeed(generator, 20240607ull));
  CHECK(curandSetStream(generator, stream));
  cufftHandle plan;
  CHECK(cufftPlan1d(&plan, kSamples, CUFFT_R2C, 1));
  CHECK(cufftSetStream(plan, stream));
  int right = 0;
  for (int k = 0; k < 400; ++k) {
    const int bin = 1 + app::mix(k) % (kSamples / 2 - 1);
    CHECK(curandGenerateUniform(generator, signal, kSamples));
    add_tone<<<kSamples / 256, 256, 0, stream>>>(signal, bin);
    CHECK(cufftExecR2C(plan, signal, spectrum));
    CHECK(cudaMemsetAsync(numbers, 0, sizeof *numbers, stream));
    find_peak<<<(kBins + 255) / 256, 256, 0, stream>>>(spectrum, numbers);
    CHECK(cudaGetLastError());
    unsigned long long peak = 0;
    CHECK(cudaMemcpyAsync(&peak, numbers, sizeof peak, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    right += static_cast<int>(peak & 0xffffffff) == bin;
  }
  std::printf("found %d of 400\n", right);
  CHECK(curandGenerateUniform(generator, signal, kSamples));
  CHECK(cudaStreamSynchronize(stream));
  app::print("noise", app::checksum_of_device(signal, kSamples));
  const int blocks = 512, tries = 64, rounds = 60;
  for (int k = 0; k < rounds; ++k) hit_circle<<<blocks, 256>>>(k, tries, numbers + 1);
  CHECK(cudaGetLastError());
  unsigned long long hits = 0;
  CHECK(cudaMemcpy(&hits, numbers + 1, sizeof hits, cudaMemcpyDeviceToHost));
  const double pi = 4.0 * hits / (2.0 * blocks * 256 * tries * rounds);
  std::printf("hits %llu, pi %s\n", hits, std::abs(pi - M_PI) < 0.001 ? "close" : "not close");
  CHECK(cufftDestroy(plan));
  CHECK(curandDestroyGenerator(generator));
}

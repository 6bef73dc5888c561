// Constants that change between launches, a texture that is read, a surface that is written and read as one next.
#include "app.cuh"

__constant__ std::uint32_t seeds[64];

__global__ void turn_picture(cudaTextureObject_t from, cudaSurfaceObject_t to, int side) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  std::uint32_t value = seeds[(x + y) % 64];
  for (int d = -1; d <= 1; ++d) value = app::mix(value + tex2D<std::uint32_t>(from, x + d, (y + d + side) % side));
  surf2Dwrite(value, to, x * 4, y);
}

int main() {
  const int side = 1024;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<std::uint32_t>();
  cudaTextureObject_t textures[2];
  cudaSurfaceObject_t surfaces[2];
  cudaArray_t arrays[2];
  std::vector<std::uint32_t> host(side * side, 1);
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaMallocArray(&arrays[i], &format, side, side, cudaArraySurfaceLoadStore));
    CHECK(cudaMemcpy2DToArray(arrays[i], 0, 0, host.data(), side * 4, side * 4, side, cudaMemcpyHostToDevice));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = arrays[i];
    cudaTextureDesc texture{};
    texture.addressMode[0] = texture.addressMode[1] = cudaAddressModeClamp;
    CHECK(cudaCreateTextureObject(&textures[i], &resource, &texture, nullptr));
    CHECK(cudaCreateSurfaceObject(&surfaces[i], &resource));
  }
  for (int k = 0; k < 4000; ++k) {
    if (k % 10 == 0) {
      std::uint32_t numbers[64];
      for (int i = 0; i < 64; ++i) numbers[i] = app::mix(k * 64 + i);
      CHECK(cudaMemcpyToSymbol(seeds, numbers, sizeof numbers));
    }
    turn_picture<<<dim3(side / 16, side / 16), dim3(16, 16)>>>(textures[k % 2], surfaces[(k + 1) % 2], side);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy2DFromArray(host.data(), side * 4, arrays[0], 0, 0, side * 4, side, cudaMemcpyDeviceToHost));
  app::print("picture", app::checksum(host.data(), host.size() * 4));
}

// Each launch reads through one address what the launch before it wrote through another: two mappings of one memory.
// flags: -lcuda
#include "app.cuh"

__global__ void turn_through(const std::uint32_t* in, std::uint32_t* out, int half, int k) {
  const int i = app::index();
  std::uint32_t value = in[(k + 1) % 2 * half + i];
  for (int s = 0; s < 50; ++s) value = app::mix(value + i);
  out[k % 2 * half + i] += value;
}

int main() {
  CHECK(cudaFree(nullptr));
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  std::size_t step = 0;
  CHECK(cuMemGetAllocationGranularity(&step, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  const std::size_t bytes = (std::size_t{8 << 20} + step - 1) / step * step;
  const int half = 1 << 20;
  CUmemGenericAllocationHandle memory;
  CHECK(cuMemCreate(&memory, bytes, &properties, 0));
  CUdeviceptr places[2];
  CUmemAccessDesc access{};
  access.location = properties.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  for (CUdeviceptr& place : places) {
    CHECK(cuMemAddressReserve(&place, bytes, 0, 0, 0));
    CHECK(cuMemMap(place, bytes, 0, memory, 0));
    CHECK(cuMemSetAccess(place, bytes, &access, 1));
  }
  auto* in = reinterpret_cast<std::uint32_t*>(places[0]);
  auto* out = reinterpret_cast<std::uint32_t*>(places[1]);
  CHECK(cudaMemset(out, 0, bytes));
  for (int k = 0; k < 4000; ++k) turn_through<<<half / 256, 256>>>(in, out, half, k);
  CHECK(cudaGetLastError());
  app::print("through one", app::checksum_of_device(in, 2 * half));
  app::print("through two", app::checksum_of_device(out, 2 * half));
}

// Physical memory mapped, unmapped and mapped elsewhere between launches (cuMemCreate, cuMemMap).
// flags: -lcuda
#include "app.cuh"

__global__ void turn_mapped(std::uint32_t* x) {
  const int i = app::index();
  std::uint32_t value = x[i];
  for (int s = 0; s < 100; ++s) value = app::mix(value + i);
  x[i] = value;
}

int main() {
  CHECK(cudaFree(nullptr));
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  std::size_t step = 0;
  CHECK(cuMemGetAllocationGranularity(&step, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  const std::size_t bytes = (std::size_t{8 << 20} + step - 1) / step * step;
  const int n = 8 << 18;
  CUmemGenericAllocationHandle memory;
  CHECK(cuMemCreate(&memory, bytes, &properties, 0));
  CUdeviceptr places = 0;
  CHECK(cuMemAddressReserve(&places, 4 * bytes, 0, 0, 0));
  CUmemAccessDesc access{};
  access.location = properties.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  for (int k = 0; k < 400; ++k) {
    const CUdeviceptr place = places + k % 4 * bytes;
    CHECK(cuMemMap(place, bytes, 0, memory, 0));
    CHECK(cuMemSetAccess(place, bytes, &access, 1));
    auto* x = reinterpret_cast<std::uint32_t*>(place);
    if (k == 0) CHECK(cudaMemset(x, 0, bytes));
    for (int j = 0; j < 3; ++j) turn_mapped<<<n / 256, 256>>>(x);
    CHECK(cudaDeviceSynchronize());
    if (k % 100 == 99) app::print("numbers", app::checksum_of_device(x, n));
    CHECK(cuMemUnmap(place, bytes));
  }
  CHECK(cuMemRelease(memory));
  CHECK(cuMemAddressFree(places, 4 * bytes));
}

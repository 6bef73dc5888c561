// Kernels are launched, waited for and their memory freed by a handler of exit and by destructors that come after it.
// exit: 11
#include "app.cuh"

__global__ void work_until_exit(std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()];
  for (int s = 0; s < 200; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

// In a destructor nobody calls exit again.
void say(const char* what, cudaError_t status) {
  std::printf("%s: %s\n", what, cudaGetErrorName(status));
  std::fflush(stdout);
}

class Device {
 public:
  static Device& get() {
    static Device device;
    return device;
  }

  void work(int launches) {
    for (int k = 0; k < launches; ++k) work_until_exit<<<kNumbers / 256, 256, 0, stream_>>>(x_, ++number_);
  }

  std::uint64_t sum() const {
    std::vector<std::uint32_t> host(kNumbers);
    const cudaError_t status = cudaMemcpyAsync(host.data(), x_, 4 * kNumbers, cudaMemcpyDeviceToHost, stream_);
    say("copied", status == cudaSuccess ? cudaStreamSynchronize(stream_) : status);
    return app::checksum(host.data(), 4 * kNumbers);
  }

 private:
  static constexpr int kNumbers = 1 << 18;

  Device() : x_(app::device_array<std::uint32_t>(kNumbers)) {
    CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  }

  ~Device() {
    work(300);
    say("launched by the destructor", cudaGetLastError());
    app::print("numbers", sum());
    say("freed", cudaFree(x_));
    say("destroyed", cudaStreamDestroy(stream_));
  }

  std::uint32_t* x_;
  cudaStream_t stream_;
  std::uint32_t number_ = 0;
};

int main() {
  Device::get().work(1000);
  CHECK(cudaGetLastError());
  std::atexit([] {
    Device::get().work(500);
    say("launched at exit", cudaGetLastError());
    app::print("numbers", Device::get().sum());
  });
  app::print("numbers", Device::get().sum());
  Device::get().work(100);
  std::exit(11);
}

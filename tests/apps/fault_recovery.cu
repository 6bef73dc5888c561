// Page faults as a tool: a handler of SIGSEGV on its own stack notes which pages the program writes, which alone are
// copied to the device, and jumps out of accesses to memory that nobody may touch.
#include <sys/mman.h>

#include <csetjmp>
#include <csignal>

#include "app.cuh"

constexpr std::size_t kPage = 4096, kPages = 256, kWords = kPage / 4;

__global__ void take_pages(const std::uint32_t* pages, std::uint32_t* x, std::uint32_t number) {
  std::uint32_t value = x[app::index()] + pages[app::index()];
  for (int s = 0; s < 100; ++s) value = app::mix(value + number);
  x[app::index()] = value;
}

char* watched;
char* forbidden;
volatile std::sig_atomic_t dirty[kPages];
volatile std::sig_atomic_t outside = 0, off_stack = 0;
sigjmp_buf back;
char stack_of_handler[64 << 10];

void handle(int, siginfo_t* info, void*) {
  const char own = 0;
  if (&own < stack_of_handler || &own >= stack_of_handler + sizeof stack_of_handler) off_stack = 1;
  char* address = static_cast<char*>(info->si_addr);
  if (address >= forbidden && address < forbidden + kPage) siglongjmp(back, 1);
  if (address < watched || address >= watched + kPages * kPage) {
    outside = 1;
    std::signal(SIGSEGV, SIG_DFL);
    return;
  }
  const std::size_t page = (address - watched) / kPage;
  dirty[page] = 1;
  mprotect(watched + page * kPage, kPage, PROT_READ | PROT_WRITE);
}

int main() {
  watched = static_cast<char*>(
      mmap(nullptr, kPages * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0));
  forbidden = static_cast<char*>(mmap(nullptr, kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  stack_t stack{};
  stack.ss_sp = stack_of_handler;
  stack.ss_size = sizeof stack_of_handler;
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);

  const int n = kPages * kWords;
  std::uint32_t* pages = app::device_array<std::uint32_t>(n);
  std::uint32_t* x = app::device_array<std::uint32_t>(n);
  auto* words = reinterpret_cast<volatile std::uint32_t*>(watched);
  volatile int recovered = 0, copied = 0;
  for (volatile std::uint32_t round = 0; round < 300; round = round + 1) {
    mprotect(watched, kPages * kPage, PROT_READ);
    for (std::uint32_t k = 0; k < 20; ++k) words[app::mix(round * 20 + k) % n] = app::mix(round ^ k);
    for (std::size_t page = 0; page < kPages; ++page) {
      if (!dirty[page]) continue;
      dirty[page] = 0;
      CHECK(cudaMemcpy(pages + page * kWords, watched + page * kPage, kPage, cudaMemcpyHostToDevice));
      copied = copied + 1;
    }
    for (int k = 0; k < 5; ++k) take_pages<<<n / 256, 256>>>(pages, x, round + k);
    CHECK(cudaGetLastError());
    if (sigsetjmp(back, 1) == 0) {
      forbidden[round % kPage] = 1;
      std::puts("not caught");
    } else {
      recovered = recovered + 1;
    }
  }
  CHECK(cudaDeviceSynchronize());
  std::printf("recovered %d, copied %d, outside %d, off its stack %d\n", recovered, copied, outside, off_stack);
  app::print("numbers", app::checksum_of_device(x, n));
  app::print("pages", app::checksum_of_device(pages, n));
}

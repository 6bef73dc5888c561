// A server: clients queue requests, two workers batch them and replay a graph for each size of batch, whose launches
// were captured from three streams that fork and join. Both workers launch the same graphs, on streams of their own.
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "app.cuh"

constexpr int kWidth = 4096, kLayers = 24, kMost = 8, kClients = 3, kRequests = 500;

__global__ void attend_rows(const std::uint32_t* in, std::uint32_t* out, int head) {
  const std::uint32_t* row = in + blockIdx.y * kWidth;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  std::uint32_t value = head;
  for (int s = 0; s < 16; ++s) value = app::mix(value + row[(i + s * 256) % kWidth]);
  out[blockIdx.y * kWidth + i] = value;
}

__global__ void join_heads(std::uint32_t* x, const std::uint32_t* a, const std::uint32_t* b, const std::uint32_t* c) {
  const int i = blockIdx.y * kWidth + blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = app::mix(x[i] + a[i] + 3 * b[i] + 5 * c[i]);
}

class Model {
 public:
  Model() {
    x_ = app::device_array<std::uint32_t>(kMost * kWidth);
    for (auto& head : heads_) head = app::device_array<std::uint32_t>(kMost * kWidth);
    for (auto& stream : streams_) CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (auto& event : events_) CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    for (int batch = 1; batch <= kMost; batch *= 2) graphs_[batch] = captured(batch);
  }

  // Changes the rows in place; the caller holds `use`.
  void run(std::uint32_t* rows, int count, cudaStream_t stream) {
    const std::size_t bytes = sizeof(std::uint32_t) * count * kWidth;
    CHECK(cudaMemcpyAsync(x_, rows, bytes, cudaMemcpyHostToDevice, stream));
    CHECK(cudaGraphLaunch(graphs_.lower_bound(count)->second, stream));
    CHECK(cudaMemcpyAsync(rows, x_, bytes, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
  }

  std::mutex use;

 private:
  cudaGraphExec_t captured(int batch) {
    const dim3 grid(kWidth / 256, batch);
    CHECK(cudaStreamBeginCapture(streams_[0], cudaStreamCaptureModeThreadLocal));
    for (int layer = 0; layer < kLayers; ++layer) {
      CHECK(cudaEventRecord(events_[0], streams_[0]));
      for (int head = 0; head < 3; ++head) {
        if (head) CHECK(cudaStreamWaitEvent(streams_[head], events_[0], 0));
        attend_rows<<<grid, 256, 0, streams_[head]>>>(x_, heads_[head + 3], layer + head);
        attend_rows<<<grid, 256, 0, streams_[head]>>>(heads_[head + 3], heads_[head], layer * 7 + head);
        attend_rows<<<grid, 256, 0, streams_[head]>>>(heads_[head], heads_[head + 3], layer * 9 + head);
        if (head) CHECK(cudaEventRecord(events_[head], streams_[head]));
        if (head) CHECK(cudaStreamWaitEvent(streams_[0], events_[head], 0));
      }
      join_heads<<<grid, 256, 0, streams_[0]>>>(x_, heads_[3], heads_[4], heads_[5]);
      CHECK(cudaGetLastError());
    }
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(streams_[0], &graph));
    cudaGraphExec_t ready;
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    return ready;
  }

  std::uint32_t* x_;
  std::uint32_t* heads_[6];
  cudaStream_t streams_[3];
  cudaEvent_t events_[3];
  std::map<int, cudaGraphExec_t> graphs_;
};

struct Queue {
  std::mutex lock;
  std::condition_variable filled, drained;
  std::deque<int> waiting;
  int left = kClients * kRequests;
};

int main() {
  Model model;
  Queue queue;
  std::vector<std::uint32_t> answers(kClients * kRequests);
  std::vector<std::thread> threads;
  for (int client = 0; client < kClients; ++client) {
    threads.emplace_back([&queue, client] {
      for (int k = 0; k < kRequests; ++k) {
        std::unique_lock<std::mutex> held(queue.lock);
        queue.drained.wait(held, [&] { return queue.waiting.size() < 32; });
        queue.waiting.push_back(k * kClients + client);
        queue.filled.notify_one();
      }
    });
  }
  for (int worker = 0; worker < 2; ++worker) {
    threads.emplace_back([&] {
      cudaStream_t stream;
      CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      std::uint32_t* rows = nullptr;
      CHECK(cudaMallocHost(&rows, sizeof(std::uint32_t) * kMost * kWidth));
      for (;;) {
        std::vector<int> batch;
        {
          std::unique_lock<std::mutex> held(queue.lock);
          queue.filled.wait(held, [&] { return !queue.waiting.empty() || queue.left == 0; });
          if (queue.left == 0) break;
          for (; !queue.waiting.empty() && batch.size() < kMost; queue.waiting.pop_front()) {
            batch.push_back(queue.waiting.front());
          }
          queue.left -= static_cast<int>(batch.size());
          queue.drained.notify_all();
          if (queue.left == 0) queue.filled.notify_all();
        }
        for (std::size_t r = 0; r < batch.size(); ++r) {
          for (int i = 0; i < kWidth; ++i) rows[r * kWidth + i] = app::mix(batch[r] * kWidth + i);
        }
        {
          const std::lock_guard<std::mutex> held(model.use);
          model.run(rows, static_cast<int>(batch.size()), stream);
        }
        for (std::size_t r = 0; r < batch.size(); ++r) {
          answers[batch[r]] = static_cast<std::uint32_t>(app::checksum(rows + r * kWidth, 4 * kWidth));
        }
      }
      CHECK(cudaFreeHost(rows));
      CHECK(cudaStreamDestroy(stream));
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::printf("answered %zu\n", answers.size());
  app::print("answers", app::checksum(answers.data(), answers.size() * 4));
}

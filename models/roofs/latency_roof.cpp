#include "models/roofs/latency_roof.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <vector>

#include "models/base/thresholds.hpp"

namespace rooflens::models {
namespace {

constexpr double kMostP = 20;
constexpr int kSteps = 200;

// ln B = ln M - ln(1 + e^(-p x)) / p with x = ln(n b / L) - ln M, in a form that does not overflow.
double softplus(double y) { return y > 0 ? y + std::log1p(std::exp(-y)) : std::log1p(std::exp(y)); }

struct LatencySample {
  double ln_in_flight, ln_bandwidth;
};

struct Parameters {
  double ln_latency, ln_p, ln_maximum;
};

double model(const Parameters& q, double ln_in_flight) {
  const double p = std::exp(q.ln_p);
  return q.ln_maximum - softplus(-p * (ln_in_flight - q.ln_latency - q.ln_maximum)) / p;
}

double loss(const Parameters& q, const std::vector<LatencySample>& samples) {
  double sum = 0;
  for (const LatencySample& s : samples) {
    sum += huber_loss(model(q, s.ln_in_flight) - s.ln_bandwidth);
  }
  return sum;
}

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

// Derivatives of ln B by ln L, ln p and ln M.
Vector gradient(const Parameters& q, double ln_in_flight) {
  const double p = std::exp(q.ln_p);
  const double x = ln_in_flight - q.ln_latency - q.ln_maximum;
  const double latency_leg = p * x > 0 ? std::exp(-p * x) / (1 + std::exp(-p * x)) : 1 / (1 + std::exp(p * x));
  return {-latency_leg, softplus(-p * x) / p + x * latency_leg, 1 - latency_leg};
}

// Solves a x = b for a symmetric positive definite a (Cholesky); the damping of the caller makes it so.
Vector solve(Matrix a, Vector b) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i][k] * a[j][k];
      a[i][j] = i == j ? std::sqrt(std::max(sum, 1e-300)) : sum / a[j][j];
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (std::size_t i = 3; i-- > 0;) {
    for (std::size_t k = i + 1; k < 3; ++k) b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

// Levenberg-Marquardt with Huber weights. A fixed maximum has no derivative.
Parameters descend(Parameters q, const std::vector<LatencySample>& samples, bool fixed_maximum) {
  double damping = 1e-2;
  double best = loss(q, samples);
  for (int step = 0; step < kSteps && damping < 1e12; ++step) {
    Matrix a{};
    Vector b{};
    for (const LatencySample& s : samples) {
      const double r = s.ln_bandwidth - model(q, s.ln_in_flight);
      const double weight = std::abs(r) <= kHuber ? 1 : kHuber / std::abs(r);
      Vector g = gradient(q, s.ln_in_flight);
      if (fixed_maximum) g[2] = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        b[i] += weight * g[i] * r;
        for (std::size_t j = 0; j < 3; ++j) a[i][j] += weight * g[i] * g[j];
      }
    }
    for (std::size_t i = 0; i < 3; ++i) a[i][i] += damping * (a[i][i] + 1e-9);
    const Vector d = solve(a, b);
    const Parameters next{q.ln_latency + d[0], std::clamp(q.ln_p + d[1], std::log(kLeastExponent), std::log(kMostP)),
                          q.ln_maximum + d[2]};
    const double reached = loss(next, samples);
    if (reached < best) {
      q = next;
      best = reached;
      damping = std::max(damping / 10, 1e-12);
    } else {
      damping *= 10;
    }
  }
  return q;
}

}  // namespace

bool usable(const LatencyPoint& point) {
  const auto positive = [](double value) { return value > 0 && std::isfinite(value); };
  return positive(point.resident_threads) && positive(point.in_flight_per_thread.value()) &&
         positive(point.bandwidth.value());
}

double huber_loss(double residual) {
  const double r = std::abs(residual);
  return r <= kHuber ? r * r / 2 : kHuber * (r - kHuber / 2);
}

ByteRate SoftKnee::bandwidth(double resident_threads, Bytes in_flight_per_thread) const {
  const double in_flight = resident_threads * in_flight_per_thread.value();
  if (!(in_flight > 0)) return ByteRate(0);
  return ByteRate(
      std::exp(model({std::log(latency.value()), std::log(p), std::log(maximum.value())}, std::log(in_flight))));
}

std::optional<Bytes> SoftKnee::in_flight_for(ByteRate bandwidth, double resident_threads) const {
  if (!(bandwidth < maximum) || !(resident_threads > 0)) return std::nullopt;
  if (!(bandwidth.value() > 0)) return Bytes(0);
  // (B^-p - M^-p)^(-1/p) = B (1 - (B/M)^p)^(-1/p)
  const double left = -std::expm1(p * std::log(bandwidth / maximum));
  return bandwidth * std::pow(left, -1 / p) * latency / resident_threads;
}

std::optional<LatencyFit> fit_latency_roof(std::span<const LatencyPoint> points, std::optional<ByteRate> maximum) {
  if (maximum && (!(maximum->value() > 0) || !std::isfinite(maximum->value()))) return std::nullopt;
  std::vector<LatencySample> samples;
  for (const LatencyPoint& point : points) {
    if (!usable(point)) continue;
    samples.push_back(
        {std::log(point.resident_threads * point.in_flight_per_thread.value()), std::log(point.bandwidth.value())});
  }
  if (samples.size() < kFewestLatencyPoints) return std::nullopt;
  std::sort(samples.begin(), samples.end(), [](const LatencySample& a, const LatencySample& b) {
    return std::tie(a.ln_in_flight, a.ln_bandwidth) < std::tie(b.ln_in_flight, b.ln_bandwidth);
  });
  if (samples.back().ln_in_flight - samples.front().ln_in_flight < std::log(2.0)) return std::nullopt;

  // Starts: the highest point is near the maximum, the emptiest near the line of latency; p is tried over its range.
  double top = samples.front().ln_bandwidth;
  for (const LatencySample& s : samples) top = std::max(top, s.ln_bandwidth);
  const double start = maximum ? std::log(maximum->value()) : top + 0.1;
  const LatencySample& emptiest = samples.front();
  std::optional<Parameters> best;
  for (const double p : {0.8, 1.5, 2.5, 4.0, 8.0}) {
    const Parameters found =
        descend({emptiest.ln_in_flight - emptiest.ln_bandwidth, std::log(p), start}, samples, maximum.has_value());
    if (!best || loss(found, samples) < loss(*best, samples)) best = found;
  }
  LatencyFit fit;
  fit.knee = {Seconds(std::exp(best->ln_latency)), std::exp(best->ln_p),
              maximum.value_or(ByteRate(std::exp(best->ln_maximum)))};
  fit.points = samples.size();
  for (const LatencySample& s : samples) {
    const double error = std::abs(model(*best, s.ln_in_flight) - s.ln_bandwidth);
    fit.mean_error += error / static_cast<double>(samples.size());
    fit.worst_error = std::max(fit.worst_error, error);
  }
  return fit;
}

SoftKnee LatencyRoof::of(double read_share, double threads_per_load_batch) const {
  const Seconds of_a_byte = Bytes(1) / knee.maximum + (1 - read_share) * write_penalty;
  return {(knee.latency + threads_per_load_batch * thread_start_cost) * read_share, knee.p, Bytes(1) / of_a_byte};
}

LatencyErrors latency_errors(const LatencyRoof& roof, std::span<const LatencyPoint> points) {
  std::vector<double> errors;
  for (const LatencyPoint& point : points) {
    if (!usable(point)) continue;
    const SoftKnee knee = roof.of(point.read_share, point.threads_per_load_batch);
    const ByteRate curve = knee.bandwidth(point.resident_threads, point.in_flight_per_thread);
    errors.push_back(std::abs(std::log(curve / point.bandwidth)));
  }
  if (errors.empty()) return {};
  std::sort(errors.begin(), errors.end());
  const std::size_t half = errors.size() / 2;
  const double median = errors.size() % 2 == 1 ? errors[half] : 0.5 * (errors[half - 1] + errors[half]);
  return {errors.size(), median, errors.back()};
}

std::optional<LoadPrescription> prescribe_loads(const SoftKnee& knee, double resident_threads, double share,
                                                int widest_bytes) {
  if (!(share > 0) || !(share < 1)) return std::nullopt;
  const auto needed = knee.in_flight_for(knee.maximum * share, resident_threads);
  if (!needed) return std::nullopt;
  std::optional<LoadPrescription> best;
  for (const int width : {16, 8, 4}) {
    if (width > widest_bytes) continue;
    for (int loads = 1; loads <= kMostLoads; loads *= 2) {
      LoadPrescription candidate{loads, width, {}};
      if (candidate.in_flight() < *needed || (best && !(candidate.in_flight() < best->in_flight()))) continue;
      candidate.bandwidth = knee.bandwidth(resident_threads, candidate.in_flight());
      best = candidate;
    }
  }
  return best;
}

}  // namespace rooflens::models

#include "reports/draw/png_file.hpp"

#include <zlib.h>

#include <stdexcept>
#include <string_view>
#include <vector>

namespace rooflens::reports::chart {
namespace {

constexpr int kLevel = 3;  // a chart is mostly flat: more effort finds little more
constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);

// The rows as the file has them: each begins with the number of its filter, here none.
std::vector<Bytef> rows_of(const Pixels& pixels) {
  std::vector<Bytef> bytes;
  bytes.reserve(pixels.height * (1 + 3 * pixels.width));
  for (std::size_t y = 0; y < pixels.height; ++y) {
    bytes.push_back(0);
    for (std::size_t x = 0; x < pixels.width; ++x) {
      const std::uint32_t pixel = pixels.first[y * pixels.stride + x];
      for (const int shift : {16, 8, 0}) bytes.push_back(static_cast<Bytef>(pixel >> shift));
    }
  }
  return bytes;
}

void put_number(std::string& to, std::size_t number) {
  for (const int shift : {24, 16, 8, 0}) to += static_cast<char>(number >> shift & 0xff);
}

void put_chunk(std::string& file, std::string_view type, std::string_view data) {
  put_number(file, data.size());
  const std::size_t begin = file.size();
  file.append(type).append(data);
  const auto* bytes = reinterpret_cast<const Bytef*>(&file[begin]);
  put_number(file, crc32(0, bytes, static_cast<uInt>(file.size() - begin)));
}

}  // namespace

std::string png_file(const Pixels& pixels) {
  const std::vector<Bytef> rows = rows_of(pixels);
  uLongf size = compressBound(rows.size());
  std::string data(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(data.data()), &size, rows.data(), rows.size(), kLevel) != Z_OK) {
    throw std::runtime_error("PNG: out of memory");
  }
  data.resize(size);

  std::string header;
  put_number(header, pixels.width);
  put_number(header, pixels.height);
  header += {8, 2, 0, 0, 0};  // bits, RGB, deflate, filters by row, not interlaced
  std::string file(kSignature);
  put_chunk(file, "IHDR", header);
  put_chunk(file, "IDAT", data);
  put_chunk(file, "IEND", {});
  return file;
}

}  // namespace rooflens::reports::chart

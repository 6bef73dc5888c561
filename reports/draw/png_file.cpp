// See png_file.hpp. The image data is one zlib stream (RFC 1950): its header, the bands' compressed blocks, one
// checksum. Every band but the last ends with a flush, on a whole byte, so that the next one's blocks follow as if of
// one stream.
#include "reports/draw/png_file.hpp"

#include <zlib.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace rooflens::reports::chart {
namespace {

constexpr std::size_t kRowsOfBand = 256;
constexpr int kLevel = 3;  // a chart is mostly flat: more effort finds little more
constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);
constexpr std::string_view kZlibHeader("\x78\x5e", 2);  // a window of 32 KiB, compressed fast

struct Band {
  std::string compressed;
  uLong checksum = 0;
  std::size_t bytes = 0;  ///< before compression
};

class Deflater {
 public:
  explicit Deflater(std::string& out) : out_(out) {
    constexpr int kMemoryLevel = 8;      // zlib's own
    constexpr int kRawWindowBits = -15;  // without header and checksum, which bands have together
    if (deflateInit2(&stream_, kLevel, Z_DEFLATED, kRawWindowBits, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::runtime_error("PNG: out of memory");
    }
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater() { deflateEnd(&stream_); }

  void add(std::vector<Bytef>& bytes, int flush) {
    stream_.next_in = bytes.data();
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      const std::size_t used = out_.size();
      out_.resize(used + kRoom);
      stream_.next_out = reinterpret_cast<Bytef*>(&out_[used]);
      stream_.avail_out = kRoom;
      deflate(&stream_, flush);
      out_.resize(used + kRoom - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

 private:
  static constexpr std::size_t kRoom = 1 << 14;
  z_stream stream_{};
  std::string& out_;
};

// A row in the file: the number of its filter, here none, and its pixels.
void put_row(const Pixels& pixels, std::size_t y, std::vector<Bytef>& row) {
  const std::uint32_t* from = pixels.first + y * pixels.stride;
  Bytef* to = row.data();
  *to++ = 0;
  for (std::size_t x = 0; x < pixels.width; ++x) {
    *to++ = static_cast<Bytef>(from[x] >> 16);
    *to++ = static_cast<Bytef>(from[x] >> 8);
    *to++ = static_cast<Bytef>(from[x]);
  }
}

Band compress(const Pixels& pixels, std::size_t first, std::size_t end) {
  Band band{.compressed = {}, .checksum = adler32(0, nullptr, 0)};
  Deflater deflater(band.compressed);
  std::vector<Bytef> row(1 + 3 * pixels.width);
  for (std::size_t y = first; y < end; ++y) {
    put_row(pixels, y, row);
    band.checksum = adler32(band.checksum, row.data(), static_cast<uInt>(row.size()));
    band.bytes += row.size();
    deflater.add(row, y + 1 == pixels.height ? Z_FINISH : y + 1 == end ? Z_SYNC_FLUSH : Z_NO_FLUSH);
  }
  return band;
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

std::string png_file(const Pixels& pixels, const models::ForEach& for_each) {
  std::vector<Band> bands((pixels.height + kRowsOfBand - 1) / kRowsOfBand);
  for_each(bands.size(), 1, [&](std::size_t i) {
    bands[i] = compress(pixels, i * kRowsOfBand, std::min(pixels.height, (i + 1) * kRowsOfBand));
  });
  std::string data(kZlibHeader);
  uLong checksum = adler32(0, nullptr, 0);
  for (const Band& band : bands) {
    data += band.compressed;
    checksum = adler32_combine(checksum, band.checksum, static_cast<z_off_t>(band.bytes));
  }
  put_number(data, checksum);

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

#include "tests/support/zip_file.hpp"

#include <cstdint>
#include <stdexcept>
#include <string_view>

#include <zlib.h>

namespace ludex::tests {

// Raw deflate data (RFC 1951); level 0..9.
static std::string deflated(std::string_view text, int level) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("deflateInit2");
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int done = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (done != Z_STREAM_END) throw std::runtime_error("deflate");
  return out;
}

std::string zip_archive(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string out;
  std::string contents;
  const auto number = [](std::string& to, std::uint64_t value, int bytes) {
    for (int k = 0; k < bytes; ++k) to += static_cast<char>(k < 8 ? value >> 8 * k & 0xFF : 0);
  };
  bool store = false;
  for (const auto& [name, text] : members) {
    const std::string packed = store ? text : deflated(text, 6);
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()));
    std::string common;  // of both headers
    number(common, 20, 2);
    number(common, 0, 2);
    number(common, store ? 0 : 8, 2);
    number(common, 0, 4);
    number(common, crc, 4);
    number(common, packed.size(), 4);
    number(common, text.size(), 4);
    number(common, name.size(), 2);
    number(common, 0, 2);
    number(contents, 0x02014b50, 4);
    number(contents, 20, 2);
    contents += common;
    number(contents, 0, 10);
    number(contents, out.size(), 4);
    contents += name;
    number(out, 0x04034b50, 4);
    out += common + name + packed;
    store = !store;
  }
  std::string end;
  number(end, 0x06054b50, 4);
  number(end, 0, 4);
  number(end, members.size(), 2);
  number(end, members.size(), 2);
  number(end, contents.size(), 4);
  number(end, out.size(), 4);
  number(end, 0, 2);
  return out + contents + end;
}

}  // namespace ludex::tests

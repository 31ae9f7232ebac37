#include "games/lud/parse/archive.hpp"

#include <algorithm>
#include <array>
#include <fstream>

namespace ludex::games::lud {

namespace {

constexpr std::uint32_t kEndOfContents = 0x06054b50;
constexpr std::uint32_t kContentsEntry = 0x02014b50;
constexpr std::uint32_t kMemberHeader = 0x04034b50;

// Little-endian numbers; positions are checked by the callers.
std::uint16_t u16(std::string_view text, std::size_t at) {
  return static_cast<std::uint16_t>(static_cast<unsigned char>(text[at]) |
                                    static_cast<unsigned char>(text[at + 1]) << 8);
}
std::uint32_t u32(std::string_view text, std::size_t at) {
  return u16(text, at) | static_cast<std::uint32_t>(u16(text, at + 2)) << 16;
}

// `size` bytes from `offset` on; shorter if the file is.
std::string piece(std::ifstream& in, std::uint64_t offset, std::size_t size) {
  std::string text(size, '\0');
  in.clear();
  in.seekg(static_cast<std::streamoff>(offset));
  if (!in) return "";
  in.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

std::uint32_t crc32(std::string_view text) {
  std::uint32_t crc = ~0U;
  for (const char c : text) {
    crc ^= static_cast<unsigned char>(c);
    for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320U : 0);
  }
  return ~crc;
}

}  // namespace

Result<Archive> Archive::open(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in || in.tellg() < 0) return Error{"cannot read " + path};
  const auto bytes = static_cast<std::uint64_t>(in.tellg());
  // The end of the table of contents: 22 bytes and a comment of at most 65535.
  const auto tail_size = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, 22 + 65535));
  const std::string tail = piece(in, bytes - tail_size, tail_size);
  std::size_t end = std::string::npos;
  for (std::size_t at = tail.size() < 22 ? 0 : tail.size() - 21; at-- > 0 && end == std::string::npos;) {
    if (u32(tail, at) == kEndOfContents) end = at;
  }
  if (tail.size() < 22 || end == std::string::npos)
    return Error{path + " is no zip archive (expected Ludii's .jar)"};
  const std::size_t count = u16(tail, end + 10);
  const std::size_t size = u32(tail, end + 12);
  const std::uint64_t offset = u32(tail, end + 16);
  const Error damaged{path + ": the archive's table of contents is damaged"};
  if (offset + size > bytes || size > (std::size_t{64} << 20)) return damaged;
  const std::string contents = piece(in, offset, size);
  Archive archive;
  archive.path_ = path;
  std::size_t at = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (at + 46 > contents.size() || u32(contents, at) != kContentsEntry) return damaged;
    const std::size_t name = u16(contents, at + 28);
    const std::size_t extra = u16(contents, at + 30);
    const std::size_t comment = u16(contents, at + 32);
    if (at + 46 + name + extra + comment > contents.size()) return damaged;
    Member member;
    member.name = contents.substr(at + 46, name);
    member.method = u16(contents, at + 10);
    member.crc = u32(contents, at + 16);
    member.packed = u32(contents, at + 20);
    member.size = u32(contents, at + 24);
    member.offset = u32(contents, at + 42);
    archive.members_.push_back(std::move(member));
    at += 46 + name + extra + comment;
  }
  return archive;
}

Result<std::string> Archive::read(const Member& member) const {
  const std::string what = path_ + "/" + member.name;
  if (member.size > kMaxMember || member.packed > kMaxMember)
    return Error{what + ": longer than " + std::to_string(kMaxMember >> 20) + " MiB"};
  std::ifstream in(path_, std::ios::binary);
  const std::string header = piece(in, member.offset, 30);
  if (header.size() != 30 || u32(header, 0) != kMemberHeader) return Error{what + ": the archive is damaged"};
  const std::string packed = piece(in, member.offset + 30 + u16(header, 26) + u16(header, 28), member.packed);
  if (packed.size() != member.packed) return Error{what + ": the archive is damaged"};
  if (member.method != 0 && member.method != 8)
    return Error{what + ": packed by method " + std::to_string(member.method) +
                 ", expected 0 or 8 (deflate)"};
  auto text = member.method == 0 ? Result<std::string>(packed) : inflate(packed, member.size);
  if (!text) return Error{what + ": " + text.error()};
  if (crc32(*text) != member.crc) return Error{what + ": the archive is damaged (checksum)"};
  return text;
}

}  // namespace ludex::games::lud

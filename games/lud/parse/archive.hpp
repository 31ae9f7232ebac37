// Reading of zip archives (a .jar is one): a library of descriptions and definitions in one file. Stored and
// deflated members, no encryption, no zip64. The format: PKWARE APPNOTE 6.3; deflate: RFC 1951.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/result.hpp"

namespace ludex::games::lud {

inline constexpr std::size_t kMaxMember = std::size_t{16} << 20;  // bytes of one text

class Archive {
 public:
  struct Member {
    std::string name;  // "lud/board/Hex.lud"
    std::uint64_t offset = 0;
    std::uint32_t packed = 0;
    std::uint32_t size = 0;
    std::uint32_t crc = 0;
    std::uint16_t method = 0;
  };

  // Reads the table of contents.
  [[nodiscard]] static Result<Archive> open(const std::string& path);

  [[nodiscard]] const std::vector<Member>& members() const { return members_; }
  // The text of a member, with its checksum checked.
  [[nodiscard]] Result<std::string> read(const Member& member) const;

 private:
  std::string path_;
  std::vector<Member> members_;
};

// What a deflated text was, which has `size` bytes; an error if it is none, or of another size.
[[nodiscard]] Result<std::string> inflate(std::string_view packed, std::size_t size);

}  // namespace ludex::games::lud

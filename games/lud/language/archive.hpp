// Reads zip archives (a .jar is one) by libzip: a library of descriptions and definitions in one file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/util/result.hpp"

namespace ludex::games::lud {

inline constexpr std::size_t kMaxMember = std::size_t{16} << 20;  // bytes of one text

class Archive {
 public:
  struct Member {
    std::string name;  // "lud/board/Hex.lud"
    std::uint64_t index = 0;
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

}  // namespace ludex::games::lud

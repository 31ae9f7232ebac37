// Texts of the Go Text Protocol (version 2) that several games share.
#pragma once

#include <string>
#include <utility>

namespace ludex::games {

// The commands that set up a position: "boardsize 11\nclear_board\nplay b a1".
class GtpSetup {
 public:
  explicit GtpSetup(const std::string& board_size);
  void play(bool black, const std::string& vertex);
  [[nodiscard]] std::string text() && { return std::move(commands_); }

 private:
  std::string commands_;
};

}  // namespace ludex::games

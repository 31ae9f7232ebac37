#include "games/common/gtp.hpp"

#include <string>

namespace ludex::games {

GtpSetup::GtpSetup(const std::string& board_size) : commands_("boardsize " + board_size + "\nclear_board") {}

void GtpSetup::play(bool black, const std::string& vertex) {
  commands_.append(black ? "\nplay b " : "\nplay w ").append(vertex);
}

}  // namespace ludex::games

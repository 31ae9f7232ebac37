// The pieces that (forEach Piece ...) goes through, as code.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "games/lud/ludemes/code.hpp"

namespace ludex::games::lud {

// The mover's pieces that (forEach Piece ...) is about, as a set without most of those that have no move.
class PiecesWithMoves {
 public:
  PiecesWithMoves(const Node& n, Emitter& e) : n_(n), e_(e), of_player_(kind_of_none(e.program())) {}

  void add(std::size_t component, const Node& moves) {
    const auto owner = static_cast<std::size_t>(e_.program().components[component].owner);
    one_kind_ = one_kind_ && of_player_[owner] == 0;
    of_player_[owner] = static_cast<int>(component);
    const auto starts = known_ ? starts_of(moves, e_) : std::nullopt;
    known_ = starts.has_value();
    if (known_) starts_.insert(*starts);
  }
  // Restricts `all`, the pieces of the mover.
  std::string among(std::string all) const {
    const Program& p = e_.program();
    if (p.layout.has_stacks) return all;
    if (n_.has(0) && one_kind_ && p.components.size() > of_player_.size()) {
      ArrayText kinds;
      for (const int kind : of_player_) kinds.add(kind);
      all += code(" & sites_of_piece(s, $0[head(s).mover])", {e_.table("u8", "[]", kinds.text())});
      e_.fired("pieces of one kind as a set");
    }
    if (known_ && !starts_.empty()) {
      std::string any;
      for (const std::string& each : starts_) any += (any.empty() ? "" : " | ") + each;
      all += " & (" + any + ")";
      e_.fired("pieces that may hop as a set");
    }
    return all;
  }

 private:
  static std::vector<int> kind_of_none(const Program& p) {
    return std::vector<int>(static_cast<std::size_t>(p.players) + 1, 0);
  }

  const Node& n_;
  Emitter& e_;
  std::vector<int> of_player_;  // the piece of each player; 0: none
  bool one_kind_ = true;        // no player has two
  bool known_ = true;
  std::set<std::string> starts_;
};

}  // namespace ludex::games::lud

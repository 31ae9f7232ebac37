// Receives the state of a check before every call of the author's code: if that call ends the process, an
// observer knows which call it was and which moves had been played. This class keeps nothing.
#pragma once

#include <cstddef>
#include <string_view>

namespace ludex::contract {

class Trail {
 public:
  virtual ~Trail() = default;

  // The next call, as "apply"; static lifetime.
  virtual void calling(const char* /*method*/) noexcept {}
  // The call has returned; time spent from now on is not the author's fault.
  virtual void returned() noexcept {}
  // The moves from the initial position so far; the last one may be about to be played.
  virtual void playing(std::string_view /*moves*/) noexcept {}
  // Name of the board, for checks of agents.
  virtual void on_board(std::string_view /*board*/) noexcept {}
  // The promise under test: a call that does not return breaks it.
  virtual void checking(std::size_t /*promise*/) noexcept {}
};

}  // namespace ludex::contract

// Where a check is, told before every call of the author's code: if that call ends the process, whoever
// watches it knows which call it was and what had been played. This one keeps nothing.
#pragma once

#include <cstddef>
#include <string_view>

namespace ludex::contract {

class Trail {
 public:
  virtual ~Trail() = default;

  // The next call, as "apply"; static lifetime.
  virtual void calling(const char* method) noexcept { static_cast<void>(method); }
  // It has returned, and what follows may take long without being the author's fault.
  virtual void returned() noexcept {}
  // The moves from the initial position so far, the last one perhaps about to be played.
  virtual void playing(std::string_view moves) noexcept { static_cast<void>(moves); }
  // On which board, for agents.
  virtual void on_board(std::string_view board) noexcept { static_cast<void>(board); }
  // Which promise is being looked at: a call that does not return breaks it.
  virtual void checking(std::size_t promise) noexcept { static_cast<void>(promise); }
};

}  // namespace ludex::contract

// Colours on a terminal, used sparingly: errors, warnings, the leader.
#pragma once

#include <string>
#include <string_view>

namespace ludex::arena::cli {

enum class ColourMode { kAuto, kAlways, kNever };

// Whether a stream gets colours. In mode kAuto: if it is a terminal, NO_COLOR is unset or empty
// (no-color.org) and TERM is set and not "dumb". Both variables may be null.
[[nodiscard]] bool wants_colour(ColourMode mode, bool terminal, const char* no_color, const char* term);

// "auto", "always" or "never", as for --color; applies to the process, so call it before the command runs.
void set_colour_mode(const std::string& mode);

// Colours text for one stream. Without colours every text is returned unchanged.
class Palette {
 public:
  explicit Palette(bool on) : on_(on) {}
  // The palette of a file descriptor, by the mode and the environment.
  [[nodiscard]] static Palette of(int descriptor);

  // Colours lines for standard error: the program's name and "error:" in red, "warning:" in yellow.
  [[nodiscard]] std::string messages(std::string_view lines) const;
  // Colours tables whose header begins with "rank": first row bold, forfeits red.
  [[nodiscard]] std::string ranks(std::string_view tables) const;

 private:
  bool on_;
};

}  // namespace ludex::arena::cli

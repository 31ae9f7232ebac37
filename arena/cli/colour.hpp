// Colours on a terminal, sparingly: what failed, what is doubtful, who leads.
#pragma once

#include <string>
#include <string_view>

namespace ludex::arena::cli {

enum class ColourMode { kAuto, kAlways, kNever };

// Whether a stream gets colours. In mode kAuto: if it is a terminal, NO_COLOR is unset or empty
// (no-color.org) and TERM names something better than "dumb". Both variables may be null.
[[nodiscard]] bool wants_colour(ColourMode mode, bool terminal, const char* no_color, const char* term);

// "auto", "always" or "never", as --color says: of the process, set before its command runs.
void set_colour_mode(const std::string& mode);

// What is written to one stream. Without colours every text is returned as it is.
class Palette {
 public:
  explicit Palette(bool on) : on_(on) {}
  // Of a file descriptor, by the mode and the environment.
  [[nodiscard]] static Palette of(int descriptor);

  // Lines for standard error: the program that complains and "error:" are red, "warning:" yellow.
  [[nodiscard]] std::string messages(std::string_view lines) const;
  // Tables whose header begins with "rank": the first row is bold, forfeits are red.
  [[nodiscard]] std::string ranks(std::string_view tables) const;

 private:
  bool on_;
};

}  // namespace ludex::arena::cli

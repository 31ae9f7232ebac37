// Normalises players' names from different programs, so that a blank does not split a player in two.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ludex::arena::rating {

// The name in UTF-8 (converted if Latin-1), trimmed and with single blanks. `buffer` holds it if it is not
// part of `text`.
[[nodiscard]] std::string_view player_name(std::string_view text, std::string& buffer);

// Whether the name denotes no player: empty, "?", "-".
[[nodiscard]] bool is_nobody(std::string_view name) noexcept;
// "bye", in any case: the opponent of a player without one in a round.
[[nodiscard]] bool is_bye(std::string_view text) noexcept;

// A warning for each set of names that differ only in case. Names may be repeated.
[[nodiscard]] std::vector<std::string> like_names(std::vector<std::string> names);

}  // namespace ludex::arena::rating

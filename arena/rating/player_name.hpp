// Names of players as files of several programs write them: one player is not to be two for a blank.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ludex::arena::rating {

// The name without blanks at its ends and with single ones within, and as UTF-8 if it is Latin-1. `buffer`
// holds it if it is not part of `text`.
[[nodiscard]] std::string_view player_name(std::string_view text, std::string& buffer);

// What programs write where there is no player: nothing, "?", "-".
[[nodiscard]] bool is_nobody(std::string_view name) noexcept;
// "bye", whatever its case: the opponent of a player whom a round left without one.
[[nodiscard]] bool is_bye(std::string_view text) noexcept;

// A warning for each set of names that differ in nothing but the case of letters. A name may be there twice.
[[nodiscard]] std::vector<std::string> like_names(std::vector<std::string> names);

}  // namespace ludex::arena::rating

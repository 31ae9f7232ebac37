// Small files that are kept for the next run in $XDG_CACHE_HOME/ludex or ~/.cache/ludex. A cache that cannot
// be read or written is no error.
#pragma once

#include <string>

namespace ludex::arena {

// The file's text; empty if there is none.
[[nodiscard]] std::string read_user_cache(const std::string& name);
// Replaces the file as a whole, so that another process reads the old text or the new one.
void write_user_cache(const std::string& name, const std::string& text);

}  // namespace ludex::arena

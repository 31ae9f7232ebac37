// Small files kept between runs in $XDG_CACHE_HOME/ludex or ~/.cache/ludex. Failing to read or write the
// cache is no error.
#pragma once

#include <string>

namespace ludex::arena {

// The file's text; empty if there is none.
[[nodiscard]] std::string read_user_cache(const std::string& name);
// Replaces the whole file, so that another process reads the old or the new text.
void write_user_cache(const std::string& name, const std::string& text);

}  // namespace ludex::arena

#include "games/lud/codegen/runtime_text.hpp"

#include <algorithm>
#include <set>

namespace ludex::games::lud::codegen {

namespace {

void append(std::string_view name, std::set<std::string_view>& seen, std::string& out) {
  if (!seen.insert(name).second) return;
  const auto files = runtime_files();
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const RuntimeFile& each) { return each.name == name; });
  std::string_view rest = found->text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.starts_with("#include \"")) {
      const std::size_t begin = line.rfind('/') + 1;
      append(line.substr(begin, line.rfind('"') - begin), seen, out);
    } else if (line != "#pragma once") {
      out.append(line) += '\n';
    }
  }
}

}  // namespace

const std::string& runtime_text() {
  static const std::string text = [] {
    std::string all;
    std::set<std::string_view> seen{"constants.hpp"};
    append("game.hpp", seen, all);
    return all;
  }();
  return text;
}

}  // namespace ludex::games::lud::codegen

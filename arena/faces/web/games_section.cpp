#include "arena/faces/web/games_section.hpp"

#include <algorithm>
#include <limits>
#include <sstream>

#include <fmt/format.h>

#include "arena/faces/web/boards.hpp"
#include "arena/faces/web/json.hpp"
#include "arena/faces/web/page.hpp"

namespace ludex::arena::web {
namespace {

std::string_view page_file(std::string_view name) {
  for (const PageFile& file : page_files()) {
    if (file.name == name) return file.text;
  }
  return {};
}

// The replay's modules as one script in dependency order, without their imports of each other.
std::string script() {
  std::string text;
  for (const std::string_view name : {"dom.js", "board.js", "chart.js", "replay.js", "static.js"}) {
    std::istringstream in{std::string(page_file(name))};
    constexpr std::string_view kExport = "export ";
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("import ")) continue;
      if (line.starts_with(kExport)) line.erase(0, kExport.size());
      text += line + '\n';
    }
  }
  return text;
}

// The style of the server's page, for a shadow tree within another page.
std::string style() {
  std::string text(page_file("style.css"));
  for (const auto& [from, to] :
       {std::pair<std::string_view, std::string_view>{":root", ":host"}, {"\nbody {", "\n.page {"}}) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  }
  return text;
}

// Escapes JSON so that it cannot end its script element.
std::string inside_script(std::string json) {
  for (std::size_t at = 0; (at = json.find('<', at)) != std::string::npos;) json.replace(at, 1, "\\u003c");
  return json;
}
std::string data_element(const std::string& id, const std::string& json) {
  return "<script type=\"application/json\" id=\"" + id + "\">" + inside_script(json) + "</script>\n";
}

}  // namespace

GamesSection::GamesSection(std::size_t limit) : limit_(limit) {}

bool GamesSection::add(std::size_t number, const GameRecord& record, const exports::Replay& replay) {
  const std::string element =
      data_element(fmt::format("ludex-game-{}", number),
                   fmt::format("{{\"game\":{},\"boards\":{}}}", game_json(record, replay),
                               boards_json(replay, 0, std::numeric_limits<std::size_t>::max())));
  if (data_.size() + element.size() > limit_) return false;
  data_ += element;
  list_ += (list_.empty() ? "" : ",") + text_of({{"number", number},
                                                 {"game", record.game},
                                                 {"agents", record.agents},
                                                 {"outcome", outcome_text(record)},
                                                 {"termination", to_text(record.termination)},
                                                 {"plies", record.plies}});
  ++games_;
  return true;
}

std::string GamesSection::finish(std::size_t total) && {
  std::string text = "<section>\n<h2 id=\"games\">Games</h2>\n";
  if (games_ < total)
    text += fmt::format("<p>The first {} of {} games: more would not have fitted the size asked for.</p>\n",
                        games_, total);
  text += "<div id=\"ludex-games\"></div>\n" + data_element("ludex-style", text_of(style())) +
          data_element("ludex-list", "[" + list_ + "]") + data_;
  text.append("<script>\n").append(page_file("chart.min.js")).append("</script>\n");
  return text + "<script type=\"module\">\n" + script() + "</script>\n</section>\n";
}

}  // namespace ludex::arena::web

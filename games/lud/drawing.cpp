// Boards drawn from their topology.
#include <algorithm>
#include <cstdio>

#include "games/lud/interp/eval.hpp"
#include "games/lud/lud_game.hpp"

namespace ludex::games::lud {

namespace {
std::string number(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.2f", x);
  return buffer;
}
}  // namespace

std::string LudGame::svg(const std::byte* state, Move last) const {
  const Program& p = program();
  const Eval e(p, const_cast<std::byte*>(state), Workspace::of_thread());
  const Graph& graph = p.graph;
  constexpr double kUnit = 40;
  Point low{1e9, 1e9};
  Point high{-1e9, -1e9};
  for (const Point& q : graph.vertices) {
    low = {std::min(low.x, q.x), std::min(low.y, q.y)};
    high = {std::max(high.x, q.x), std::max(high.y, q.y)};
  }
  const int hands = static_cast<int>(p.containers.size()) - 1;
  const double width = (high.x - low.x + 1.5) * kUnit;
  const double height = (high.y - low.y + 1.5 + hands) * kUnit;
  const auto x = [&](Point q) { return number((q.x - low.x + 0.75) * kUnit); };
  const auto y = [&](Point q) { return number((high.y - q.y + 0.75) * kUnit); };
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width) + "\" height=\"" +
                    number(height) + "\" viewBox=\"0 0 " + number(width) + " " + number(height) + "\">\n";
  const std::uint32_t move = static_cast<std::uint32_t>(last);
  const int last_to = last == kNoMove ? -1 : static_cast<int>(move >> 8 & 0xFFF);
  if (p.site_type == SiteType::kCell) {
    for (std::size_t f = 0; f < graph.faces.size(); ++f) {
      out += "<polygon points=\"";
      for (const int v : graph.faces[f])
        out += x(graph.vertices[static_cast<std::size_t>(v)]) + "," +
               y(graph.vertices[static_cast<std::size_t>(v)]) + " ";
      const bool dark = !p.board().phase.empty() && p.board().phase[f] == 0;
      const char* fill = static_cast<int>(f) == last_to ? "#f2d27a" : dark ? "#d9c3a0" : "#f3e9d6";
      out += "\" fill=\"" + std::string(fill) + "\" stroke=\"#7a6a50\"/>\n";
    }
  } else {
    for (const auto& [a, b] : graph.edges) {
      const Point& from = graph.vertices[static_cast<std::size_t>(a)];
      const Point& to = graph.vertices[static_cast<std::size_t>(b)];
      out += "<line x1=\"" + x(from) + "\" y1=\"" + y(from) + "\" x2=\"" + x(to) + "\" y2=\"" + y(to) +
             "\" stroke=\"#7a6a50\" stroke-width=\"2\"/>\n";
    }
  }
  const auto piece = [&](Point q, int i) {
    const int what = e.what(i);
    if (what == 0) return;
    const Component& component = p.components[static_cast<std::size_t>(what)];
    const char* fill = component.owner == 1 ? "#ffffff" : component.owner == 2 ? "#333333" : "#a0522d";
    const char* ink = component.owner == 2 ? "#ffffff" : "#222222";
    out += "<circle cx=\"" + x(q) + "\" cy=\"" + y(q) + "\" r=\"15\" fill=\"" + fill +
           "\" stroke=\"#222222\"/>\n";
    std::string label = component.base.substr(0, 1);
    if (e.L.has_count && e.count(i) > 1) label = std::to_string(e.count(i));
    const bool plain = label.find_first_of("<>&\"'") == std::string::npos;
    out += "<text x=\"" + x(q) + "\" y=\"" + y(q) +
           "\" dy=\"5\" text-anchor=\"middle\" font-size=\"14\" fill=\"" + ink + "\">" +
           (plain ? label : "?") + "</text>\n";
  };
  for (int at = 0; at < p.board_sites; ++at)
    piece(p.board().points[static_cast<std::size_t>(at)], e.index(e.own(), at));
  for (int k = 1; k <= hands; ++k) {
    const Container& hand = p.containers[static_cast<std::size_t>(k)];
    for (int at = hand.first; at < hand.first + hand.size; ++at)
      piece({low.x + (at - hand.first), low.y - k}, e.index(e.own(), at));
  }
  return out + "</svg>\n";
}

}  // namespace ludex::games::lud

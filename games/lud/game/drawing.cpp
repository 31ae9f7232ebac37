// Boards drawn from their topology: cells or lines, the pieces on sites of every kind, hands below.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "games/lud/game/colours.hpp"
#include "games/lud/game/lud_game.hpp"
#include "games/lud/game/site_names.hpp"
#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

namespace {

constexpr double kSpace = 40;  // between neighbours, in pixels
constexpr double kRadius = 15;
constexpr const char* kLine = "#7a6a50";

std::string number(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.2f", x);
  return buffer;
}

// The short name of a piece, or "?" if it cannot stand in SVG text.
std::string short_name(const Program& p, const Component& piece) {
  std::string name = p.short_name(piece);
  if (name.find_first_of("<>&\"'") != std::string::npos) name = "?";
  return name;
}

// True if the drawing must show a piece's kind: its owner has others.
bool has_kinds(const Program& p, const Component& piece) {
  return std::any_of(p.components.begin() + 1, p.components.end(), [&](const Component& other) {
    return other.owner == piece.owner && other.base != piece.base;
  });
}

class Drawing {
 public:
  Drawing(const Program& p, const Eval& e, const SiteNames& names) : p_(p), e_(e), names_(names) {
    for (const Point& q : p.graph.vertices) {
      low_ = {std::min(low_.x, q.x), std::min(low_.y, q.y)};
      high_ = {std::max(high_.x, q.x), std::max(high_.y, q.y)};
    }
    // The nearest two sites leave room for two pieces.
    double nearest = 1e9;
    const Topology& board = p.board();
    for (int at = 0; at < board.size(); ++at) {
      const Point& a = board.points[static_cast<std::size_t>(at)];
      for (const int to : board.steps(static_cast<int>(Absolute::kAll), at)) {
        const Point& b = board.points[static_cast<std::size_t>(to)];
        nearest = std::min(nearest, std::hypot(a.x - b.x, a.y - b.y));
      }
    }
    unit_ = nearest > 1e8 ? kSpace : kSpace / std::clamp(nearest, 0.2, 5.0);
    margin_ = 0.75 * kSpace + (p.surakarta > 2 ? unit_ * (p.surakarta / 2 - 1) : 0);
  }

  std::string draw(int last_to) {
    const int hands = static_cast<int>(p_.containers.size()) - 1;
    double width = (high_.x - low_.x) * unit_ + 2 * margin_;
    for (int k = 1; k <= hands; ++k)
      width = std::max(width, (p_.containers[static_cast<std::size_t>(k)].size + 1.25) * kSpace);
    const double height = board_height() + 1.25 * kSpace * hands;
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width) + "\" height=\"" +
           number(height) + "\" viewBox=\"0 0 " + number(width) + " " + number(height) +
           "\" font-family=\"sans-serif\">\n";
    if (p_.site_type == SiteType::kCell) {
      faces(last_to);
    } else {
      lines(last_to);
    }
    for_each_site([&](int type, int at, const Point& q) {
      piece(x(q), y(q), e_.index(type, at), type == e_.own() ? kRadius : 0.7 * kRadius);
    });
    for (int k = 1; k <= hands; ++k) {
      const Container& hand = p_.containers[static_cast<std::size_t>(k)];
      const double top = hand_top(k);
      out_ += "<rect x=\"4\" y=\"" + number(top) + "\" width=\"" + number((hand.size + 1) * kSpace) +
              "\" height=\"" + number(kSpace) + "\" rx=\"6\" fill=\"#f3e9d6\" stroke=\"" + kLine + "\"/>\n";
      text(4 + kSpace / 2, top + kSpace / 2, std::to_string(hand.owner), kLine);
      for (int at = 0; at < hand.size; ++at)
        piece(hand_x(at), top + kSpace / 2, e_.index(e_.own(), hand.first + at), kRadius);
    }
    names();
    return out_ + "</svg>\n";
  }

  // Squares around the sites, as wide as the nearest neighbours allow.
  std::string cells() {
    std::string list;
    const auto add = [&](const std::string& name, double cx, double cy, double size) {
      list += name + " " + number(cx - size / 2) + " " + number(cy - size / 2) + " " + number(size) + " " +
              number(size) + "\n";
    };
    for_each_site([&](int type, int at, const Point& q) {
      add(names_.of(at, type), x(q), y(q),
          e_.layout.slots == 1 ? 0.9 * kSpace
          : type == e_.own()   ? kRadius
                               : 0.7 * kRadius);
    });
    for (std::size_t k = 1; k < p_.containers.size(); ++k) {
      const Container& hand = p_.containers[k];
      for (int at = 0; at < hand.size; ++at)
        add(names_.of(hand.first + at), hand_x(at), hand_top(static_cast<int>(k)) + kSpace / 2, 0.9 * kSpace);
    }
    return list;
  }

 private:
  // Calls `visit` with the type, number and place of every site on the board that may hold a piece.
  template <class Visit>
  void for_each_site(Visit&& visit) const {
    for (int type = 0; type < kSiteTypes; ++type) {
      const auto k = static_cast<std::size_t>(type);
      if (e_.layout.base[k] < 0) continue;
      const Topology& board = *p_.topologies[k];
      for (int at = 0; at < board.size(); ++at) visit(type, at, board.points[static_cast<std::size_t>(at)]);
    }
  }
  [[nodiscard]] double x(Point q) const { return (q.x - low_.x) * unit_ + margin_; }
  [[nodiscard]] double y(Point q) const { return (high_.y - q.y) * unit_ + margin_; }
  [[nodiscard]] double board_height() const { return (high_.y - low_.y) * unit_ + 2 * margin_; }
  [[nodiscard]] double hand_top(int k) const { return board_height() + 1.25 * kSpace * (k - 1); }
  [[nodiscard]] static double hand_x(int at) { return 4 + (at + 1.5) * kSpace; }
  [[nodiscard]] Point vertex(int v) const { return p_.graph.vertices[static_cast<std::size_t>(v)]; }

  void faces(int last_to) {
    for (std::size_t f = 0; f < p_.graph.faces.size(); ++f) {
      out_ += "<polygon points=\"";
      for (const int v : p_.graph.faces[f]) out_ += number(x(vertex(v))) + "," + number(y(vertex(v))) + " ";
      const bool dark = !p_.board().phase.empty() && p_.board().phase[f] == 0;
      const char* fill = static_cast<int>(f) == last_to ? "#f2d27a" : dark ? "#d9c3a0" : "#f3e9d6";
      out_ += std::string("\" fill=\"") + fill + "\" stroke=\"" + kLine + "\"/>\n";
    }
  }

  void lines(int last_to) {
    for (const auto& [a, b] : p_.graph.edges) {
      if (p_.mancala) break;
      out_ += "<line x1=\"" + number(x(vertex(a))) + "\" y1=\"" + number(y(vertex(a))) + "\" x2=\"" +
              number(x(vertex(b))) + "\" y2=\"" + number(y(vertex(b))) + "\" stroke=\"" + kLine +
              "\" stroke-width=\"2\"/>\n";
    }
    arcs();
    for (int at = 0; at < p_.board_sites; ++at) {
      const Point& q = p_.board().points[static_cast<std::size_t>(at)];
      const bool last = at == last_to;
      disc(x(q), y(q), p_.mancala || last ? kRadius + 3 : 3,
           last         ? "#f2d27a"
           : p_.mancala ? "#f3e9d6"
                        : kLine,
           kLine);
    }
  }

  // Three quarters of a circle around each corner of a Surakarta board, for each of its loops.
  void arcs() {
    for (int k = 1; k < p_.surakarta / 2; ++k) {
      for (const double right : {0.0, 1.0}) {
        for (const double up : {0.0, 1.0}) {
          const double end = p_.surakarta - 1;
          const Point on_row{right * end, up == 0 ? k : end - k};
          const Point on_column{right == 0 ? k : end - k, up * end};
          out_ += "<path d=\"M " + number(x(on_row)) + " " + number(y(on_row)) + " A " + number(k * unit_) +
                  " " + number(k * unit_) + " 0 1 " + (right == up ? "0 " : "1 ") + number(x(on_column)) +
                  " " + number(y(on_column)) + "\" fill=\"none\" stroke=\"" + kLine +
                  "\" stroke-width=\"2\"/>\n";
        }
      }
    }
  }

  // Draws letters below and numbers on the left of a grid; else each site's number at its lower right. Sites
  // of further types have theirs below them.
  void names() {
    const Topology& board = p_.board();
    if (names_.grid()) {
      std::vector<bool> row(static_cast<std::size_t>(board.rows));
      std::vector<bool> column(static_cast<std::size_t>(board.columns));
      for (std::size_t s = 0; s < board.points.size(); ++s) {
        const auto r = static_cast<std::size_t>(board.row[s]);
        const auto c = static_cast<std::size_t>(board.column[s]);
        if (!row[r]) small_text(9, y(board.points[s]), std::to_string(board.row[s] + 1), kLine);
        if (!column[c])
          small_text(x(board.points[s]), board_height() - 9, SiteNames::column(board.column[s]), kLine);
        row[r] = column[c] = true;
      }
    } else {
      for (int at = 0; at < board.size(); ++at) {
        const Point& q = board.points[static_cast<std::size_t>(at)];
        small_text(x(q) + 0.28 * kSpace, y(q) + 0.3 * kSpace, names_.of(at), "#3d3428");
      }
    }
    for_each_site([&](int type, int at, const Point& q) {
      if (type != e_.own()) small_text(x(q), y(q) + 0.26 * kSpace, names_.of(at, type), "#3d3428");
    });
    for (std::size_t k = 1; k < p_.containers.size(); ++k) {
      const Container& hand = p_.containers[k];
      for (int at = 0; at < hand.size; ++at)
        small_text(hand_x(at) + 0.28 * kSpace, hand_top(static_cast<int>(k)) + 0.8 * kSpace,
                   names_.of(hand.first + at), "#3d3428");
    }
  }
  void small_text(double cx, double cy, const std::string& what, const char* ink) {
    out_ += "<text x=\"" + number(cx) + "\" y=\"" + number(cy) +
            "\" dy=\"3\" text-anchor=\"middle\" font-size=\"9\" fill=\"" + ink + "\">" + what + "</text>\n";
  }

  void disc(double cx, double cy, double r, const char* fill, const char* stroke) {
    out_ += "<circle cx=\"" + number(cx) + "\" cy=\"" + number(cy) + "\" r=\"" + number(r) + "\" fill=\"" +
            fill + "\" stroke=\"" + stroke + "\"/>\n";
  }
  void text(double cx, double cy, const std::string& what, const char* ink) {
    out_ += "<text x=\"" + number(cx) + "\" y=\"" + number(cy) +
            "\" dy=\"5\" text-anchor=\"middle\" font-size=\"14\" fill=\"" + ink + "\">" + what + "</text>\n";
  }
  // With a rim that shows on pieces of the same colour.
  void one_piece(double cx, double cy, double radius, int owner) {
    disc(cx, cy, radius, piece_colour(owner), owner == 2 ? "#888888" : "#222222");
  }
  void piece(double cx, double cy, int i, double radius) {
    const int what = e_.what(i);
    if (what == 0) return;
    const Component& component = p_.components[static_cast<std::size_t>(what)];
    const char* ink = component.owner == 1 || component.owner == 6 ? "#222222" : "#ffffff";
    // A stack is seen from above in front: each piece a little higher than the one below.
    const int height = e_.height(i);
    const double step = height > 1 ? std::min(5.0, 0.8 * kRadius / (height - 1)) : 0;
    cy += step * (height - 1) / 2;
    for (int level = 0; level + 1 < height; ++level, cy -= step) {
      const int below = e_.level_of(i, level).what;
      one_piece(cx, cy, radius, p_.components[static_cast<std::size_t>(below)].owner);
    }
    one_piece(cx, cy, radius, component.owner);
    const bool counted = e_.layout.has_count && (e_.count(i) > 1 || p_.mancala);
    std::string label = has_kinds(p_, component) ? short_name(p_, component) : "";
    if (counted) label += std::to_string(e_.count(i));
    if (height > 1) label += std::to_string(height);
    if (!label.empty()) text(cx, cy, label, ink);
  }

  const Program& p_;
  const Eval& e_;
  const SiteNames& names_;
  Point low_{1e9, 1e9};
  Point high_{-1e9, -1e9};
  double unit_ = kSpace;
  double margin_ = kSpace;
  std::string out_;
};

}  // namespace

std::string LudGame::svg(const std::byte* state, Move last) const {
  const Eval e(program(), const_cast<std::byte*>(state), Workspace::of_thread());
  const auto sites = static_cast<int>(static_cast<std::uint32_t>(last) >> 8 & 0xFFF);
  const bool on_board = last != kNoMove && is_piece_move(last);
  return Drawing(program(), e, names_).draw(on_board ? sites : -1);
}

std::string LudGame::svg_cells(const std::byte* state) const {
  const Eval e(program(), const_cast<std::byte*>(state), Workspace::of_thread());
  return Drawing(program(), e, names_).cells();
}

std::string LudGame::svg_move_cells(const std::byte* state, Move move) const {
  if (!is_piece_move(move)) return "";
  // "a1-b2/1" goes between two cells, "a1^0.1-b2" with a part of a stack.
  const std::string text = move_text(state, move);
  std::string sites;
  bool of_site = true;
  for (const char c : std::string_view(text).substr(0, text.find('/'))) {
    if (c == '-') {
      of_site = true;
      sites += ' ';
    } else if (c == '^') {
      of_site = false;
    } else if (of_site) {
      sites += c;
    }
  }
  return sites;
}

}  // namespace ludex::games::lud

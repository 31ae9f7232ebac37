// Positions as text.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "games/lud/game/lud_game.hpp"
#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

namespace {

std::string cell_text(const Eval& e, int i, bool counts) {
  // All pieces of a stack, from the bottom up.
  if (e.layout.has_stacks) {
    std::string text;
    for (int k = 0; k < e.height(i); ++k) {
      const Level piece = e.level_of(i, k);
      text += (k == 0 ? "" : "/") + std::to_string(piece.what) + 's' + std::to_string(piece.state) + 'r' +
              std::to_string(piece.rotation) + 'v' + std::to_string(piece.value);
    }
    return text;
  }
  std::string text = std::to_string(e.what(i));
  if (counts) text += 'c' + std::to_string(e.count(i));
  if (e.layout.has_state) text += 's' + std::to_string(e.state(i));
  if (e.layout.has_rotation) text += 'r' + std::to_string(e.rotation(i));
  if (e.layout.has_value) text += 'v' + std::to_string(e.cell_value(i));
  return text;
}

// Reads a text of numbers and separators; anything else, or a number out of range, is an error.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}
  [[nodiscard]] bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  [[nodiscard]] std::optional<std::int64_t> number(std::int64_t low, std::int64_t high) {
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (code != std::errc{} || value < low || value > high) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  [[nodiscard]] std::optional<std::uint64_t> hex() {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, 16);
    if (code != std::errc{}) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  [[nodiscard]] bool done() const { return rest_.empty(); }
  [[nodiscard]] std::string near() const { return std::string(rest_.substr(0, 20)); }

 private:
  std::string_view rest_;
};

// The numbers of a head in the order of the text, each with its range.
template <class F>
void for_each_field(const Eval& e, F&& f) {
  const Program& p = e.program;
  Head& h = e.head();
  const std::int64_t sites = p.layout.sites;
  const std::int64_t far = 2'000'000'000;
  const std::int64_t n = p.players;
  f(h.mover, 1, n);
  f(h.next, n > 2 ? 0 : 1, n);
  f(h.prev, 0, n);
  f(h.plies, 0, kMaxPlies);
  f(h.turns, 0, kMaxTurns * n);
  f(h.turn_moves, 0, kMaxPlies);
  f(h.status, 0, 1 + n);
  f(h.last_from, kOff, sites - 1);
  f(h.last_to, kOff, sites - 1);
  f(h.last_type, 0, kSiteTypes - 1);
  f(h.passes, 0, 127);
  f(h.swapped, 0, n == 2 ? 1 : 0);
  f(h.stalemated, 0, 511);
  const auto [rest, pending, score, value] = e.fields();
  if (rest != nullptr) {
    f(rest->counter, -far, far);
    f(rest->variable, -far, far);
    f(rest->triggered, 0, 0xFFFFFFFFLL);
    f(rest->last_touched, kOff, sites - 1);
    f(rest->decided, -1, 7);
    f(rest->proposed, 0, 127);
    for (int q = 1; q <= p.players; ++q) f(rest->vote[q], 0, 100);
  }
  for (int q = 1; q <= p.players; ++q) {
    if (p.layout.phases != 0)
      f(reinterpret_cast<std::uint8_t&>(e.position[p.layout.phases + static_cast<std::uint32_t>(q)]), 0,
        static_cast<std::int64_t>(p.phases.size()) - 1);
    if (score != nullptr) f(score[q], -far, far);
    if (value != nullptr) f(value[q], -far, far);
  }
  if (pending != nullptr) {
    f(pending->count, 0, kMaxPending);
    for (auto& each : pending->values) f(each, -32768, 32767);
  }
}

// The same of what only some games need.
template <class M, class F>
void for_each_more(const Program& p, M& m, F&& f) {
  f(m.rolling, 0, kRolled);
  f(m.equal, 0, 1);
  f(m.level_from, 0, 255);
  f(m.level_to, 0, 255);
  for (int q = 1; q <= p.players; ++q) {
    f(m.rank[q], 0, 2 * p.players);
    f(m.team[q], 0, 4);
  }
  if (p.goes_on) {
    f(m.best, 0, p.players + 1);
    f(m.worst, 0, p.players + 1);
    f(m.out, 0, p.players);
  }
  if (p.random_start) f(m.start_rule, -1, static_cast<std::int64_t>(p.start.size()) - 1);
  if (p.most_draws != 0 || p.random_start) {
    f(m.drawn, 0, p.random_start ? 255 : kMaxDraws);
    for (auto& draw : m.draws) f(draw, -32'000, 32'000);
    f(m.draw_low, -32'000, 32'000);
    f(m.draw_size, 0, static_cast<std::int64_t>(kMaxSites));
    f(m.waiting, 0, 0xFFFFFFFFLL);
  }
  for (std::size_t k = 0; k < p.dice.size(); ++k) {
    f(m.rolled[k], -30'000, 30'000);
    f(m.face[k], -30'000, 30'000);
    f(m.dice[k], -30'000, 30'000);
  }
}

}  // namespace

std::string LudGame::position_text(const std::byte* state) const {
  const Program& p = program();
  const Eval e = reader(p, state);
  std::string text;
  for (int i = 0; i < p.layout.sites; ++i) {
    if (e.what(i) == 0 && e.state(i) == 0 && e.cell_value(i) == 0) continue;
    text += (text.empty() ? "" : ",") + std::to_string(i) + "=" + cell_text(e, i, e.layout.has_count);
  }
  if (text.empty()) text = "-";
  text += ' ';
  bool first = true;
  for_each_field(e, [&](const auto& value, std::int64_t, std::int64_t) {
    text += (first ? "" : ",") + std::to_string(value);
    first = false;
  });
  if (p.layout.has_more) {
    text += ' ';
    for_each_more(p, e.more(), [&](const auto& value, std::int64_t, std::int64_t) {
      text += (text.back() == ' ' ? "" : ",") + std::to_string(value);
    });
  }
  const auto words = [&](const std::uint64_t* from, int n) {
    text += ' ';
    char buffer[20];
    for (int w = 0; w < n; ++w) {
      const auto end = std::to_chars(buffer, buffer + sizeof buffer, from[w], 16).ptr;
      text += (w == 0 ? "" : ",") + std::string(buffer, end);
    }
  };
  if (p.layout.has_to_clear) words(e.words_at(p.layout.to_clear, 0), p.layout.words);
  if (p.layout.has_visited) words(e.words_at(p.layout.visited, 0), p.layout.words);
  if (p.layout.has_unowned) words(e.words_at(p.layout.unowned, 0), p.layout.words);
  // Bytes of what is kept of places and levels that are not 0, each with its number.
  const auto* const places = reinterpret_cast<const std::uint8_t*>(state + p.layout.places);
  if (p.layout.kept_bytes != 0) {
    std::string kept;
    for (std::uint32_t k = 0; k < p.layout.kept_bytes; ++k)
      if (places[k] != 0)
        kept += (kept.empty() ? "" : ",") + std::to_string(k) + ":" + std::to_string(places[k]);
    text += " " + (kept.empty() ? "-" : kept);
  }
  for (std::size_t v = 0; v < p.variables.size(); ++v)
    text += " " + std::to_string(e.variables(static_cast<int>(v)));
  for (std::size_t m = 0; m < p.memories.size(); ++m) {
    const auto* memory = reinterpret_cast<const std::int16_t*>(e.position + p.layout.memories) +
                         static_cast<std::ptrdiff_t>(m) * p.layout.memory_size;
    text += " " + std::to_string(memory[0]);
    for (int k = 1; k <= memory[0]; ++k) text += "," + std::to_string(memory[k]);
  }
  if (p.layout.has_history) {
    words(reinterpret_cast<const std::uint64_t*>(state + p.layout.history),
          static_cast<int>(e.head().history));
  }
  return text;
}

Result<void> LudGame::parse_position(std::string_view text, std::byte* state) const {
  const Program& p = program();
  const Layout& L = p.layout;
  Reader in(text);
  const auto bad = [&](const std::string& what) {
    return Error{"position: expected " + what + " at '" + in.near() + "'"};
  };
  std::memset(state, 0, bytes());
  Eval e(p, state, Workspace::of_thread());
  new (state) Head();
  const Fields extra = e.fields();
  if (extra.rest != nullptr) new (extra.rest) Rest();
  if (extra.pending != nullptr) new (extra.pending) Pending();
  if (L.has_more) new (&e.more()) More();
  if (!in.take("-")) {
    int last = -1;
    do {
      const auto i = in.number(last + 1, L.sites - 1);
      if (!i || !in.take("=")) return bad("SITE=PIECE, sites in order");
      last = static_cast<int>(*i);
      const auto place = [&](auto&& put) {
        for (int type = 0; type < kSiteTypes; ++type) {
          const auto k = static_cast<std::size_t>(type);
          if (L.base[k] >= 0 && last >= L.base[k] && last < L.base[k] + L.size[k])
            put(type, last - L.base[k]);
        }
      };
      if (L.has_stacks) {
        do {
          const auto what = in.number(1, static_cast<std::int64_t>(p.components.size()) - 1);
          const auto st = what && in.take("s") ? in.number(0, 255) : std::nullopt;
          const auto rot = st && in.take("r") ? in.number(0, 255) : std::nullopt;
          const auto val = rot && in.take("v") ? in.number(-32768, 32767) : std::nullopt;
          if (!val || e.more().levels >= L.most_levels) return bad("a piece of a stack, such as 1s0r0v0");
          place([&](int type, int at) {
            e.insert_level(type, at, kOff,
                           {static_cast<std::uint8_t>(*what), static_cast<std::uint8_t>(*st),
                            static_cast<std::uint8_t>(*rot), 0, static_cast<std::int16_t>(*val)});
          });
        } while (in.take("/"));
        continue;
      }
      const auto piece = in.number(0, static_cast<std::int64_t>(p.components.size()) - 1);
      if (!piece) return bad("the number of a piece");
      std::int64_t fields[4] = {1, 0, 0, 0};
      const struct {
        bool has;
        const char* letter;
        std::int64_t low, high;
      } kinds[4] = {{L.has_count, "c", *piece == 0 ? 0 : 1, *piece == 0 ? 0 : 65535},
                    {L.has_state, "s", 0, 255},
                    {L.has_rotation, "r", 0, 255},
                    {L.has_value, "v", -32768, 32767}};
      for (int f = 0; f < 4; ++f) {
        if (!kinds[f].has) continue;
        const auto value = in.take(kinds[f].letter) ? in.number(kinds[f].low, kinds[f].high) : std::nullopt;
        if (!value) return bad(std::string(kinds[f].letter) + "NUMBER");
        fields[f] = *value;
      }
      if (*piece == 0 && fields[1] == 0 && fields[3] == 0) return bad("a site that is not empty");
      place([&](int type, int at) {
        e.set_cell(type, at, static_cast<int>(*piece), static_cast<int>(fields[0]),
                   static_cast<int>(fields[1]), static_cast<int>(fields[2]), static_cast<int>(fields[3]));
      });
    } while (in.take(","));
  }
  if (!in.take(" ")) return bad("a blank");
  Head& h = e.head();
  std::string wrong;
  bool first = true;
  for_each_field(e, [&](auto& field, std::int64_t low, std::int64_t high) {
    if (!wrong.empty()) return;
    const auto value = first || in.take(",") ? in.number(low, high) : std::nullopt;
    first = false;
    if (!value) {
      wrong = "a number in " + std::to_string(low) + ".." + std::to_string(high);
      return;
    }
    field = static_cast<std::remove_reference_t<decltype(field)>>(*value);
  });
  if (wrong.empty() && L.has_more) {
    if (!in.take(" ")) return bad("a blank");
    first = true;
    for_each_more(p, e.more(), [&](auto& field, std::int64_t low, std::int64_t high) {
      if (!wrong.empty()) return;
      const auto value = first || in.take(",") ? in.number(low, high) : std::nullopt;
      first = false;
      if (!value) wrong = "a number in " + std::to_string(low) + ".." + std::to_string(high);
      if (value) field = static_cast<std::remove_reference_t<decltype(field)>>(*value);
    });
  }
  if (!wrong.empty()) return bad(wrong);
  const auto words = [&](std::uint64_t* to, int n) {
    if (!in.take(" ")) return false;
    for (int w = 0; w < n; ++w) {
      const auto value = w == 0 || in.take(",") ? in.hex() : std::nullopt;
      if (!value) return false;
      to[w] = *value;
      const int beyond = L.size[static_cast<std::size_t>(e.own())] - 64 * w;
      if (beyond < 64 && (beyond <= 0 ? to[w] != 0 : (to[w] >> beyond) != 0)) return false;
    }
    return true;
  };
  if (L.has_to_clear && !words(e.words_at(L.to_clear, 0), L.words)) return bad("a set of sites");
  if (L.has_visited && !words(e.words_at(L.visited, 0), L.words)) return bad("a set of sites");
  if (L.has_unowned && !words(e.words_at(L.unowned, 0), L.words)) return bad("a set of sites");
  if (L.kept_bytes != 0) {
    std::memset(state + L.places, 0, L.kept_bytes);
    if (!in.take(" ")) return bad("a blank");
    std::int64_t last = -1;
    while (!in.take("-")) {
      const auto place = in.number(last + 1, static_cast<std::int64_t>(L.kept_bytes) - 1);
      const auto count = place && in.take(":") ? in.number(1, 255) : std::nullopt;
      if (!count) return bad("what is kept of places and levels, NUMBER:BYTE");
      last = *place;
      state[L.places + static_cast<std::uint32_t>(last)] = static_cast<std::byte>(*count);
      if (!in.take(",")) break;
    }
  }
  for (std::size_t v = 0; v < p.variables.size(); ++v) {
    const auto value = in.take(" ") ? in.number(-2'000'000'000, 2'000'000'000) : std::nullopt;
    if (!value) return bad("the value of a variable");
    e.set_variable(static_cast<int>(v), static_cast<int>(*value));
  }
  for (std::size_t m = 0; m < p.memories.size(); ++m) {
    auto* memory =
        reinterpret_cast<std::int16_t*>(state + L.memories) + static_cast<std::ptrdiff_t>(m) * L.memory_size;
    const auto size = in.take(" ") ? in.number(0, L.memory_size - 1) : std::nullopt;
    if (!size) return bad("the number of remembered values");
    memory[0] = static_cast<std::int16_t>(*size);
    for (int k = 1; k <= memory[0]; ++k) {
      const auto value = in.take(",") ? in.number(-32768, 32767) : std::nullopt;
      if (!value) return bad("a remembered value");
      memory[k] = static_cast<std::int16_t>(*value);
    }
  }
  if (L.has_history) {
    auto* history = reinterpret_cast<std::uint64_t*>(state + L.history);
    if (!in.take(" ")) return bad("a blank");
    while (!in.done()) {
      const auto value = h.history == 0 || in.take(",") ? in.hex() : std::nullopt;
      if (!value || static_cast<int>(h.history) >= L.history_size) return bad("hashes of positions");
      history[h.history++] = *value;
    }
  }
  if (!in.done()) return bad("the end");
  if (position_text(state) != text) return Error{"position: expected numbers without leading zeros or signs"};
  return {};
}

}  // namespace ludex::games::lud

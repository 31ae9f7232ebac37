#include "games/backgammon/identifiers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::games::backgammon {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t kPositionBits = 80;
constexpr std::size_t kPositionLetters = 14;
constexpr std::size_t kMatchBits = 72;
constexpr std::size_t kMatchLetters = 12;

// Bits of a key, the lowest of its first byte first; a letter has six bits of three bytes, the highest first.
template <std::size_t bits>
std::string letters_of(const std::array<bool, bits>& key) {
  std::string text;
  for (std::size_t at = 0; at < bits; at += 6) {
    std::size_t digit = 0;
    for (std::size_t i = at; i < at + 6; ++i) {
      const std::size_t place = i / 8 * 8 + 7 - i % 8;
      digit = digit << 1 | (place < bits && key[place] ? 1U : 0U);
    }
    text += kDigits[digit];
  }
  return text;
}
// False if a character is none of the digits, or one of the bits behind the key is set.
template <std::size_t bits>
bool read_letters(std::string_view text, std::array<bool, bits>& key) {
  for (std::size_t i = 0; i < text.size() * 6; ++i) {
    const std::size_t digit = kDigits.find(text[i / 6]);
    if (digit == std::string_view::npos) return false;
    const bool set = (digit >> (5 - i % 6) & 1U) != 0;
    const std::size_t place = i / 8 * 8 + 7 - i % 8;
    if (place < bits) key[place] = set;
    if (place >= bits && set) return false;
  }
  return true;
}
template <std::size_t bits>
std::uint32_t number_at(const std::array<bool, bits>& key, std::size_t at, std::size_t size) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < size; ++i) number |= (key[at + i] ? 1U : 0U) << i;
  return number;
}

Result<void> read_match_id(std::string_view text, Setup& setup) {
  const Error bad{"'" + std::string(text) + "' is no match id of GNU Backgammon"};
  std::array<bool, kMatchBits> key{};
  if (text.size() != kMatchLetters || !read_letters(text, key)) return bad;
  setup.side = number_at(key, 6, 1);
  const Roll roll{number_at(key, 15, 3), number_at(key, 18, 3)};
  if (roll.high == 0 && roll.low == 0) return {};
  if (roll.high < 1 || roll.high > 6 || roll.low < 1 || roll.low > 6) return bad;
  setup.roll = Roll{std::max(roll.high, roll.low), std::min(roll.high, roll.low)};
  return {};
}

}  // namespace

// For each player, the one who is not on roll first, and each point from 1 to the bar: a 1 for each man, then
// a 0 (the manual of GNU Backgammon, "A technical description of the Position ID").
std::string gnubg_id(const Men& mover, const Men& other) {
  std::array<bool, kPositionBits> key{};
  std::size_t at = 0;
  for (const Men* men : {&other, &mover}) {
    for (std::uint32_t point = 1; point <= kBar; ++point) {
      for (std::uint32_t n = men->count(point); n > 0; --n) key[at++] = true;
      ++at;
    }
  }
  return letters_of(key);
}

Result<Setup> read_gnubg_id(std::string_view text) {
  const std::string_view id = text.substr(0, kPositionLetters);
  const Error bad{"'" + std::string(id) + "' is no position id of GNU Backgammon"};
  std::array<bool, kPositionBits> key{};
  if (id.size() != kPositionLetters || !read_letters(id, key)) return bad;
  Setup setup{};
  std::size_t at = 0;
  for (Men* men : {&setup.other, &setup.mover}) {
    std::uint32_t count = 0;
    for (std::uint32_t point = 1; point <= kBar; ++point, ++at) {
      for (; at < kPositionBits && key[at]; ++at) {
        if (++count > kMen) return bad;
        men->add(point);
      }
    }
  }
  if (gnubg_id(setup.mover, setup.other) != id) return bad;
  if (text.size() == kPositionLetters) return setup;
  if (text[kPositionLetters] != ':') return bad;
  const auto read = read_match_id(text.substr(kPositionLetters + 1), setup);
  if (!read) return Error{read.error()};
  return setup;
}

// board:you:opponent:length:score:score:26
// points:turn:dice:dice:cube:doubles:doubles:doubled:colour:direction: home:bar:off:off:bar:bar:can
// move:forced:crawford:redoubles. The mover is "you", plays the positive men and moves from 24 to 1.
std::string fibs_board(const Setup& setup) {
  const auto name = [](Player p) { return p == 0 ? "first" : "second"; };
  std::string text = std::string("board:") + name(setup.side) + ":" + name(1 - setup.side) + ":1:0:0";
  const auto add = [&](std::int64_t number) { text += ":" + std::to_string(number); };
  for (std::uint32_t point = 0; point <= kBar; ++point) {
    const std::int64_t own = point == 0 ? 0 : setup.mover.count(point);
    const std::int64_t other = point == kBar ? 0 : setup.other.count(kBar - point);
    add(own - other);
  }
  add(1);
  for (int who = 0; who < 2; ++who) {
    add(who == 0 && setup.roll ? setup.roll->high : 0);
    add(who == 0 && setup.roll ? setup.roll->low : 0);
  }
  for (const int number : {1, 0, 0, 0, 1, -1, 0, 25}) add(number);
  for (const std::uint32_t number :
       {setup.mover.off(), setup.other.off(), setup.mover.count(kBar), setup.other.count(kBar)})
    add(number);
  for (const int number : {setup.roll ? (setup.roll->high == setup.roll->low ? 4 : 2) : 0, 0, 0, 0})
    add(number);
  return text;
}

Result<Setup> read_fibs_board(std::string_view text) {
  const Error bad{"expected a FIBS board: 'board:' with two names and 50 numbers"};
  std::vector<std::string_view> fields;
  for (std::size_t at = 0; at != std::string_view::npos;
       text.remove_prefix(at == std::string_view::npos ? 0 : at + 1)) {
    at = text.find(':');
    fields.push_back(text.substr(0, at));
  }
  constexpr std::size_t kFirstNumber = 3;
  if (fields.size() != kFirstNumber + 50 || fields[0] != "board") return bad;
  std::array<int, 50> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::string_view field = fields[kFirstNumber + i];
    const auto [end, code] = std::from_chars(field.data(), field.data() + field.size(), numbers[i]);
    if (code != std::errc{} || end != field.data() + field.size() || numbers[i] < -999 || numbers[i] > 9999)
      return bad;
  }
  const auto* const board = numbers.data() + 3;
  const int turn = numbers[29];
  const int colour = numbers[38];
  const int direction = numbers[39];
  if ((turn != 1 && turn != -1) || (colour != 1 && colour != -1) || (direction != 1 && direction != -1))
    return bad;
  // "You" is first; men of colour `turn` move.
  const bool you_move = turn == colour;
  Setup setup{};
  setup.side = you_move ? 0 : 1;
  for (int place = 0; place <= 25; ++place) {
    const int count = board[place];
    if (count == 0) continue;
    const bool movers = (count > 0) == (turn > 0);
    const bool down = (direction < 0) == (movers == you_move);  // from 24 to 1
    const auto point = static_cast<std::uint32_t>(down ? place : 25 - place);
    Men& men = movers ? setup.mover : setup.other;
    const auto size = static_cast<std::uint32_t>(count < 0 ? -count : count);
    if (point == 0 || size + men.count_in(~0U) > kMen) return bad;
    for (std::uint32_t i = 0; i < size; ++i) men.add(point);
  }
  const int* const dice = numbers.data() + (you_move ? 30 : 32);
  if (dice[0] == 0 && dice[1] == 0) return setup;
  if (dice[0] < 1 || dice[0] > 6 || dice[1] < 1 || dice[1] > 6) return bad;
  setup.roll = Roll{static_cast<std::uint32_t>(std::max(dice[0], dice[1])),
                    static_cast<std::uint32_t>(std::min(dice[0], dice[1]))};
  return setup;
}

}  // namespace ludex::games::backgammon

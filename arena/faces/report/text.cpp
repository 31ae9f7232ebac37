#include "arena/faces/report/text.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/results/rating/fit.hpp"
#include "core/system/utf8.hpp"

namespace ludex::arena::report {
namespace {

// Calls ascii(c) for printable ASCII characters and copies other valid ones. Control characters, invisible
// ones that change the writing direction, and invalid bytes become U+FFFD.
template <class Ascii>
std::string translate(std::string_view text, const Ascii& ascii) {
  constexpr std::string_view kReplacement = "\uFFFD";
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    const auto c = static_cast<unsigned char>(text[0]);
    const bool c1_control = length == 2 && c == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
    const bool direction =
        (character >= "\u202A" && character <= "\u202E") || (character >= "\u2066" && character <= "\u2069");
    if (length == 1 && c >= 0x20 && c != 0x7F) {
      ascii(text[0], out);
    } else if (length == 1 && (c == '\n' || c == '\t')) {
      ascii(' ', out);
    } else if (length < 2 || c1_control || direction) {
      out += kReplacement;
    } else {
      out += character;
    }
    text.remove_prefix(character.size());
  }
  return out;
}

}  // namespace

std::string html(std::string_view text) {
  return translate(text, [](char c, std::string& out) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  });
}

std::string markdown(std::string_view text) {
  return translate(text, [](char c, std::string& out) {
    if (c == '<' || c == '>' || c == '&') {
      out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;";
      return;
    }
    if (std::string_view("\\`*_[]|~$").find(c) != std::string_view::npos) out += '\\';
    out += c;
  });
}

std::string fixed(double x, int digits) {
  if (!std::isfinite(x)) return std::string(kDash);
  std::string text = fmt::format("{:.{}f}", x, digits);
  if (text[0] == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return text;
}

std::string fixed(std::optional<double> x, int digits) {
  return x ? fixed(*x, digits) : std::string(kDash);
}

std::string signed_fixed(double x, int digits, bool plus) {
  std::string text = fixed(x, digits);
  if (text[0] == '-') return "\u2212" + text.substr(1);
  return plus && x > 0 ? "+" + text : text;
}

std::string percent(std::optional<double> x, int digits) {
  return x && std::isfinite(*x) ? fixed(100 * *x, digits) + "\u00A0%" : std::string(kDash);
}

std::string chance(double p) {
  if (p > 0.9995) return "> 99.9";
  if (p < 0.0005) return "< 0.1";
  return fixed(100 * p, 1);
}

std::string compact(double x) {
  if (!std::isfinite(x)) return std::string(kDash);
  constexpr std::array<const char*, 6> kPrefixes{"", " k", " M", " G", " T", " P"};
  std::size_t prefix = 0;
  while (std::abs(x) >= 999.5 && prefix + 1 < kPrefixes.size()) x /= 1000, ++prefix;
  if (prefix == 0 && x == std::floor(x)) return fixed(x, 0);
  const double size = std::abs(x);
  return fixed(x, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2) + kPrefixes[prefix];
}

std::string duration(double microseconds) {
  if (!std::isfinite(microseconds)) return std::string(kDash);
  const auto digits = [](double x) { return x >= 99.95 || x == std::floor(x) ? 0 : x >= 9.995 ? 1 : 2; };
  constexpr double kMinute = 60e6;
  if (microseconds < 999.5) return fixed(microseconds, digits(microseconds)) + " \u00B5s";
  if (microseconds < 999.5e3) return fixed(microseconds / 1e3, digits(microseconds / 1e3)) + " ms";
  if (microseconds < 2 * kMinute) return fixed(microseconds / 1e6, digits(microseconds / 1e6)) + " s";
  if (microseconds < 120 * kMinute) return fixed(microseconds / kMinute, 1) + " min";
  return fixed(microseconds / (60 * kMinute), 1) + " h";
}

std::string wdl(const Wdl& wdl) {
  return fmt::format("{}-{}-{}", wdl.wins, wdl.draws, wdl.losses);
}

std::string progress(const Report& report) {
  const std::uint64_t played = report.games_played;
  if (report.total() == 0) return plural(played, "game") + " (how many were scheduled is not known)";
  if (report.finished() && played < report.total())
    return fmt::format("Finished early: {} of at most {} played", plural(played, "game"), report.total());
  if (report.finished()) return "Finished: " + plural(played, "game");
  return fmt::format("Not finished: {} of {} so far", plural(played, "game"), report.total());
}

std::string standings_title(const Report& report) {
  return report.rated_by_game() ? "All games together" : "Standings";
}

std::string method(const Report& report) {
  const rating::FitOptions options;
  std::string text = fmt::format(
      "Ratings are the maximum of the posterior of the BayesElo model (Coulom 2008) with a prior of {:g} "
      "virtual draws for each agent, scaled so that near equality they read as logistic Elo; the mean is 0. "
      "The advantage of moving first and the draw Elo are fitted where the games determine them{}. Intervals "
      "(95\u00A0%) and the likelihood of superiority come from the Gaussian approximation at the maximum. "
      "The command ludex rate computes the same, and has other models.",
      options.prior, report.rating_parameters.empty() ? "" : fmt::format(": {}", report.rating_parameters));
  if (!report.ranked.empty()) {
    text +=
        " Games of three and more players follow the model of Davidson and Luce (Firth, Kosmidis and Turner "
        "2019), with an advantage for each seat and a prevalence for ties of each size.";
  }
  if (report.rated_by_game()) {
    text += " By game:";
    for (const GameReport& game : report.games) {
      if (!game.rating_parameters.empty())
        text += fmt::format(" {}: {};", game.label, game.rating_parameters);
    }
    text.back() = '.';
  }
  if (report.forfeits != 0) {
    text +=
        " A forfeit is a game lost by a fault (crash, illegal move, time, memory ...) or by withdrawal; it "
        "counts "
        "as a loss in all columns but those named otherwise.";
  }
  return text;
}

bool two_ratings(const Report& report) {
  return report.forfeits != 0;
}

std::string match_text(const Match& match) {
  const auto m = match.statistics();
  const double error = rating::kZ95 * m.deviation / std::sqrt(m.units);
  return fmt::format(
      "From {} of games with the same opening and seats swapped: {} \u00B1 {} of the points, Elo {}, "
      "normalized "
      "Elo {}, likelihood of superiority {:.2f} %{}.",
      plural(match.total(), "pair"), percent(m.score), percent(error), rating::to_text(m.elo),
      rating::to_text(m.nelo), 100 * m.los,
      match.unpaired == 0
          ? ""
          : fmt::format(" ({} without its other half left out)", plural(match.unpaired, "game")));
}

}  // namespace ludex::arena::report

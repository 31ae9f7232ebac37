#include "tests/support/ludii_trace.hpp"

#include <algorithm>
#include <memory>
#include <sstream>
#include <stdexcept>

#include <zlib.h>

namespace ludex::tests {

std::string unzip(const std::filesystem::path& path) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) throw std::runtime_error(path.string() + ": cannot be opened");
  std::string text;
  char buffer[1 << 16];
  for (;;) {
    const int n = gzread(file.get(), buffer, sizeof buffer);
    if (n < 0) throw std::runtime_error(path.string() + ": damaged");
    if (n == 0) return text;
    text.append(buffer, static_cast<std::size_t>(n));
  }
}

namespace {

// `mover|move played|number of legal moves|the legal moves`
TracePly parse_ply(const std::string& line) {
  std::istringstream in(line);
  TracePly ply;
  std::string mover;
  std::string count;
  std::string legal;
  if (!std::getline(in, mover, '|') || !std::getline(in, ply.move, '|') || !std::getline(in, count, '|') ||
      !std::getline(in, legal)) {
    throw std::runtime_error("expected mover|move|count|moves");
  }
  ply.mover = std::stoi(mover);
  std::istringstream list(legal);
  for (std::string move; list >> move;) ply.legal.push_back(std::move(move));
  if (ply.legal.size() != static_cast<std::size_t>(std::stoi(count)))
    throw std::runtime_error(count + " legal moves announced, " + std::to_string(ply.legal.size()) +
                             " found");
  if (std::find(ply.legal.begin(), ply.legal.end(), ply.move) == ply.legal.end())
    throw std::runtime_error("the move played is not among the legal moves");
  return ply;
}

}  // namespace

std::vector<TraceGame> read_ludii_trace(const std::filesystem::path& path) {
  std::istringstream in(unzip(path));
  std::vector<TraceGame> games;
  bool open = false;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    try {
      if (line.empty() || line[0] == '#') continue;
      if (line[0] == 'G') {
        if (open) throw std::runtime_error("the game before has no result");
        games.emplace_back();
        open = true;
      } else if (!open) {
        throw std::runtime_error("expected 'G number'");
      } else if (line[0] == 'R') {
        TraceGame& game = games.back();
        std::istringstream result(line.substr(1));
        if (!(result >> game.winner >> game.end >> game.ply_count))
          throw std::runtime_error("expected 'R winner end plies'");
        if (game.plies.size() != static_cast<std::size_t>(game.ply_count))
          throw std::runtime_error("number of plies does not agree with the lines");
        open = false;
      } else {
        games.back().plies.push_back(parse_ply(line));
      }
    } catch (const std::exception& e) {
      throw std::runtime_error(path.string() + ":" + std::to_string(number) + ": " + e.what());
    }
  }
  if (open || games.empty()) throw std::runtime_error(path.string() + ": ends within a game");
  return games;
}

}  // namespace ludex::tests

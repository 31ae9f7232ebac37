// Reader of the recorded random games of Ludii (../shared/data/ludii_traces): every ply with the complete
// list of legal moves, and the result. Moves stay in Ludii's notation (sites numbered from the lower left,
// row by row); each game's test brings its own small translator.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ludex::tests {

struct TracePly {
  int mover = 0;                   // 1 or 2
  std::string move;                // the move played, for example "12-20" or "pass"
  std::vector<std::string> legal;  // every legal move, in Ludii's order
};

struct TraceGame {
  std::vector<TracePly> plies;
  int winner = 0;   // 1 or 2; 0 for a draw
  std::string end;  // why the game ended, in Ludii's words ("NaturalEnd" in all files)
  int ply_count = 0;
};

// The content of a gzip (or plain) file. Throws std::runtime_error if it cannot be read.
std::string unzip(const std::filesystem::path& path);

// Every game of a .txt.gz (or plain text) file. Throws std::runtime_error, naming the line, if the file
// cannot be read or contradicts itself (number of legal moves, number of plies, move played not among the
// legal).
std::vector<TraceGame> read_ludii_trace(const std::filesystem::path& path);

}  // namespace ludex::tests

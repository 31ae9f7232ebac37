// Reads standard input line by line for interactive commands; Ctrl-C ends the wait at once.
#pragma once

#include <string>

#include "arena/faces/cli/interrupt.hpp"

namespace ludex::arena::cli {

class LineReader {
 public:
  enum class Event { kLine, kEnd, kInterrupted };

  explicit LineReader(const Interrupt& interrupt) : interrupt_(interrupt) {}

  // Reads the next line without its newline; blocks. The last line needs no newline.
  [[nodiscard]] Event read(std::string& line);

 private:
  const Interrupt& interrupt_;
  std::string buffer_;
  bool ended_ = false;
};

}  // namespace ludex::arena::cli

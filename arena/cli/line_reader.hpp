// Lines of standard input for commands that talk with a person: Ctrl-C ends the waiting at once.
#pragma once

#include <string>

#include "arena/cli/interrupt.hpp"

namespace ludex::arena::cli {

class LineReader {
 public:
  enum class Event { kLine, kEnd, kInterrupted };

  explicit LineReader(const Interrupt& interrupt) : interrupt_(interrupt) {}

  // The next line without its end; blocks. A last line without an end counts.
  [[nodiscard]] Event read(std::string& line);

 private:
  const Interrupt& interrupt_;
  std::string buffer_;
  bool ended_ = false;
};

}  // namespace ludex::arena::cli

#include "arena/faces/cli/line_reader.hpp"

#include <array>

#include <poll.h>
#include <unistd.h>

namespace ludex::arena::cli {

LineReader::Event LineReader::read(std::string& line) {
  while (true) {
    if (interrupt_.requested()) return Event::kInterrupted;
    if (const auto end = buffer_.find('\n'); end != std::string::npos || (ended_ && !buffer_.empty())) {
      line = buffer_.substr(0, end);
      buffer_.erase(0, end == std::string::npos ? end : end + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return Event::kLine;
    }
    if (ended_) return Event::kEnd;
    // A signal between the check above and the wait is noticed after this time.
    constexpr int kMoment = 50;  // ms
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, kMoment) <= 0) continue;
    std::array<char, 4096> chunk;
    const ssize_t n = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (n > 0) buffer_.append(chunk.data(), static_cast<std::size_t>(n));
    if (n == 0) ended_ = true;
    if (n < 0 && !interrupt_.requested()) ended_ = true;
  }
}

}  // namespace ludex::arena::cli

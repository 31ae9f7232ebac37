// The records of a log chained by digest, so that none can be changed, taken out or put in unseen. Each line
// that the arena writes ends in `,"chain":"D"}`, D being the SHA-256 of the D of the line before (64 zeros
// before the first line) and of the bytes of this line that stand before `,"chain"`. A line of an older
// version has no D of its own; that of the line behind it takes the digest of its D and all of its bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/files/sha256.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// How far a log has come: its last record's digest says what all of them were.
struct LogHead {
  std::uint64_t games = 0;
  std::string chain;
  bool operator==(const LogHead&) const = default;
};

// A line in two: what is covered by its digest, and the digest; empty if it has none.
struct SealedLine {
  std::string_view body;
  std::string_view chain;
};
[[nodiscard]] SealedLine split_seal(std::string_view line) noexcept;
// The JSON object of a line, without its digest.
[[nodiscard]] std::string without_seal(std::string_view line);

// Follows a log from its first line. Not thread-safe.
class Chain {
 public:
  // The line (a JSON object) with its digest, as the next one of the log. Without allocations but the result.
  [[nodiscard]] std::string seal(std::string_view line);
  // What the digest of the next line would have to be.
  [[nodiscard]] std::string digest_of(std::string_view before, std::string_view body);
  // The next line of a log that is there. False if its digest is another one than it must be, or missing
  // behind a line that has one; the chain then goes on from the digest that the line has, if it has one.
  // `digest`: what digest_of() makes of it, if known.
  bool follow(std::string_view line, std::string_view digest = {});

  [[nodiscard]] const std::string& head() const noexcept { return head_; }
  [[nodiscard]] std::uint64_t lines() const noexcept { return lines_; }
  [[nodiscard]] std::uint64_t sealed() const noexcept { return sealed_; }  // lines with a digest
  // After the line before has ended the file.
  void restart(LogHead head, std::uint64_t sealed);

 private:
  Sha256 digest_;
  std::string head_ = std::string(64, '0');
  std::uint64_t lines_ = 0;
  std::uint64_t sealed_ = 0;
};

// What the folder of a log says of it.
struct LogCompany {
  std::optional<LogHead> head =
      std::nullopt;          // of run.json; the record it speaks of must be there, and be that
  std::string unknown = {};  // why nothing says how far the log should go; "": something does
  std::string problem = {};  // what is not as it was written; "": nothing
};

// Reads along with whoever reads a log, and says at the end whether it is what was written.
class ChainCheck {
 public:
  enum class State { kVerified, kUnsealed, kPartly, kBroken };

  ChainCheck() = default;
  explicit ChainCheck(LogCompany company) : company_(std::move(company)) {}
  explicit ChainCheck(std::optional<LogHead> head) : company_{.head = std::move(head)} {}

  // The next line, without its end; `digest` as for Chain::follow(). Only the first thing that is wrong is
  // kept.
  void add(std::string_view line, std::string_view digest = {});

  [[nodiscard]] bool fits() const noexcept { return problem_.empty(); }
  // What is wrong with line(), or "".
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
  [[nodiscard]] std::uint64_t line() const noexcept { return line_; }  // from 1
  // After the last line.
  [[nodiscard]] State state() const noexcept;
  // The same in words: "verified", "not verified: ...".
  [[nodiscard]] std::string text() const;
  [[nodiscard]] LogHead head() const { return {chain_.lines(), chain_.head()}; }
  [[nodiscard]] std::uint64_t sealed() const noexcept { return chain_.sealed(); }
  // Records that run.json speaks of and the log does not have.
  [[nodiscard]] std::uint64_t missing() const noexcept {
    const auto& head = company_.head;
    return head && head->games > chain_.lines() ? head->games - chain_.lines() : 0;
  }

 private:
  LogCompany company_;
  Chain chain_;
  std::string problem_;
  std::uint64_t line_ = 0;
};

}  // namespace ludex::arena

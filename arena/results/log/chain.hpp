// Chains the records of a log by digests, so that no record can be changed, removed or inserted unnoticed.
// Each line that the arena writes ends in `,"chain":"D"}`, where D is the SHA-256 of the previous line's D
// (64 zeros for the first line) and of this line's bytes before `,"chain"`. Older versions wrote no D; the
// line after such a line uses the digest of its D and all of its bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/base/files/sha256.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::log {

// The end of a log: the number of records, and the last digest, which identifies them all.
struct LogHead {
  std::uint64_t games = 0;
  std::string chain;
  bool operator==(const LogHead&) const = default;
};

// A line split into the bytes covered by its digest, and the digest; empty if it has none.
struct SealedLine {
  std::string_view body;
  std::string_view chain;
};
[[nodiscard]] SealedLine split_seal(std::string_view line) noexcept;
// The line's JSON object, without its digest.
[[nodiscard]] std::string without_seal(std::string_view line);

// Follows a log from its first line. Not thread-safe.
class Chain {
 public:
  // Appends the digest to a line (a JSON object) as the log's next line. Allocates only the result.
  [[nodiscard]] std::string seal(std::string_view line);
  // The digest required of the next line.
  [[nodiscard]] std::string digest_of(std::string_view before, std::string_view body);
  // Follows the next line of an existing log. False if its digest is wrong, or missing after a line that has
  // one; the chain then continues from the line's own digest, if any. `digest`: the result of digest_of(), if
  // known.
  bool follow(std::string_view line, std::string_view digest = {});

  [[nodiscard]] const std::string& head() const noexcept { return head_; }
  [[nodiscard]] std::uint64_t lines() const noexcept { return lines_; }
  [[nodiscard]] std::uint64_t sealed() const noexcept { return sealed_; }  // lines with a digest
  // Continues from the end of an existing log.
  void restart(LogHead head, std::uint64_t sealed);

 private:
  Sha256 digest_;
  std::string head_ = std::string(64, '0');
  std::uint64_t lines_ = 0;
  std::uint64_t sealed_ = 0;
};

// Information on a log from its folder.
struct LogCompany {
  std::optional<LogHead> head = std::nullopt;  // of run.json; the log must contain that record
  std::string unknown = {};  // the reason why the log's proper length is unknown; "" if it is known
  std::string problem = {};  // a file that was altered; "" if none was
};

// Checks a log while it is read, and reports at the end whether it is as written.
class ChainCheck {
 public:
  enum class State { kVerified, kUnsealed, kPartly, kBroken };

  ChainCheck() = default;
  explicit ChainCheck(LogCompany company) : company_(std::move(company)) {}
  explicit ChainCheck(std::optional<LogHead> head) : company_{.head = std::move(head)} {}

  // Adds the next line, without its newline; `digest` as for Chain::follow(). Keeps the first problem only.
  void add(std::string_view line, std::string_view digest = {});

  [[nodiscard]] bool fits() const noexcept { return problem_.empty(); }
  // The problem of line(), or "".
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
  [[nodiscard]] std::uint64_t line() const noexcept { return line_; }  // from 1
  // Valid after the last line.
  [[nodiscard]] State state() const noexcept;
  // The state in words: "verified", "not verified: ...".
  [[nodiscard]] std::string text() const;
  [[nodiscard]] LogHead head() const { return {chain_.lines(), chain_.head()}; }
  [[nodiscard]] std::uint64_t sealed() const noexcept { return chain_.sealed(); }
  // Number of records that run.json mentions and the log lacks.
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

}  // namespace ludex::arena::log

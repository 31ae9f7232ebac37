#include "arena/results/log/chain.hpp"

#include <utility>

namespace ludex::arena::log {
namespace {

constexpr std::string_view kKey = R"(,"chain":")";
constexpr std::string_view kEnd = "\"}";
constexpr std::size_t kDigits = 64;
constexpr std::size_t kSeal = kKey.size() + kDigits + kEnd.size();

}  // namespace

SealedLine split_seal(std::string_view line) noexcept {
  if (line.size() < kSeal || !line.ends_with(kEnd)) return {line, {}};
  const std::string_view seal = line.substr(line.size() - kSeal);
  const std::string_view digits = seal.substr(kKey.size(), kDigits);
  if (!seal.starts_with(kKey)) return {line, {}};
  // No early exit, so that the compiler vectorizes the loop.
  unsigned others = 0;
  for (const char c : digits) {
    const bool hexadecimal =
        static_cast<unsigned char>(c - '0') < 10 || static_cast<unsigned char>(c - 'a') < 6;
    others += hexadecimal ? 0U : 1U;
  }
  if (others != 0) return {line, {}};
  return {line.substr(0, line.size() - kSeal), digits};
}

std::string without_seal(std::string_view line) {
  const SealedLine parts = split_seal(line);
  std::string text(parts.body);
  if (!parts.chain.empty()) text += '}';
  return text;
}

std::string Chain::digest_of(std::string_view before, std::string_view body) {
  digest_.add(before);
  digest_.add(body);
  return digest_.finish();
}

std::string Chain::seal(std::string_view line) {
  const std::string_view body = line.substr(0, line.size() - 1);
  head_ = digest_of(head_, body);
  ++lines_;
  ++sealed_;
  std::string text;
  text.reserve(body.size() + kSeal + 1);  // and the newline
  return text.append(body).append(kKey).append(head_).append(kEnd);
}

bool Chain::follow(std::string_view line, std::string_view digest) {
  const SealedLine parts = split_seal(line);
  std::string made;
  if (digest.empty()) digest = made = digest_of(head_, parts.body);
  ++lines_;
  if (parts.chain.empty()) {
    head_ = digest;
    return sealed_ == 0;
  }
  ++sealed_;
  head_ = parts.chain;
  return head_ == digest;
}

void Chain::restart(LogHead head, std::uint64_t sealed) {
  head_ = std::move(head.chain);
  lines_ = head.games;
  sealed_ = sealed;
}

void ChainCheck::add(std::string_view line, std::string_view digest) {
  const bool fits = chain_.follow(line, digest);
  if (!problem_.empty()) return;
  line_ = chain_.lines();
  if (!fits) {
    problem_ = split_seal(line).chain.empty()
                   ? "the record has no digest although those before it have: it was not written by Ludex"
                   : "the digest does not fit: this record is not as it was written, or not the one that "
                     "followed the one before";
  } else if (const auto& head = company_.head;
             head && head->games == chain_.lines() && head->chain != chain_.head()) {
    problem_ = "run.json next to the log has a different digest of the records up to this one";
  }
}

ChainCheck::State ChainCheck::state() const noexcept {
  if (!problem_.empty() || missing() != 0 || !company_.problem.empty()) return State::kBroken;
  if (chain_.sealed() == 0) return State::kUnsealed;
  if (!company_.unknown.empty()) return State::kPartly;
  return chain_.sealed() == chain_.lines() ? State::kVerified : State::kPartly;
}

std::string ChainCheck::text() const {
  if (!problem_.empty()) return "not verified: line " + std::to_string(line_) + ": " + problem_;
  if (missing() != 0) {
    return "not verified: run.json speaks of " + std::to_string(company_.head->games) +
           " records, and the log has " + std::to_string(chain_.lines());
  }
  if (!company_.problem.empty()) return "not verified: " + company_.problem;
  switch (state()) {
    case State::kVerified:
      return "verified";
    case State::kPartly:
      if (!company_.unknown.empty())
        return "incomplete: each record follows the one before, but " + company_.unknown +
               ", so their number cannot be checked";
      return "verified, but for the first " + std::to_string(chain_.lines() - chain_.sealed()) +
             " records: the earlier ones have no digests";
    default:
      return chain_.lines() == 0 ? "no records"
                                 : "not verified: no digests; an older version or another program wrote it";
  }
}

}  // namespace ludex::arena::log

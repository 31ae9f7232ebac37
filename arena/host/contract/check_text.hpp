// Requests and results as text, for transfer between host and child.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "arena/host/contract/check.hpp"

namespace ludex::arena::host {

// The child's answer.
struct CheckAnswer {
  CheckResult result;
  std::uint64_t digest = 0;
};

[[nodiscard]] std::string to_text(const CheckRequest& request, bool digest_only);
// digest_only: computes only CheckAnswer::digest.
[[nodiscard]] Result<CheckRequest> request_from_text(std::string_view text, bool& digest_only);
[[nodiscard]] std::string to_text(const CheckAnswer& answer);
[[nodiscard]] Result<CheckAnswer> answer_from_text(std::string_view text, PluginKind kind);
[[nodiscard]] std::span<const contract::Promise> promises_of(PluginKind kind);

}  // namespace ludex::arena::host

// SHA-256 (FIPS 180-4), so that `sha256sum` can tell whether a plug-in is the one of a published run.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/util/result.hpp"

namespace ludex::arena {

// Of bytes that come in pieces. May be used again and again, which is cheaper than a new one. Not
// thread-safe.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  // Of all that was added since the last call: 64 hexadecimal digits.
  [[nodiscard]] std::string finish();

 private:
  struct Free {
    void operator()(void* context) const noexcept;
  };
  std::unique_ptr<void, Free> context_;
};

// 64 hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);
[[nodiscard]] Result<std::string> sha256_of_file(const std::filesystem::path& file);

}  // namespace ludex::arena

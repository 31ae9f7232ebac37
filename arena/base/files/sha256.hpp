// SHA-256 (FIPS 180-4); `sha256sum` can then identify the plug-in of a published run.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/util/result.hpp"

namespace ludex::arena {

// Hashes bytes that come in pieces. Reusable, which is cheaper than a new object. Not thread-safe.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  // Digest of all bytes added since the last call: 64 hexadecimal digits.
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

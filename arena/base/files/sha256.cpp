#include "arena/base/files/sha256.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>

#include "arena/base/files/input_file.hpp"

namespace ludex::arena {
namespace {

template <class Pointer>
EVP_MD_CTX* of(const Pointer& context) {
  return static_cast<EVP_MD_CTX*>(context.get());
}

}  // namespace

void Sha256::Free::operator()(void* context) const noexcept {
  EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context));
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  if (context_ == nullptr || EVP_DigestInit_ex(of(context_), EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("libcrypto does not provide SHA-256");
}

void Sha256::add(std::string_view bytes) {
  EVP_DigestUpdate(of(context_), bytes.data(), bytes.size());
}

std::string Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned int size = 0;
  EVP_DigestFinal_ex(of(context_), bytes.data(), &size);
  EVP_DigestInit_ex(of(context_), nullptr, nullptr);  // same algorithm, without another look-up
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(std::size_t{2} * size, '0');
  for (std::size_t i = 0; i < size; ++i) {
    text[2 * i] = kDigits[bytes[i] >> 4];
    text[2 * i + 1] = kDigits[bytes[i] & 15];
  }
  return text;
}

std::string sha256(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes);
  return digest.finish();
}

Result<std::string> sha256_of_file(const std::filesystem::path& file) {
  const auto in = open_input(file.string());
  if (!in) return Error{in.error()};
  Sha256 digest;
  std::vector<char> piece(1 << 16);
  while (true) {
    const ssize_t got = ::read(in->get(), piece.data(), piece.size());
    if (got == 0) return digest.finish();
    if (got > 0) digest.add({piece.data(), static_cast<std::size_t>(got)});
    if (got < 0 && errno != EINTR)
      return Error{fmt::format("cannot read '{}': {}", file.string(), std::strerror(errno))};
  }
}

}  // namespace ludex::arena

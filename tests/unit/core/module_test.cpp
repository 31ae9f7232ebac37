#include <doctest/doctest.h>

#include "core/plugin/fingerprint.hpp"
#include "tests/support/game_contract.hpp"

namespace ludex {

TEST_CASE("the fingerprint text fits and names every type that crosses") {
  const std::string text(abi::kFingerprintText.view());
  CHECK(text.size() < 600);
  for (const char* type :
       {"pointer=", "ParamSpec=", "GameTraits=", "Budget=", "SearchReport=", "HostServices="}) {
    CHECK(text.find(type) != std::string::npos);
  }
}

}  // namespace ludex

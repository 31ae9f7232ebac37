#include <doctest/doctest.h>

#include "core/plugin/fingerprint.hpp"
#include "tests/support/game_contract.hpp"

namespace ludex {

TEST_CASE("the fingerprint names every structure that crosses, with all offsets") {
  const std::string text = std::string(abi::kFingerprintText.view()) + " ";
  CHECK(text.find("pointer=8 byte-order=little ") == 0);
  CHECK(text.find(" GameTraits=28@0,4,8,12,16,20,24 ") != std::string::npos);
  CHECK(text.find(" ludex.draft.successors/1:Successor=48@0,4,8,12,16,32 ") != std::string::npos);
  abi::for_each_layout([&](const abi::Layout& layout) {
    CAPTURE(std::string(layout.name));
    CHECK(text.find(std::string(layout.name) + "=" + std::to_string(layout.size) + "@0") !=
          std::string::npos);
  });
}

TEST_CASE("fingerprints contradict each other where both sides must agree, and nowhere else") {
  static_assert(abi::contradiction(abi::kFingerprintText.view(), abi::kFingerprintText.view()).empty());
  const char* const host = "pointer=8 Move=4 ludex.a/1:A=8@0,4";
  CHECK(abi::contradiction("pointer=8 Move=4 ludex.a/1:A=8@0,4", host) == "");
  CHECK(abi::contradiction("Move=4 pointer=8", host) == "");  // the extension is unknown to the plug-in
  CHECK(abi::contradiction("pointer=8 Move=4 ludex.b/1:B=16@0,8", host) == "");
  CHECK(abi::contradiction("pointer=8 Move=4 ludex.a/2:A=16@0,8", host) == "");
  CHECK(abi::contradiction("pointer=4 Move=4", host) == "pointer=8");
  CHECK(abi::contradiction("pointer=8 Move=4 ludex.a/1:A=16@0,8", host) == "ludex.a/1:A=8@0,4");
  CHECK(abi::contradiction("pointer=8", host) == "Move=4");
  CHECK(abi::contradiction("pointer=8 Move=4 Other=4", host) == "Other=4");
  CHECK(abi::contradiction("", host) == "pointer=8");
}

}  // namespace ludex

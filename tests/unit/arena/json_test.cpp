// json::Value against nlohmann-json, whose texts logs and reports are made of: byte for byte.
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "arena/base/json/value.hpp"
#include "core/util/rng.hpp"

namespace ludex::arena::json {
namespace {

using Sorted = nlohmann::json;
using Ordered = nlohmann::ordered_json;

template <class Theirs>
std::string text_of(const Theirs& document, int indent) {
  return document.dump(indent, ' ', false, Theirs::error_handler_t::replace);
}

// Letters, escaped characters, UTF-8 of two to four bytes, and invalid UTF-8.
std::string random_text(Rng& rng) {
  static const std::vector<std::string> parts{
      "a", "key", " ", "\"", "\\", "/", "\n", "\r", "\t", "\b", "\f", std::string(1, '\0'), "\x1f", "\x7f",
      "\xc3\xa9", "\xe2\x99\x94", "\xef\xbf\xbd", "\xf0\x9f\x98\x80",
      // Invalid: a single byte, cut off, overlong, a surrogate, beyond U+10FFFF.
      "\x80", "\xff", "\xc3", "\xe2\x99", "\xf0\x9f\x98", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
      "\xf4\x90\x80\x80"};
  std::string text;
  for (std::uint32_t n = rng.below(6); n > 0; --n)
    text += parts[rng.below(static_cast<std::uint32_t>(rng.below(2) == 0 ? 3 : parts.size()))];
  return text;
}

double random_double(Rng& rng) {
  static const std::vector<double> some{0.0,
                                        -0.0,
                                        1.0,
                                        -1.0,
                                        0.1,
                                        1e20,
                                        1e15,
                                        1e16,
                                        1e17,
                                        1e-4,
                                        1e-5,
                                        1e-7,
                                        123456789.125,
                                        1.0 / 3,
                                        5e-324,
                                        2.2250738585072014e-308,
                                        std::numeric_limits<double>::max(),
                                        std::numeric_limits<double>::lowest(),
                                        std::numeric_limits<double>::infinity(),
                                        std::numeric_limits<double>::quiet_NaN(),
                                        9007199254740993.0};
  if (rng.below(2) == 0) return some[rng.below(static_cast<std::uint32_t>(some.size()))];
  const std::uint64_t bits = rng.next();
  double x = 0;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// The same document three times.
struct Documents {
  Value ours;
  Sorted sorted;
  Ordered ordered;
};

template <class T>
Documents same(const T& x) {
  return {Value(x), Sorted(x), Ordered(x)};
}

Documents random_document(Rng& rng, std::uint32_t depth) {
  switch (rng.below(depth == 0 ? 7 : 9)) {
    case 0:
      return same(nullptr);
    case 1:
      return same(rng.below(2) == 0);
    case 2:
      return same(static_cast<std::int64_t>(rng.next() >> rng.below(64)));
    case 3:
      return same(rng.next() >> rng.below(64));
    case 4:
      return rng.below(2) == 0 ? same(std::numeric_limits<std::int64_t>::min())
                               : same(std::numeric_limits<std::uint64_t>::max());
    case 5:
      return same(random_double(rng));
    case 6:
      return same(random_text(rng));
    case 7: {
      Documents list{Value::array(), Sorted::array(), Ordered::array()};
      for (std::uint32_t n = rng.below(5); n > 0; --n) {
        Documents item = random_document(rng, depth - 1);
        list.ours.push_back(std::move(item.ours));
        list.sorted.push_back(std::move(item.sorted));
        list.ordered.push_back(std::move(item.ordered));
      }
      return list;
    }
    default: {
      Documents object{Value::object(), Sorted::object(), Ordered::object()};
      for (std::uint32_t n = rng.below(5); n > 0; --n) {
        const std::string name = random_text(rng);
        Documents item = random_document(rng, depth - 1);
        object.ours[name] = std::move(item.ours);
        object.sorted[name] = std::move(item.sorted);
        object.ordered[name] = std::move(item.ordered);
      }
      return object;
    }
  }
}

// The text of the exception that parsing throws; empty if it throws none.
std::string error_of(const std::string& text) {
  try {
    if (Sorted::parse(text).is_discarded()) return "no exception";
  } catch (const Sorted::exception& e) {
    return e.what();
  }
  return "";
}
std::string own_error_of(const std::string& text) {
  try {
    static_cast<void>(Value::parse(text));
  } catch (const Exception& e) {
    return e.what();
  }
  return "";
}

// The text of the exception that `look` throws; empty if it throws none.
template <class Document, class Look>
std::string thrown(const Document& document, const Look& look) {
  try {
    static_cast<void>(look(document));
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}

void check_texts(const Documents& document) {
  for (const int indent : {-1, 0, 2, 4}) {
    CHECK(document.ours.dump(indent) == text_of(document.ordered, indent));
    CHECK(document.ours.sorted_dump(indent) == text_of(document.sorted, indent));
  }
}

}  // namespace

TEST_CASE("random documents are written and read as by nlohmann-json") {
  Rng rng = Rng::seeded(1);
  for (int i = 0; i < 4000; ++i) {
    const Documents document = random_document(rng, 5);
    check_texts(document);
    // NaN and infinities have become null, and invalid UTF-8, U+FFFD.
    const std::string text = text_of(document.ordered, rng.below(2) == 0 ? -1 : 2);
    const Documents read{Value::parse(text), Sorted::parse(text), Ordered::parse(text)};
    check_texts(read);
    CHECK(read.ours == Value::parse_if_valid(text));
    const Value copied = read.ours;
    CHECK(copied == read.ours);
    CHECK(copied.dump() == read.ours.dump());
  }
}

TEST_CASE("each of 200,000 doubles is written as by nlohmann-json") {
  Rng rng = Rng::seeded(2);
  for (int i = 0; i < 20; ++i) {
    std::vector<double> list;
    for (int k = 0; k < 10'000; ++k) list.push_back(random_double(rng));
    REQUIRE(Value(list).dump() == Sorted(list).dump());
  }
  CHECK(Value({1e20, -0.0, 1e-7, 1.0, 100.0}).dump() == "[1e+20,-0.0,1e-07,1.0,100.0]");
}

TEST_CASE("texts that are not JSON, and unusual ones, have the errors and values of nlohmann-json") {
  std::vector<std::string> texts{"",
                                 " ",
                                 "nul",
                                 "[1,]",
                                 "{\"a\":1,}",
                                 "{\"a\" 1}",
                                 "{a:1}",
                                 "[1 2]",
                                 "01",
                                 "-",
                                 "1.",
                                 "1e",
                                 "+1",
                                 "1e999",
                                 "-1e999",
                                 "[1e400]",
                                 "\"\\x\"",
                                 "\"\\u12\"",
                                 "\"\\ud800\"",
                                 "\"\\ud83d\\ude00\"",
                                 "\"a\nb\"",
                                 "\"",
                                 "\"\xff\"",
                                 "\xef\xbb\xbf[1]",
                                 "\xef\xbb[1]",
                                 "[1]x",
                                 "[1]\n\n  ]",
                                 "{\"a\":1,\n \"b\":}",
                                 std::string("[1\0]", 4),
                                 "18446744073709551615",
                                 "18446744073709551616",
                                 "-9223372036854775808",
                                 "-9223372036854775809",
                                 "-0",
                                 "-0.0",
                                 "{\"a\":1,\"b\":2,\"a\":3}",
                                 "{\"a\":{\"x\":1},\"a\":{}}",
                                 "/**/1",
                                 "[[[[",
                                 "NaN",
                                 "'a'"};
  // Equal names among 200 members.
  std::string many = "{";
  for (int i = 0; i < 200; ++i)
    many += (i == 0 ? "" : ",") + ("\"k" + std::to_string(i * 7 % 90)) + "\":" + std::to_string(i);
  texts.push_back(many + "}");
  for (const std::string& text : texts) {
    CAPTURE(text);
    const std::string error = error_of(text);
    CHECK(own_error_of(text) == error);
    CHECK(Value::parse_if_valid(text).has_value() == error.empty());
    if (error.empty()) check_texts({Value::parse(text), Sorted::parse(text), Ordered::parse(text)});
  }
  // Each prefix, and one byte changed.
  Rng rng = Rng::seeded(3);
  for (int i = 0; i < 300; ++i) {
    const std::string whole = text_of(random_document(rng, 3).ordered, static_cast<int>(rng.below(2)) - 1);
    for (std::size_t n = 0; n < whole.size() && n < 60; ++n) {
      std::string text = whole.substr(0, n);
      CHECK(own_error_of(text) == error_of(text));
      text = whole;
      text[n] = static_cast<char>(rng.below(256));
      CHECK(own_error_of(text) == error_of(text));
    }
  }
}

TEST_CASE("a value of a wrong type has the error of nlohmann-json") {
  const auto check = [](const auto& look, const std::string& text, const std::string& expected) {
    CAPTURE(text);
    CHECK(thrown(Sorted::parse(text), look) == expected);
    CHECK(thrown(Value::parse(text), look) == expected);
  };
  const std::vector<std::pair<std::string, std::string>> kinds{
      {"null", "null"},  {"true", "boolean"}, {"-1", "number"}, {"1", "number"},
      {"1.5", "number"}, {"\"\"", "string"},  {"[]", "array"},  {"{}", "object"}};
  for (const auto& item : kinds) {
    const std::string& text = item.first;
    const std::string& kind = item.second;
    const bool number = kind == "number";
    const auto wrong = [&](const std::string& type) {
      return "[json.exception.type_error.302] type must be " + type + ", but is " + kind;
    };
    check([](const auto& x) { return x.template get<std::string>(); }, text,
          kind == "string" ? "" : wrong("string"));
    check([](const auto& x) { return x.template get<bool>(); }, text,
          kind == "boolean" ? "" : wrong("boolean"));
    check([](const auto& x) { return x.template get<double>(); }, text, number ? "" : wrong("number"));
    check([](const auto& x) { return x.template get<std::uint64_t>(); }, text, number ? "" : wrong("number"));
    check([](const auto& x) { return x.template get<std::vector<std::string>>(); }, text,
          kind == "array" ? "" : wrong("array"));
    const auto cannot = [&](int id, const std::string& what) {
      return "[json.exception.type_error." + std::to_string(id) + "] cannot use " + what + " with " + kind;
    };
    const bool object = kind == "object";
    check([](const auto& x) { return x.at("k"); }, text,
          object ? "[json.exception.out_of_range.403] key 'k' not found" : cannot(304, "at()"));
    check([](const auto& x) { return x.at(2); }, text,
          kind == "array" ? "[json.exception.out_of_range.401] array index 2 is out of range"
                          : cannot(304, "at()"));
    check([](const auto& x) { return x.value("k", 1); }, text, object ? "" : cannot(306, "value()"));
    if (kind != "null") {
      check(
          [](auto x) {
            x["k"] = 1;
            return 0;
          },
          text, object ? "" : cannot(305, "operator[] with a string argument"));
      check(
          [](auto x) {
            x.push_back(1);
            return 0;
          },
          text, kind == "array" ? "" : cannot(308, "push_back()"));
    }
  }
}

TEST_CASE("numbers, converted") {
  for (const std::string text : {"0", "-1", "300", "4294967296", "18446744073709551615",
                                 "-9223372036854775808", "1.75", "-1.75", "1e10"}) {
    CAPTURE(text);
    const Value ours = Value::parse(text);
    const Sorted theirs = Sorted::parse(text);
    CHECK(ours.get<std::int64_t>() == theirs.get<std::int64_t>());
    CHECK(ours.get<double>() == theirs.get<double>());
    CHECK(ours.is_number_unsigned() == theirs.is_number_unsigned());
    if (!theirs.is_number_float()) {
      CHECK(ours.get<std::uint64_t>() == theirs.get<std::uint64_t>());
      CHECK(ours.get<std::uint32_t>() == theirs.get<std::uint32_t>());
      CHECK(ours.get<int>() == theirs.get<int>());
    }
  }
  // A cast of these is undefined in C++.
  for (const char* text : {"1e20", "-1e19"})
    CHECK_THROWS_AS(static_cast<void>(Value::parse(text).get<int>()), Exception);
  CHECK(Value::parse("1e19").get<std::uint64_t>() == 10'000'000'000'000'000'000U);
  CHECK(Value(1) == Value(1U));
  CHECK(Value(1) == 1.0);
  CHECK(Value(-1) != Value(std::numeric_limits<std::uint64_t>::max()));
  CHECK(Value(1) != true);
}

TEST_CASE("lists of initial values") {
  const std::string b = "b";
  const auto build = [&](auto other) {
    using Json = decltype(other);
    Json json{{"z", 1},
              {"a", {b, 2.5, nullptr, true}},
              {"o", {{"k", other}}},
              {"e", Json::array()},
              {"z", 2},
              {"n", nullptr},
              {"n", 1}};
    json["list"] = {"text"};
    json["pair"] = {"text", 1};
    json["object"] = {{"text", 1}};
    json["pairs"].push_back({{"x", 1}, {"y", b}});
    json["pairs"].push_back({1, {2, 3}});
    json["vector"] = std::vector<std::pair<std::string, std::string>>{{"p", "q"}};
    json["array"] = std::array<std::string, 2>{"u", "v"};
    json["o"].update({{"k", 7}, {"l", 8}});
    json.erase("pair");
    json["o"] = json["o"]["l"];
    return json.dump();
  };
  CHECK(build(Value(4)) == build(Ordered(4)));
  Value value = Value::parse(R"({"in":{"in":[1,{"x":2}]}})");
  value = std::move(value["in"]);
  value = Value(value["in"]);
  CHECK(value.dump() == R"([1,{"x":2}])");
  CHECK(Value::parse(R"({"a":1,"b":2})") == Value::parse(R"({"b":2,"a":1})"));
  CHECK(Value::parse(R"({"a":1,"b":2})") != Value::parse(R"({"b":2,"a":2})"));
  CHECK(std::as_const(value)[1]["missing"].is_null());
  CHECK(value[1].find("missing") == nullptr);
}

TEST_CASE("a million levels") {
  constexpr std::size_t kDeep = 1'000'000;
  std::string text;
  for (std::size_t i = 0; i < kDeep; ++i) text += i % 2 == 0 ? "[" : "{\"\":";
  text += "0";
  for (std::size_t i = kDeep; i-- > 0;) text += i % 2 == 0 ? "]" : "}";
  const Value value = Value::parse(text);
  const Value copied = value;
  CHECK(copied == value);
  CHECK(copied.dump() == text);
  CHECK(copied.sorted_dump() == text);
  CHECK(!Value::parse_if_valid(text.substr(0, text.size() / 2)));
}

}  // namespace ludex::arena::json

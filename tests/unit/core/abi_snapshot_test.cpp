// Version 1 of the plug-in interface is frozen (core/README.md, "The boundary"): sizes, offsets, order and
// signatures of virtual functions, ids, enumerators. core/abi/snapshot.txt has them; the facts here come from
// the compiler (offsets, slots) and from the headers (names, signatures).
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/agent/agent.hpp"
#include "core/agent/progress.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/plugin/entry.hpp"
#include "core/study/study.hpp"
#include "paths.hpp"
#include "tests/unit/core/interface_headers.hpp"

namespace ludex {
namespace {

namespace fs = std::filesystem;
const fs::path kCore = fs::path(LUDEX_TEST_DIR).parent_path() / "core";
const fs::path kSnapshot = kCore / "abi/snapshot.txt";
constexpr std::string_view kDraft = "ludex.draft.";

// The place of a virtual function in its table. In the Itanium C++ ABI a pointer to a virtual member function
// holds 1 + its offset in the table; in ARM's variant the offset, and the mark of a virtual one in the second
// word. Functions that are not noexcept do not match.
template <class Method>
std::size_t slot_of_bits(Method method) {
  std::ptrdiff_t bits[2];
  static_assert(sizeof method == sizeof bits);
  std::memcpy(bits, &method, sizeof bits);
#if defined(__aarch64__)
  REQUIRE(bits[1] % 2 == 1);
  return static_cast<std::size_t>(bits[0]) / sizeof(void*);
#else
  REQUIRE(bits[0] % 2 == 1);
  return static_cast<std::size_t>(bits[0] - 1) / sizeof(void*);
#endif
}
template <class C, class R, class... A>
std::size_t slot_of(R (C::*method)(A...) noexcept) {
  return slot_of_bits(method);
}
template <class C, class R, class... A>
std::size_t slot_of(R (C::*method)(A...) const noexcept) {
  return slot_of_bits(method);
}

struct Method {
  std::string name;
  std::size_t slot;
};

#define M(method) \
  { #method, slot_of(&T::method) }
#define INTERFACE(type, ...)      \
  {                               \
    using T = type;               \
    table[#type] = {__VA_ARGS__}; \
  }

// Every virtual function of what is frozen.
std::map<std::string, std::vector<Method>> method_table() {
  std::map<std::string, std::vector<Method>> table;
  table["TextSink"] = {{"write", slot_of(static_cast<void (TextSink::*)(const char*, std::size_t) noexcept>(
                                     &TextSink::write))}};
  INTERFACE(Game, M(destroy), M(traits), M(extension), M(initial), M(copy), M(to_move), M(status),
            M(legal_moves), M(apply), M(returns), M(hash), M(move_class), M(playout), M(move_to_text),
            M(move_from_text), M(position_to_text), M(position_from_text), M(draw))
  INTERFACE(GameFactory, M(parameters), M(create))
  INTERFACE(Agent, M(destroy), M(extension), M(new_game), M(observe), M(choose), M(solve))
  INTERFACE(AgentFactory, M(parameters), M(supports), M(create))
  INTERFACE(Evaluate, M(evaluate))
  INTERFACE(MoveScores, M(move_scores))
  INTERFACE(Tactics, M(winning_moves))
  INTERFACE(MustPlay, M(must_play))
  INTERFACE(CountMoves, M(count_moves))
  INTERFACE(Symmetry, M(count), M(map_state), M(map_move))
  INTERFACE(Captures, M(captures))
  INTERFACE(Repetition, M(occurrences), M(repeats))
  INTERFACE(WideHash, M(wide_hash), M(injective))
  INTERFACE(Stage, M(stage))
  INTERFACE(Score, M(bound), M(score))
  INTERFACE(Uci, M(speaks), M(variant), M(write_move), M(read_move), M(write_position), M(read_position))
  INTERFACE(Gtp, M(color), M(write_move), M(read_move), M(write_setup), M(write_board_size))
  INTERFACE(Svg, M(draw_svg))
  return table;
}

#undef INTERFACE
#undef M

const tests::Declarations& headers() {
  static const tests::Declarations declarations = tests::read_all_declarations(kCore);
  return declarations;
}

bool is_draft(const std::string& type) {
  // Part of a draft although it has no id of its own.
  static const std::set<std::string> parts{"OpenWorkspaces"};
  return parts.contains(type) || headers().interfaces.at(type).id.starts_with(kDraft);
}

std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> words;
  std::string word;
  for (const char c : text + ' ') {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else if (!word.empty()) {
      words.insert(word);
      word.clear();
    }
  }
  return words;
}

// The declaration of a member: the statement that ends in its name.
std::string declaration_of(const std::string& structure, std::string_view member) {
  for (const std::string& statement : headers().structures.at(structure)) {
    const std::string text = statement.substr(0, std::min(statement.find('['), statement.find(" = ")));
    const std::string name(member);
    if (text.ends_with(" " + name) || text.find("(*" + name + ")") != std::string::npos) return statement;
  }
  FAIL("no member '" << member << "' in the header of " << structure);
  return "";
}

// "enum class X : T { kA = 1, kB = 2 }", each enumerator in a line of its own: a new one is growth.
std::string enumeration_lines(const std::string& text) {
  const std::size_t open = text.find(" {");
  std::string lines = text.substr(0, open) + "\n";
  std::stringstream list(text.substr(open + 2, text.rfind('}') - open - 2));
  for (std::string item; std::getline(list, item, ',');) {
    const std::size_t first = item.find_first_not_of(' ');
    if (first == std::string::npos) continue;
    lines += "  " + item.substr(first, item.find_last_not_of(' ') + 1 - first) + "\n";
  }
  return lines + "\n";
}

std::string snapshot() {
  std::ostringstream out;
  out << "# Version 1 of the plug-in interface, frozen: core/README.md, \"The boundary\". Written by\n"
         "#   cmake --build --preset test --target abi_snapshot\n";
  out << "\nconstants\n";
  const auto constant = [&](const char* name, auto value) { out << "  " << name << " " << value << "\n"; };
  constant("kPluginMagic", kPluginMagic);
  constant("kPluginSymbol", kPluginSymbol);
  constant("kAbiMajor", kAbiMajor);
  constant("kNoMove", static_cast<std::uint32_t>(kNoMove));
  constant("kNobody", kNobody);
  constant("kMaxPlayers", kMaxPlayers);
  constant("kMaxPv", kMaxPv);
  constant("kMaxCounters", kMaxCounters);
  constant("sizeof(Player)", sizeof(Player));

  std::set<std::string> words{"GameFlags"};
  abi::for_each_layout([&](const abi::Layout& layout) {
    if (layout.extension.starts_with(kDraft)) return;
    const std::string name(layout.name);
    out << "\nstruct " << name << ": " << layout.size << " bytes, aligned to " << layout.align << "\n";
    for (const abi::Member& member : layout.members) {
      const std::string declaration = declaration_of(name, member.name);
      out << "  " << member.offset << " " << declaration << "\n";
      words.merge(words_of(declaration));
    }
  });
  for (const auto& [name, methods] : method_table()) {
    const auto& declared = headers().interfaces.at(name);
    out << "\ninterface " << name << (declared.id.empty() ? "" : " ") << declared.id << "\n";
    std::map<std::size_t, std::string> by_slot;
    for (const Method& method : methods) {
      for (const std::string& signature : declared.methods) {
        if (signature.find(" " + method.name + "(") == std::string::npos) continue;
        by_slot[method.slot] = signature;
        words.merge(words_of(signature));
      }
    }
    for (const auto& [slot, signature] : by_slot) out << "  " << slot << " " << signature << "\n";
  }
  out << "\n";
  for (const auto& [name, text] : headers().enumerations) {
    if (words.contains(name)) out << enumeration_lines(text);
  }
  return out.str();
}

// Each line, those below a heading with the heading's name.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  std::string heading;
  for (std::string line; std::getline(in, line);) {
    const bool below = line.starts_with(' ');
    if (!below) heading = line.substr(0, line.find(':'));
    lines.push_back(below ? heading + ":" + line.substr(1) : line);
  }
  return lines;
}
// The lines of `a` that are not in `b`, each after `mark`.
std::string missing_lines(const std::string& a, const std::string& b, const char* mark) {
  const auto others = lines_of(b);
  std::string found;
  for (const std::string& line : lines_of(a)) {
    if (std::find(others.begin(), others.end(), line) == others.end()) found += mark + line + "\n";
  }
  return found;
}

}  // namespace

TEST_CASE("the frozen interface is what core/abi/snapshot.txt says") {
  const std::string now = snapshot();
  if (std::getenv("LUDEX_WRITE_ABI_SNAPSHOT") != nullptr) {
    std::ofstream(kSnapshot) << now;
    MESSAGE("written: " << kSnapshot.string());
  }
  std::ifstream in(kSnapshot);
  const std::string frozen(std::istreambuf_iterator<char>(in), {});
  const std::string gone = missing_lines(frozen, now, "  frozen: ");
  const std::string fresh = missing_lines(now, frozen, "  now:    ");
  CHECK_MESSAGE(gone.empty(), "the frozen interface has changed:\n"
                                  << gone << fresh
                                  << "New ability: new extension id (a draft first); do not change /1.\n"
                                     "core/README.md, \"The boundary\", says how the interface grows.");
  CHECK_MESSAGE((!gone.empty() || now == frozen),
                "not in the snapshot of the frozen interface, or in another order:\n"
                    << fresh
                    << "If this is a new kind of plug-in, or an extension that leaves its draft: cmake "
                       "--build --preset test "
                       "--target abi_snapshot");
}

TEST_CASE("every virtual function of a frozen interface is in the snapshot, with a slot of its own") {
  const auto table = method_table();
  for (const auto& [name, methods] : table) {
    const auto& shown = name;  // a lambda cannot name a structured binding
    CAPTURE(shown);
    const auto& declared = headers().interfaces.at(name);
    CHECK(declared.virtuals == declared.methods.size());
    CHECK(declared.methods.size() == methods.size());
    std::set<std::size_t> slots;
    for (const Method& method : methods) slots.insert(method.slot);
    CHECK(slots.size() == methods.size());
    CHECK(*slots.rbegin() + 1 == methods.size());
  }
}

TEST_CASE("every interface is frozen or a draft, and every id has the form of one") {
  const auto table = method_table();
  const std::regex frozen_id(R"(ludex\.[a-z][a-z-]*/[1-9][0-9]*)");
  const std::regex draft_id(R"(ludex\.draft\.[a-z][a-z-]*/[1-9][0-9]*)");
  std::set<std::string> ids;
  for (const auto& [name, interface] : headers().interfaces) {
    const auto& shown = name;  // a lambda cannot name a structured binding
    CAPTURE(shown);
    const auto& shown_id = interface.id;  // a lambda cannot name a structured binding
    CAPTURE(shown_id);
    CHECK(table.contains(name) != is_draft(name));
    if (interface.id.empty()) continue;
    CHECK(std::regex_match(interface.id, is_draft(name) ? draft_id : frozen_id));
    CHECK(ids.insert(interface.id).second);
  }
  CHECK(ids.size() > 20);
}

TEST_CASE("every structure that an interface mentions is in core/plugin/layouts.hpp") {
  std::map<std::string, std::string> described;  // and whose it is
  abi::for_each_layout(
      [&](const abi::Layout& layout) { described[std::string(layout.name)] = layout.extension; });
  const auto check = [&](const std::string& declaration) {
    CAPTURE(declaration);
    for (const std::string& word : words_of(declaration)) {
      CAPTURE(word);
      if (headers().structures.contains(word)) CHECK(described.contains(word));
    }
  };
  for (const auto& [name, interface] : headers().interfaces) {
    for (const std::string& method : interface.methods) check(method);
  }
  for (const auto& [name, extension] : described) {
    REQUIRE(headers().structures.contains(name));
    for (const std::string& member : headers().structures.at(name)) {
      if (member.find("constexpr") == std::string::npos) check(member);
    }
  }
}

TEST_CASE("a forgotten method, a reordered one and a new id are noticed") {
  // The reader of headers on a header that is none of ours.
  const fs::path file = fs::temp_directory_path() / ("ludex-header-" + std::to_string(getpid()) + ".hpp");
  std::ofstream(file) << R"(
#define NOT_A_CLASS \
  class No { virtual void no() = 0; };
// class Neither { virtual void no() = 0; };
enum class Kind : std::uint32_t { kA = 1, kB = 2 };  // a comment
struct Plain {
  std::uint32_t size;
  void (*call)(int x) noexcept;
  float weight = 1;
  int twice() const { return 2 * static_cast<int>(size); }
  char name[8];
};
class Thing {
 public:
  static constexpr const char* kId = "ludex.draft.thing/3";
  [[nodiscard]] virtual const Plain* get(const Kind* kinds, std::uint64_t out[2],
                                         const State* const* list) const noexcept = 0;
  void inline_one() noexcept { get(nullptr, nullptr, nullptr); }
  virtual void set(Move move, std::uint32_t) noexcept = 0;

 protected:
  ~Thing() = default;
};
class Implementation final : public Thing {};
)";
  tests::Declarations found;
  tests::read_declarations(file, found);
  fs::remove(file);
  CHECK(found.interfaces.size() == 1);
  const auto& thing = found.interfaces["Thing"];
  CHECK(thing.id == "ludex.draft.thing/3");
  CHECK(thing.virtuals == 2);
  CHECK(thing.methods ==
        std::vector<std::string>{
            "const Plain* get(const Kind*, std::uint64_t[2], const State* const*) const noexcept",
            "void set(Move, std::uint32_t) noexcept"});
  CHECK(found.structures["Plain"] == std::vector<std::string>{"std::uint32_t size",
                                                              "void (*call)(int x) noexcept", "float weight",
                                                              "char name[8]"});
  CHECK(found.enumerations["Kind"] == "enum class Kind : std::uint32_t { kA = 1, kB = 2 }");
}

}  // namespace ludex
